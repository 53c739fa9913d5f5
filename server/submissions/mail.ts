import { company } from '../../shared/company.ts';
import { planById, planByText } from '../../shared/hosting/catalogue.ts';
import { shownPrice } from '../../shared/hosting/family.ts';
import { readOrderMessage } from '../../shared/orderMessage.ts';
import { markMeanings, marksOf } from './marks.ts';
import type { Submission } from './store.ts';

export type Mail = {
  readonly from: string;
  readonly to: string;
  readonly replyTo: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly messageId: string;
  readonly date: Date;
  readonly text: string;
  /** Keeps out-of-office replies from answering the website (RFC 3834). */
  readonly headers: { readonly [name: string]: string };
};

const receivedFormat = new Intl.DateTimeFormat('en-ZA', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** The lines that say what the catalogue knows of an order, and where what was sent differs from it. */
const catalogueLines = (submission: Submission): string[] => {
  if (submission.kind !== 'order') return [];
  const sent = readOrderMessage(submission.message);
  const known = (submission.planId && planById(submission.planId)) || planByText(sent.plan, sent.details);
  if (!known) return ['CHECK: the plan in this order is not in the catalogue.', ''];
  const { family, plan } = known;
  const yearly = plan.yearlyPrice ? `, ${plan.yearlyPrice} a year` : '';
  const price = `Catalogue: ${family.name}, ${plan.name}, ${plan.price} a month${yearly}`;
  const differs = sent.price !== shownPrice(family, plan);
  return [
    price,
    ...(differs
      ? [`CHECK: the order says "${sent.price}" where the catalogue says "${shownPrice(family, plan)}".`]
      : []),
    '',
  ];
};

/**
 * A line as it looks: without control characters, and without what makes text run the other way and so lets a name
 * pass for something else (https://www.unicode.org/reports/tr9/#Explicit_Directional_Embeddings). What begins like an
 * encoded word would be decoded by the reader's program and bring all that back (RFC 2047 §2).
 */
const plainLine = (line: string): string =>
  line
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

/** The notification to the operator: plain text, answered to the visitor by Reply. */
export const composeMail = (submission: Submission, from: string, to: string): Mail => {
  const { kind, reference, email } = submission;
  const name = plainLine(submission.name);
  const what = kind === 'order' ? `Order ${plainLine(readOrderMessage(submission.message).plan)}`.trim() : 'Message';
  const details: [string, string][] = [
    ['Name', name],
    ['Email', email],
    ['Phone', plainLine(submission.phone) || '(none given)'],
    ['Company', plainLine(submission.company) || '(none given)'],
    ['Received', receivedFormat.format(submission.receivedAt)],
    ['Reference', reference],
  ];
  const marks = marksOf(submission);
  if (marks.length > 0) details.push(['Marks', marks.map((mark) => `${mark} (${markMeanings[mark]})`).join(', ')]);
  return {
    from,
    to,
    replyTo: { name, address: email },
    subject: `${marks.map((mark) => `[${mark}] `).join('')}${what.slice(0, 80).toWellFormed()} from ${name} [${reference}]`,
    messageId: submission.messageId,
    date: new Date(submission.receivedAt),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Reference': reference },
    text: [
      kind === 'order' ? 'An order from the website.' : 'A message from the website.',
      '',
      ...details.map(([label, value]) => `${`${label}:`.padEnd(11)}${value}`),
      '',
      ...catalogueLines(submission),
      submission.message,
      '',
      '-- ',
      `${company.name} website. Answering this mail writes to ${name}.`,
      '',
    ].join('\n'),
  };
};
