import type { NewSubmission, Submission } from './submission.ts';

/** A warning about a submission for the operator. The server keeps and delivers a flagged submission like any other. */
export type Flag = 'suspect' | 'unverified';

export const flagMeanings: Readonly<Record<Flag, string>> = {
  suspect: 'it looks like spam',
  unverified: 'it came without a solved captcha',
};

const link = /https?:\/\/|www\./i;

/** A name or company that contains a link is spam. */
export function looksLikeSpam({ name, company }: Pick<NewSubmission, 'name' | 'company'>): boolean {
  return link.test(name) || link.test(company);
}

/** The flags of a submission, in the order in which the subject of its mail shows them. */
export function flagsOf({ suspect, verified }: Pick<Submission, 'suspect' | 'verified'>): Flag[] {
  return [...(suspect ? (['suspect'] as const) : []), ...(verified ? [] : (['unverified'] as const))];
}
