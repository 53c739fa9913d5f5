import { company, openingHours } from '../../shared/company.ts';
import { planById } from '../../shared/hosting/catalogue.ts';
import { planDetails } from '../../shared/hosting/family.ts';
import { optionLines, orderedPrices } from '../../shared/hosting/orderOptions.ts';
import { messages, orderNotes, orderSteps, whenAnswered } from '../../shared/messages.ts';
import { obligationOf, priceText } from '../../shared/orderMessage.ts';
import type { Submission } from '../outbox/submission.ts';
import { type Detail, type Mail, type MailAddresses, type MailContent, mailAbout, receivedFormat } from './mail.ts';

function heading(text: string): string {
  return `${text}\n${'-'.repeat(text.length)}`;
}

/** Matches names that no mail program shows as a link or phone number. Otherwise a spammer could have us mail a link to anybody. */
const plainName = /^[\p{Script=Latin}\p{M}'’-]+(?: [\p{Script=Latin}\p{M}'’-]+){0,2}$/u;

function greeting({ name }: Submission): string {
  // A name with variants of ordinary characters, such as ligatures or wide letters, is not plain. NFKC replaces them, NFC does not.
  const isPlain = name.normalize('NFC') === name.normalize('NFKC') && name.length <= 40 && plainName.test(name);
  return isPlain ? `Hello ${name},` : 'Hello,';
}

/** What the catalogue itself says of the ordered plan and choices. Leaves out all else, because an order may be forged. */
function catalogueFacts({ planId, orderedPrice, dataCentre, operatingSystem }: Submission): Detail[] {
  const offer = planId === null ? undefined : planById(planId);
  if (!offer) return [];
  const { family, plan } = offer;
  const price = orderedPrices(family, plan).find((offered) => offered === orderedPrice);
  const choices = { dataCentre: dataCentre ?? '', operatingSystem: operatingSystem ?? '' };
  return [
    ['Plan', `${family.name}, ${plan.name}`],
    ...(price === undefined ? [] : [['Price', priceText(price)] as const]),
    ['Details', planDetails(family, plan).slice(`${family.name}: `.length)],
    ...optionLines(choices).map((line) => line.split(': ') as [label: string, value: string]),
  ];
}

function familyOf(planId: string | null) {
  return planId === null ? undefined : planById(planId)?.family;
}

/** What the sender has sent, for sentences: an order, a request for a quote, or a message. */
function nounOf({ kind, planId }: Submission): string {
  if (kind !== 'order') return 'message';
  return familyOf(planId)?.showsPrices === false ? 'request' : 'order';
}

/** Confirms a submission to its sender, with no words of his but a plain name: docs/decisions/0033-confirmation-mail.md */
export function composeConfirmation(content: MailContent, addresses: MailAddresses): Mail {
  const { submission } = content;
  const { kind, reference, receivedAt, email } = submission;
  const { headers, ...mail } = mailAbout(content, addresses);
  const noun = nounOf(submission);
  const family = familyOf(submission.planId);
  const obligation = family ? obligationOf(family, submission.orderedPrice ?? '') : orderNotes.order;
  const received: Detail = ['Received', receivedFormat.format(receivedAt)];
  const facts: readonly Detail[] = [['Reference', reference], received, ...catalogueFacts(submission)];
  const afterwards =
    kind === 'order'
      ? [
          messages.orderSubmitted.description,
          orderSteps.steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
          `This mail only says that your ${noun} has arrived. ${obligation}`,
        ]
      : [messages.messageSent.description, whenAnswered];
  const paragraphs = [
    greeting(submission),
    `Your ${noun} has reached ${company.name}.`,
    facts.map(([label, value]) => `${`${label}:`.padEnd(18)}${value}`).join('\n'),
    heading(orderSteps.title),
    ...afterwards,
    heading('Something to Correct?'),
    `Answer this mail, or phone ${company.phone.display} (${openingHours}), and give the reference.`,
    heading('Not You?'),
    'Somebody may have typed your address by mistake, so this mail leaves out what was written. Ignore it, or answer it to tell us.',
    `${company.legalName}, registration number ${company.registrationNumber}`,
  ];
  return {
    ...mail,
    from: mail.from.includes('<') ? mail.from : { name: company.name, address: mail.from },
    to: { name: '', address: email },
    replyTo: addresses.mailTo,
    subject: `Your ${noun} has arrived [${reference}]`,
    // Stops out-of-office replies: https://www.rfc-editor.org/rfc/rfc3834#section-5
    headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
    fileName: `${reference}.confirmation`,
    text: `${paragraphs.join('\n\n')}\n`,
  };
}
