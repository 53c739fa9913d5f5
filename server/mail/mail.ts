import type { SendMailOptions } from 'nodemailer';
import { submissionHeaders } from '../../shared/submission.ts';
import { firstMessageId, type TakenMail } from '../outbox/mails.ts';

export type MailAddresses = { readonly mailFrom: string; readonly mailTo: string };

export type MailContent = Pick<TakenMail, 'messageId' | 'submission'>;

/** A mail of nodemailer. `fileName`: the name of its file without the extension, for the file transport. */
export type Mail = SendMailOptions & { readonly text: string; readonly fileName: string };

/** The format in which a mail shows when a submission was received, in South African time. */
export const receivedFormat = new Intl.DateTimeFormat('en-ZA', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

export type Detail = readonly [label: string, value: string];

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
