import { company } from '../company.ts';
import { commitments, downtimeMinutes } from '../legal/commitments.ts';
import { orderSteps } from '../messages.ts';
import { minimumTerm, paymentMethods } from '../optionalFacts.ts';
import type { Questions } from '../texts.ts';
import { factsOf } from './facts.ts';
import type { Plan } from './family.ts';

// Questions about several families. The answers follow the legal documents.

const { uptime } = company.figures;

const afterwards = orderSteps.steps.join(' ');
export const afterOrder: Questions = { 'What happens after I order?': afterwards };
export const afterQuote: Questions = { 'What happens after I ask for a quote?': afterwards };
export const backups: Questions = {
  'Are backups included?':
    'Only where your confirmation says so. To order them, ask for backups under Additional Requirements. Keep copies of your own as well.',
};
export const downtime: Questions = {
  [`What does ${uptime} uptime mean?`]: `At most ${downtimeMinutes} minutes in a month of 30 days in which you cannot reach the service through a fault of ours. Planned maintenance does not count, as the Service Level Agreement says.`,
};
function billingOf(plans: readonly Plan[]): string {
  const yearly = plans.filter(({ yearlyPrice }) => yearlyPrice).map(({ name }) => name);
  if (yearly.length === plans.length) return 'monthly or yearly';
  return yearly.length === 0 ? 'monthly' : `monthly, or yearly for ${yearly.join(' and ')},`;
}
export function payment(plans: readonly Plan[]): Questions {
  return {
    'How do I pay and cancel?': `We invoice ${billingOf(plans)} in advance, payable within ${commitments.payment}${paymentMethods ? ` (${paymentMethods})` : ''}. A monthly service ends on ${commitments.endNoticeDays} days' written notice${minimumTerm ? ', for the end of its minimum term or later' : ''}, and you then have ${commitments.exportDays} days to export your data.`,
  };
}
export function location(familyId: string): Questions {
  const country = factsOf(familyId)['Country of the Data'];
  return {
    'Where is my data kept?': `${country ? `In ${country}.` : 'Your confirmation names the country before you accept it.'} We move nothing out of it without your written agreement.`,
  };
}
export const move: Questions = {
  'Can you move what I have?':
    'Yes. Say in your request where it runs today. The quote then states what we move, when, and what that costs.',
};
export const sharedOrCpanel: Questions = {
  'Shared or cPanel?':
    'Shared plans count websites, databases and mailboxes. cPanel plans count accounts, each with a cPanel of its own and 400+ applications to install.',
};
