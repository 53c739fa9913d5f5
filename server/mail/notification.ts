import { company } from '../../shared/company.ts';
import { rand } from '../../shared/hosting/amounts.ts';
import { planById } from '../../shared/hosting/catalogue.ts';
import { orderedPrices } from '../../shared/hosting/orderOptions.ts';
import { commandLine } from '../config/commandLine.ts';
import { unsafeCharacters } from '../lib/escapeCharacters.ts';
import { type Flag, flagsOf, type Submission } from '../outbox/submission.ts';
import { type Detail, type Mail, type MailAddresses, type MailContent, mailAbout, receivedFormat } from './mail.ts';

/**
 * Makes a text one harmless line. Replaces control characters. Shortens runs of spaces: where a mail program wraps the line, they
 * could make the visitor's words look like a line of ours. Breaks encoded words (RFC 2047 §2): a mail program would decode them.
 */
function plainLine(line: string): string {
  return line.replace(unsafeCharacters, ' ').replace(/\s+/g, ' ').replaceAll('=?', '= ?').trim();
}

function detailLine([label, value]: Detail): string {
  return `${`${label}: `.padEnd(11)}${value}`;
}

function flagPrefix(submission: Submission): string {
  const flags = flagsOf(submission);
  return flags.map((flag) => `[${flag}] `).join('');
}

const flagMeanings: Readonly<Record<Flag, string>> = {
  suspect: 'it looks like spam',
  unverified: 'it came without a solved captcha',
};

/** Lines with the facts about a submission that the site itself knows: a visitor cannot forge these. */
function factLines(submission: Submission): string[] {
  const flags = flagsOf(submission);
  const facts: Detail[] = [
    ['Received', receivedFormat.format(submission.receivedAt)],
    ['Reference', submission.reference],
  ];
  if (flags.length > 0) facts.push(['Flags', flags.map((flag) => `${flag} (${flagMeanings[flag]})`).join(', ')]);
  return facts.map(detailLine);
}

/** Lines with the plan and price of the catalogue, and a CHECK line for each difference between the order and the catalogue. */
function catalogueLines(submission: Submission): string[] {
  if (submission.kind !== 'order') return [];
  const offer = submission.planId === null ? undefined : planById(submission.planId);
  if (!offer) return ['CHECK: the plan in this order is not in the catalogue.', ''];
  const { family, plan } = offer;
  const yearly = plan.yearlyPrice ? `, ${rand(plan.yearlyPrice)} a year` : '';
  const price = `Catalogue: ${family.name}, ${plan.name}, ${rand(plan.price)} a month${yearly}`;
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

/** Prepares a visitor's text to stand between double quotes in a line of ours: short, and without double quotes. */
function quotable(text: string): string {
  return plainLine(text).replaceAll('"', "'").slice(0, 40).toWellFormed();
}

/** The operator's notification of a submission, in plain text. A reply goes to the visitor. */
export function composeNotification(content: MailContent, addresses: MailAddresses): Mail {
  const { submission } = content;
  const { kind, reference, email } = submission;
  const name = plainLine(submission.name);
  const plan = plainLine(submission.orderedPlan ?? '')
    .slice(0, 80)
    .toWellFormed();
  const title = kind === 'order' ? `Order ${plan}`.trim() : 'Message';
  // In a subject, square brackets hold the site's own flags and reference. A visitor's brackets become round.
  const subject = `${title} from ${name}`.replace(/\p{Ps}/gu, '(').replace(/\p{Pe}/gu, ')');
  const sent: Detail[] = [
    ['Name', name],
    ['Email', email],
    ['Phone', plainLine(submission.phone) || '(none given)'],
    ['Company', plainLine(submission.company) || '(none given)'],
  ];
  return {
    ...mailAbout(content, addresses),
    to: addresses.mailTo,
    // Many mail programs show only the name. With an `@` it would look like the address.
    replyTo: { name: name.normalize('NFKC').includes('@') ? '' : name, address: email },
    subject: `${flagPrefix(submission)}${subject} [${reference}]`,
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

/** Makes the mail that replaces a refused notification. It has no words of the visitor, but names the command that shows them. */
export function composeTextlessNotification(content: MailContent, addresses: MailAddresses): Mail {
  const { submission } = content;
  const { kind, reference } = submission;
  return {
    ...mailAbout(content, addresses),
    to: addresses.mailTo,
    subject: `${flagPrefix(submission)}The mail server refused ${kind === 'order' ? 'an order' : 'a message'} [${reference}]`,
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
