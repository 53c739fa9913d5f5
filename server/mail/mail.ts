import { company } from '../../shared/company.ts';
import { planById } from '../../shared/hosting/catalogue.ts';
import { orderedPrices } from '../../shared/hosting/orderChoices.ts';
import { submissionHeaders } from '../../shared/submission.ts';
import { commandLine } from '../config/commandLine.ts';
import { unsafeCharacters } from '../lib/escapeCharacters.ts';
import { type Flag, flagMeanings, flagsOf } from '../outbox/flags.ts';
import type { Claim, Submission } from '../outbox/store.ts';

export type MailAddresses = { readonly mailFrom: string; readonly mailTo: string };

/** What a mail of the site is about, under which Message-ID. */
export type MailContent = Pick<Claim, 'messageId' | 'submission'>;

/** The right side of the site's Message-IDs. */
export function mailDomainOf({ mailFrom }: Pick<MailAddresses, 'mailFrom'>): string {
  return /@([^\s<>@]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
}

type Mailbox = { readonly name: string; readonly address: string };

/** A mail as nodemailer takes it, and the name of its file. */
export type Mail = {
  readonly from: string;
  readonly to: string | Mailbox;
  readonly replyTo?: string | Mailbox;
  readonly subject: string;
  /** Undefined: nodemailer makes one. */
  readonly messageId?: string;
  readonly date: Date;
  readonly text: string;
  readonly headers: { readonly [name: string]: string };
  /** The file's name without its extension, for the file transport. */
  readonly fileName: string;
};

/** The day and time that a mail says a submission was received, in South Africa. */
export const receivedFormat = new Intl.DateTimeFormat('en-ZA', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

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

/**
 * A text as one harmless line: without control characters, without runs of spaces (they could push text to where one of
 * our lines begins) and without encoded words, which a mail program decodes (RFC 2047 §2).
 */
function plainLine(line: string): string {
  return line.replace(unsafeCharacters, ' ').replace(/\s+/g, ' ').replaceAll('=?', '= ?').trim();
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

type Detail = readonly [label: string, value: string];
function detailLine([label, value]: Detail): string {
  return `${`${label}:`.padEnd(11)}${value}`;
}

/** The header that names the submission of a mail. No `Auto-Submitted` to the operator: docs/decisions/0044. */
export function mailHeaders(reference: string): Mail['headers'] {
  return { [submissionHeaders.reference]: reference };
}

/** The flags as a subject begins with them. */
export function flagPrefix(flags: readonly Flag[]): string {
  return flags.map((flag) => `[${flag}] `).join('');
}

/** The site's own facts of a submission. */
function factLines(submission: Submission): string[] {
  const flags = flagsOf(submission);
  const facts: Detail[] = [
    ['Received', receivedFormat.format(submission.receivedAt)],
    ['Reference', submission.reference],
  ];
  if (flags.length > 0) facts.push(['Flags', flags.map((flag) => `${flag} (${flagMeanings[flag]})`).join(', ')]);
  return facts.map(detailLine);
}

/** The lines of a mail about a submission: the facts that the site knows, and the text that the visitor sent. */
export function submissionLines(submission: Submission): { readonly known: string[]; readonly sent: string[] } {
  const sent: Detail[] = [
    ['Name', plainLine(submission.name)],
    ['Email', submission.email],
    ['Phone', plainLine(submission.phone) || '(none given)'],
    ['Company', plainLine(submission.company) || '(none given)'],
  ];
  return {
    known: [...factLines(submission), '', ...catalogueLines(submission)],
    sent: [...sent.map(detailLine), '', submission.message],
  };
}

/** The operator's notice of a submission whose mail was refused for its text: nothing in it is the visitor's. */
export function composeTextlessNotice(
  { messageId, submission }: MailContent,
  { mailFrom, mailTo }: MailAddresses,
): Mail {
  const { kind, reference, receivedAt } = submission;
  const flags = flagsOf(submission);
  return {
    from: mailFrom,
    to: mailTo,
    subject: `${flagPrefix(flags)}The mail server refused ${kind === 'order' ? 'an order' : 'a message'} [${reference}]`,
    messageId,
    date: new Date(receivedAt),
    headers: mailHeaders(reference),
    fileName: `${reference}.notice`,
    text: [
      `${kind === 'order' ? 'An order' : 'A message'} from the ${company.name} website was refused by the mail server because of its text,`,
      'so this mail leaves the text out. It is kept; read it on the server, and answer its sender:',
      '',
      `  ${commandLine} show ${reference}`,
      '',
      ...factLines(submission),
      ...(submission.planId === null ? [] : [detailLine(['Plan', submission.planId])]),
      '',
    ].join('\n'),
  };
}

/** The operator's notice of a submission, in plain text. Reply writes to the visitor. */
export function composeNotice({ messageId, submission }: MailContent, { mailFrom, mailTo }: MailAddresses): Mail {
  const { kind, reference, email } = submission;
  const name = plainLine(submission.name);
  const plan = plainLine(submission.orderedPlan ?? '')
    .slice(0, 80)
    .toWellFormed();
  const what = kind === 'order' ? `Order ${plan}`.trim() : 'Message';
  const { known, sent } = submissionLines(submission);
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
      ...known,
      '---- All below this line is what the visitor sent ----',
      '',
      ...sent,
      '',
    ].join('\n'),
  };
}
