import type { NewSubmission, Submission } from './store.ts';

export type Mark = 'suspect' | 'unverified';

export const markMeanings: Readonly<Record<Mark, string>> = {
  suspect: 'it looks like spam',
  unverified: 'it came without a solved captcha',
};

const link = /https?:\/\/|www\./i;

/** Nobody's name is a link. Such a submission is kept and delivered all the same. */
export function looksLikeSpam({ name, company }: Pick<NewSubmission, 'name' | 'company'>): boolean {
  return link.test(name) || link.test(company);
}

/** What an operator should know of a submission at a glance. */
export function marksOf({ suspect, verified }: Pick<Submission, 'suspect' | 'verified'>): Mark[] {
  return [...(suspect ? (['suspect'] as const) : []), ...(verified ? [] : (['unverified'] as const))];
}
