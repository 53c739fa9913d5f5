import { company } from '../../shared/company.ts';
import { type Mail, mailHeaders, markPrefix, submissionLines } from './mail.ts';
import { marksOf } from './marks.ts';
import type { Submission } from './store.ts';

/** How long mail about a marked submission waits for more to leave with it, in milliseconds; and how many do. */
export const bundleWait = 5 * 60 * 1000;
export const mostBundled = 100;

// Where a mail program may break a line: https://www.unicode.org/reports/tr14/#BK
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

/** One mail about several submissions. It names each; Reply would have to choose one of their senders. */
export function composeBundle(submissions: readonly [Submission, ...Submission[]], from: string, to: string): Mail {
  const references = submissions.map(({ reference }) => reference);
  const marks = [...new Set(submissions.flatMap(marksOf))];
  const [{ bundle, messageId }] = submissions;
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
    from,
    to,
    subject: `${markPrefix(marks)}${submissions.length} submissions in one mail`,
    messageId: messageId.replace(/^<[^@]*/, `<bundle-${bundle?.toLowerCase()}`),
    date: new Date(Math.max(...submissions.map(({ receivedAt }) => receivedAt))),
    headers: mailHeaders(references),
    fileName: `bundle-${bundle}`,
    text: [
      `${submissions.length} submissions from the ${company.name} website.`,
      'Very many are coming in, so those with a mark share a mail. What visitors sent has a > before each line; to answer',
      'one of them, write to the address that stands there.',
      '',
      ...submissions.map(({ reference, kind }) => `  ${reference}  ${kind}`),
      ...submissions.flatMap(section),
      '',
    ].join('\n'),
  };
}
