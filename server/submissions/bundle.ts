import { createHash } from 'node:crypto';
import { company } from '../../shared/company.ts';
import { type Mail, mailHeaders, markPrefix, submissionLines } from './mail.ts';
import { marksOf } from './marks.ts';
import type { Submission } from './store.ts';

/** One mail about several submissions. It names each; Reply would have to choose one of their senders. */
export const composeBundle = (submissions: readonly [Submission, ...Submission[]], from: string, to: string): Mail => {
  const references = submissions.map(({ reference }) => reference);
  const marks = [...new Set(submissions.flatMap(marksOf))];
  // The same for the same submissions, so that a mail that was sent twice can be told.
  const id = createHash('sha256').update(references.toSorted().join()).digest('hex').slice(0, 16);
  const section = (submission: Submission): string[] => {
    const { known, sent } = submissionLines(submission);
    return ['', `==== ${submission.reference} ====`, '', ...known, ...sent.map((line) => `> ${line}`.trimEnd())];
  };
  return {
    from,
    to,
    subject: `${markPrefix(marks)}${submissions.length} submissions in one mail`,
    messageId: submissions[0].messageId.replace(/^<[^@]*/, `<bundle-${id}`),
    date: new Date(Math.max(...submissions.map(({ receivedAt }) => receivedAt))),
    headers: mailHeaders(references),
    fileName: `bundle-${id}`,
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
};
