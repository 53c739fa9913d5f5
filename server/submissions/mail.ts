import { company } from '../../shared/company.ts';
import { planById } from '../../shared/hosting/catalogue.ts';
import { shownPrice } from '../../shared/hosting/family.ts';
import { submissionHeaders } from '../../shared/submission.ts';
import { unsafeCharacters } from '../escapeCharacters.ts';
import { type Mark, markMeanings, marksOf } from './marks.ts';
import type { Submission } from './store.ts';

export type Mail = {
  readonly from: string;
  readonly to: string;
  readonly replyTo?: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly messageId: string;
  readonly date: Date;
  readonly text: string;
  readonly headers: { readonly [name: string]: string | string[] };
  /** What it is called where mails are files. */
  readonly fileName: string;
};

const receivedFormat = new Intl.DateTimeFormat('en-ZA', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** The lines that say what the catalogue knows of an order, and where what was sent differs from it. */
function catalogueLines(submission: Submission): string[] {
  if (submission.kind !== 'order') return [];
  const known = submission.planId === null ? undefined : planById(submission.planId);
  if (!known) return ['CHECK: the plan in this order is not in the catalogue.', ''];
  const { family, plan } = known;
  const yearly = plan.yearlyPrice ? `, ${plan.yearlyPrice} a year` : '';
  const price = `Catalogue: ${family.name}, ${plan.name}, ${plan.price} a month${yearly}`;
  const sentPrice = submission.orderedPrice ?? '';
  const differs = sentPrice !== shownPrice(family, plan);
  return [
    price,
    ...(differs
      ? [`CHECK: the order says "${quotable(sentPrice)}" where the catalogue says "${shownPrice(family, plan)}".`]
      : []),
    '',
  ];
}

/**
 * A line as it looks: without characters that do something else than show, and without runs of spaces, which would push
 * what follows them to where a line of ours could begin. What begins like an encoded word would be decoded by the
 * reader's program and bring all that back (RFC 2047 §2).
 */
function plainLine(line: string): string {
  return line.replace(unsafeCharacters, ' ').replace(/\s+/g, ' ').replaceAll('=?', '= ?').trim();
}

/** What a visitor typed within a line of ours: short, and without the quotes that it stands in. */
function quotable(text: string): string {
  return plainLine(text).replaceAll('"', "'").slice(0, 40).toWellFormed();
}

/** Square brackets are the site's own in a subject: marks and the reference stand in them. So is what looks like them. */
function inRoundBrackets(text: string): string {
  return text.replace(/\p{Ps}/gu, '(').replace(/\p{Pe}/gu, ')');
}

/** A name that shows an address would be read as the sender's, and many programs show the name alone. */
function displayName(name: string): string {
  return name.normalize('NFKC').includes('@') ? '' : name;
}

type Detail = readonly [label: string, value: string];
function detailLine([label, value]: Detail): string {
  return `${`${label}:`.padEnd(11)}${value}`;
}

/** Keeps out-of-office replies from answering the website (RFC 3834), and names the submissions that a mail is about. */
export function mailHeaders(references: readonly string[]): Mail['headers'] {
  return {
    'Auto-Submitted': 'auto-generated',
    [submissionHeaders.reference]: [...references],
  };
}

/** The marks as they stand in a subject, before all else. */
export function markPrefix(marks: readonly Mark[]): string {
  return marks.map((mark) => `[${mark}] `).join('');
}

/** The lines of a mail about a submission: what the site knows of it, and what the visitor sent. */
export function submissionLines(submission: Submission): { readonly known: string[]; readonly sent: string[] } {
  const marks = marksOf(submission);
  const known: Detail[] = [
    ['Received', receivedFormat.format(submission.receivedAt)],
    ['Reference', submission.reference],
  ];
  if (marks.length > 0) known.push(['Marks', marks.map((mark) => `${mark} (${markMeanings[mark]})`).join(', ')]);
  const sent: Detail[] = [
    ['Name', plainLine(submission.name)],
    ['Email', submission.email],
    ['Phone', plainLine(submission.phone) || '(none given)'],
    ['Company', plainLine(submission.company) || '(none given)'],
  ];
  return {
    known: [...known.map(detailLine), '', ...catalogueLines(submission)],
    sent: [...sent.map(detailLine), '', submission.message],
  };
}

/** The notification to the operator: plain text, answered to the visitor by Reply. */
export function composeMail(submission: Submission, from: string, to: string): Mail {
  const { kind, reference, email } = submission;
  const name = plainLine(submission.name);
  const plan = plainLine(submission.orderedPlan ?? '')
    .slice(0, 80)
    .toWellFormed();
  const what = kind === 'order' ? `Order ${plan}`.trim() : 'Message';
  const { known, sent } = submissionLines(submission);
  return {
    from,
    to,
    replyTo: { name: displayName(name), address: email },
    subject: `${markPrefix(marksOf(submission))}${inRoundBrackets(`${what} from ${name}`)} [${reference}]`,
    messageId: submission.messageId,
    date: new Date(submission.receivedAt),
    headers: mailHeaders([reference]),
    fileName: reference,
    text: [
      kind === 'order' ? 'An order from the website.' : 'A message from the website.',
      `${company.name} website. Answering this mail writes to ${email}.`,
      '',
      ...known,
      '---- All below this line is what the visitor sent ----',
      '',
      ...sent,
      '',
    ].join('\n'),
  };
}
