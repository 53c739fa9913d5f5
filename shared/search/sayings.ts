import { paths } from '../paths.ts';
import { termsOf, wordsOf } from './terms.ts';

/** Words that say nothing about what a visitor looks for. The search ignores these words, unless a query has no other word. */
const fillers = wordsOf('please much really very good best looking find tell show give buy order');

/** Words that ask for a price. With such a word, plans come first among the results. */
const priceWords = wordsOf('price pricing cost cheap cheapest affordable expensive rate fee');

/** Everyday phrases, by the path of a page. A query means the page if the query has all words of a phrase, in any order. */
const phrases: { readonly [path: string]: readonly string[] } = {
  [paths.support]: [
    ...['down', 'outage', 'offline', 'broken', 'crashed', 'not working', 'doesnt work', 'stopped working'],
    ...['no internet', 'no email', 'cant connect', 'cant send', 'who phone', 'who call', 'phone you', 'call you'],
  ],
  [paths.about]: ['who are you', 'about you', 'who is behind'],
  [paths.contact]: ['where are you'],
};

export type Asked = {
  readonly terms: readonly string[];
  /** The path of the page that the query means. This page comes first among the results. */
  readonly path?: string | undefined;
  readonly wantsPrices: boolean;
};

/** Reads a query in everyday words: which terms to search, which page is meant, and whether the visitor wants prices. */
export function readQuery(query: string): Asked {
  const all = termsOf(query);
  const words = query
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/\p{L}+/gu);
  const hasAllOf = (phrase: string) => phrase.split(' ').every((word) => words?.includes(word));
  const path = Object.keys(phrases).find((address) => phrases[address]?.some(hasAllOf));
  const terms = all.filter((term) => !(fillers.has(term) || priceWords.has(term)));
  return terms.length > 0
    ? { terms, path, wantsPrices: all.some((term) => priceWords.has(term)) }
    : { terms: all, path, wantsPrices: false };
}
