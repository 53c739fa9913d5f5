import { company } from '../../shared/company.ts';
import { commandLine } from '../config/commandLine.ts';
import { flagsOf } from '../outbox/flags.ts';
import {
  detailLine,
  factLines,
  flagPrefix,
  type Mail,
  type MailAddresses,
  type MailContent,
  mailHeaders,
} from './mail.ts';

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
