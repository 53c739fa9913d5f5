import { company } from '../company.ts';
import { commitments, downtimeMinutes } from '../legal/commitments.ts';
import { orderNotes, orderSteps } from '../messages.ts';
import { hostingFacts, minimumTerm, paymentMethods, readyIn } from '../optionalFacts.ts';
import type { Plan } from './family.ts';

// Questions about several families, as lines of a table (`pointsOf`). The answers follow the legal documents.

const afterwards = orderSteps.steps.join(' ');
export const afterOrder = `What happens after I order? | ${afterwards}`;
export const afterQuote = `What happens after I ask for a quote? | ${afterwards}`;

export function whenReady(familyId: string): string {
  const time = readyIn[familyId] ? ` It is ready ${readyIn[familyId]} after you accept.` : '';
  return `When do I have it? | Say by when you need it: your written confirmation names the day.${time}`;
}

export const backups =
  'Are backups included? | Only where our confirmation says so: ask for them under Additional Requirements. Keep copies of your own as well.';

export const termsPromise =
  'New bank details never come by email alone. Private persons have seven days to change their mind, and we begin earlier only if they ask (Terms of Service, section 3).';
export const promises = `What can I hold you to, and can I change my mind? | Load-shedding at the data centre counts as downtime (Service Level Agreement, section 3). ${termsPromise}`;
export const downtime = `What does ${company.figures.uptime} uptime mean? | At most ${downtimeMinutes} minutes in a month of 30 days without the service through a fault of ours, planned maintenance apart; beyond that, a credit if you claim it (Service Level Agreement, section 6).`;

function billingOf(plans: readonly Plan[]): string {
  const yearly = plans.filter(({ yearlyPrice }) => yearlyPrice).map(({ name }) => name);
  if (yearly.length === plans.length) return 'monthly or yearly';
  return yearly.length === 0 ? 'monthly' : `monthly, or yearly for ${yearly.join(' and ')},`;
}

export function payment(plans: readonly Plan[]): string {
  const methods = paymentMethods && ` (${paymentMethods})`;
  const how = paymentMethods ? '' : ', and how to pay,';
  const end = minimumTerm ? ', for the end of its minimum term or later' : ', or later if your confirmation says so';
  const hasYear = billingOf(plans) !== 'monthly';
  const year = hasYear ? ` ${orderNotes.prepaidYear}` : '';
  const prepaid = hasYear ? ', never within a prepaid year' : '';
  return `How do I pay and cancel? | We invoice ${billingOf(plans)} in advance, payable within ${commitments.payment}${methods} (Terms of Service, section 4). Prices change on ${commitments.changeNoticeDays} days' notice${prepaid}. Your confirmation states all charges${how} before you accept it. A monthly service ends on ${commitments.endNoticeDays} days' written notice, by email too${end}, and you then have ${commitments.exportDays} days to export your data.${year}`;
}

export function location(familyId: string): string {
  const country = hostingFacts[familyId]?.['Country of the Data'];
  const where = country ? `In ${country}.` : 'Your confirmation names the country before you accept it.';
  return `Where is my data kept? | ${where} We move nothing out of it without your written agreement.`;
}
