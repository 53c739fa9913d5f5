import { company } from '../../shared/company.ts';
import { planById } from '../../shared/hosting/catalogue.ts';
import { orderedPrices } from '../../shared/hosting/orderChoices.ts';
import { flagsOf } from '../outbox/flags.ts';
import type { Submission } from '../outbox/submission.ts';
import {
  type Detail,
  detailLine,
  factLines,
  flagPrefix,
  type Mail,
  type MailAddresses,
  type MailContent,
  mailHeaders,
  plainLine,
} from './mail.ts';

/** What the catalogue says of an order, with a CHECK line where the order differs. */
function catalogueLines(submission: Submission): string[] {
  if (submission.kind !== 'order') return [];
  const known = submission.planId === null ? undefined : planById(submission.planId);
  if (!known) return ['CHECK: the plan in this order is not in the catalogue.', ''];
  const { family, plan } = known;
  const yearly = plan.yearlyPrice ? `, ${plan.yearlyPrice} a year` : '';
  const price = `Catalogue: ${family.name}, ${plan.name}, ${plan.price} a month${yearly}`;
  const sentPrice = submission.orderedPrice ?? '';
  const prices = orderedPrices(family, plan);
  return [
    price,
    ...(prices.includes(sentPrice)
      ? []
      : [`CHECK: the order says "${quotable(sentPrice)}" where the catalogue says "${prices.join('" or "')}".`]),
    ...(submission.unknownLines?.split('\n') ?? []).map(
      (line) => `CHECK: the order has a line that the site does not write: "${quotable(line)}".`,
    ),
    '',
  ];
}

/** A visitor's text between double quotes in one of our lines: short, and without such quotes. */
function quotable(text: string): string {
  return plainLine(text).replaceAll('"', "'").slice(0, 40).toWellFormed();
}

/** In a subject, square brackets hold the site's own flags and reference. A visitor's brackets become round. */
function inRoundBrackets(text: string): string {
  return text.replace(/\p{Ps}/gu, '(').replace(/\p{Pe}/gu, ')');
}

/** Empty for a name with an address in it: many mail programs show the name alone, as if it were the address. */
function displayName(name: string): string {
  return name.normalize('NFKC').includes('@') ? '' : name;
}

/** The operator's notice of a submission, in plain text. Reply writes to the visitor. */
export function composeNotice({ messageId, submission }: MailContent, { mailFrom, mailTo }: MailAddresses): Mail {
  const { kind, reference, email } = submission;
  const name = plainLine(submission.name);
  const plan = plainLine(submission.orderedPlan ?? '')
    .slice(0, 80)
    .toWellFormed();
  const what = kind === 'order' ? `Order ${plan}`.trim() : 'Message';
  const sent: Detail[] = [
    ['Name', name],
    ['Email', email],
    ['Phone', plainLine(submission.phone) || '(none given)'],
    ['Company', plainLine(submission.company) || '(none given)'],
  ];
  return {
    from: mailFrom,
    to: mailTo,
    replyTo: { name: displayName(name), address: email },
    subject: `${flagPrefix(flagsOf(submission))}${inRoundBrackets(`${what} from ${name}`)} [${reference}]`,
    messageId,
    date: new Date(submission.receivedAt),
    headers: mailHeaders(reference),
    fileName: reference,
    text: [
      kind === 'order' ? 'An order from the website.' : 'A message from the website.',
      `${company.name} website. Answering this mail writes to ${email}.`,
      '',
      ...factLines(submission),
      '',
      ...catalogueLines(submission),
      '---- All below this line is what the visitor sent ----',
      '',
      ...sent.map(detailLine),
      '',
      submission.message,
      '',
    ].join('\n'),
  };
}
