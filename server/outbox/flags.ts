import type { NewSubmission, Submission } from './submission.ts';

/** What an operator should know at a glance. The server keeps and delivers a flagged submission like any other. */
export type Flag = 'suspect' | 'unverified';

export const flagMeanings: Readonly<Record<Flag, string>> = {
  suspect: 'it looks like spam',
  unverified: 'it came without a solved captcha',
};

const link = /https?:\/\/|www\./i;

/** Nobody's name is a link. */
export function looksLikeSpam({ name, company }: Pick<NewSubmission, 'name' | 'company'>): boolean {
  return link.test(name) || link.test(company);
}

/** The flags of a submission, in the order in which a subject shows them. */
export function flagsOf({ suspect, verified }: Pick<Submission, 'suspect' | 'verified'>): Flag[] {
  return [...(suspect ? (['suspect'] as const) : []), ...(verified ? [] : (['unverified'] as const))];
}
