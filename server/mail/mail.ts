import { submissionHeaders } from '../../shared/submission.ts';
import { unsafeCharacters } from '../lib/escapeCharacters.ts';
import { firstMessageId, type TakenMail } from '../outbox/mails.ts';
import { type Flag, flagsOf, type Submission } from '../outbox/submission.ts';

export type MailAddresses = { readonly mailFrom: string; readonly mailTo: string };

export type MailContent = Pick<TakenMail, 'messageId' | 'submission'>;

type NamedAddress = { readonly name: string; readonly address: string };

/** A mail with the fields of nodemailer, and the name of its file. */
export type Mail = {
  readonly from: string | NamedAddress;
  readonly to: string | NamedAddress;
  readonly replyTo?: string | NamedAddress;
  readonly subject: string;
  /** Undefined: nodemailer makes a Message-ID. */
  readonly messageId?: string;
  readonly references?: string;
  readonly text: string;
  readonly headers: { readonly [name: string]: string };
  /** The file's name without its extension, for the file transport. */
  readonly fileName: string;
};

/** The format in which a mail shows when a submission was received, in South African time. */
export const receivedFormat = new Intl.DateTimeFormat('en-ZA', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/**
 * Makes a text one harmless line. Replaces control characters. Shortens runs of spaces: where a mail program wraps the line, they
 * could make the visitor's words look like a line of ours. Breaks encoded words (RFC 2047 §2): a mail program would decode them.
 */
export function plainLine(line: string): string {
  return line.replace(unsafeCharacters, ' ').replace(/\s+/g, ' ').replaceAll('=?', '= ?').trim();
}

export type Detail = readonly [label: string, value: string];
export function detailLine([label, value]: Detail): string {
  return `${`${label}: `.padEnd(11)}${value}`;
}

/** The fields that all mails share. They lack `Auto-Submitted`: some servers bounce no mail that has it (docs/decisions/0041). */
export function mailAbout({ messageId, submission }: MailContent, { mailFrom }: MailAddresses) {
  const { reference, receivedAt } = submission;
  const first = firstMessageId(messageId);
  return {
    from: mailFrom,
    messageId,
    ...(first !== messageId && { references: first }),
    // nodemailer's `Date` is the time of sending: a mail server may refuse an old one.
    headers: {
      [submissionHeaders.reference]: reference,
      'X-Received': new Date(receivedAt).toUTCString().replace('GMT', '+0000'),
    },
  };
}

export function flagPrefix(submission: Submission): string {
  const flags = flagsOf(submission);
  return flags.map((flag) => `[${flag}] `).join('');
}

const flagMeanings: Readonly<Record<Flag, string>> = {
  suspect: 'it looks like spam',
  unverified: 'it came without a solved captcha',
};

/** Lines with the facts about a submission that the site itself knows: a visitor cannot forge these. */
export function factLines(submission: Submission): string[] {
  const flags = flagsOf(submission);
  const facts: Detail[] = [
    ['Received', receivedFormat.format(submission.receivedAt)],
    ['Reference', submission.reference],
  ];
  if (flags.length > 0) facts.push(['Flags', flags.map((flag) => `${flag} (${flagMeanings[flag]})`).join(', ')]);
  return facts.map(detailLine);
}
