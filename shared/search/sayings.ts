import { paths } from '../paths.ts';
import { termsOf } from './terms.ts';

/** Words around what a visitor asks for. A query with other words is searched for without these. */
const fillers = wordsOf('please much really very good best looking find tell show give buy order');

/** Words that ask what something costs. The plans come first, and the other words are searched for. */
const priceWords = wordsOf('price pricing cost cheap cheapest affordable expensive rate fee');

/** Plain phrases, and the page that they mean. A query means it if it has all words of a phrase, in any order. */
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
  /** The page that comes first. */
  readonly path?: string | undefined;
  readonly wantsPrices: boolean;
};

/** What a query in plain words asks for. */
export function readQuery(query: string): Asked {
  const all = termsOf(query);
  const words = query
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/\p{L}+/gu);
  const says = (phrase: string) => phrase.split(' ').every((word) => words?.includes(word));
  const path = Object.keys(phrases).find((address) => phrases[address]?.some(says));
  const terms = all.filter((term) => !(fillers.has(term) || priceWords.has(term)));
  return terms.length > 0
    ? { terms, path, wantsPrices: all.some((term) => priceWords.has(term)) }
    : { terms: all, path, wantsPrices: false };
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
