import { company } from '../../shared/company.ts';
import { flagsOf } from '../outbox/flags.ts';
import type { Submission } from '../outbox/store.ts';
import { flagPrefix, type Mail, type MailAddresses, type MailContent, mailHeaders, submissionLines } from './mail.ts';

// Where a mail program may break a line: https://www.unicode.org/reports/tr14/#BK
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** One mail about several submissions. It has no Reply-To: that would choose one of their senders. */
export function composeDigest({ messageId, submissions }: MailContent, { mailFrom, mailTo }: MailAddresses): Mail {
  const references = submissions.map(({ reference }) => reference);
  // Of the others, erased ones may have gone.
  const amount = submissions.length === 1 ? '1 submission' : `${submissions.length} submissions`;
  const flags = [...new Set(submissions.flatMap(flagsOf))];
  const section = (submission: Submission): string[] => {
    const { known, sent } = submissionLines(submission);
    return [
      '',
      `==== ${submission.reference} ====`,
      '',
      ...known,
      ...sent
        .join('\n')
        .split(lineEnd)
        .map((line) => `> ${line}`),
    ];
  };
  return {
    from: mailFrom,
    to: mailTo,
    subject: `${flagPrefix(flags)}${amount} in one mail`,
    messageId,
    date: new Date(Math.max(...submissions.map(({ receivedAt }) => receivedAt))),
    headers: mailHeaders(references),
    fileName: messageId.slice(1, messageId.indexOf('@')),
    text: [
      `${amount} from the ${company.name} website.`,
      'Very many are coming in, so those with a flag share a mail. What visitors sent has a > before each line; to answer',
      'one of them, write to the address that stands there.',
      '',
      ...submissions.map(({ reference, kind }) => `  ${reference}  ${kind}`),
      ...submissions.flatMap(section),
      '',
    ].join('\n'),
  };
}
