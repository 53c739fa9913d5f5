import MiniSearch, { type SearchOptions } from 'minisearch';
import { readQuery } from '../../shared/search/everydayWords.ts';
import { type SearchDocument, titleOf } from '../../shared/search/searchDocument.ts';
import { termsOf } from '../../shared/search/terms.ts';

type Found = {
  readonly documents: readonly SearchDocument[];
  /** True if documents are found, but none has all terms of the query. Each has some of the terms. */
  readonly isNear: boolean;
};

/** A search uses at most this many terms of a query and characters of a term. It ignores the rest, so that it is fast. */
const limits = { terms: 8, term: 24 } as const;

/** How many wrong letters a term may have. Short terms and numbers may have none. */
function typingErrors(term: string): number | false {
  if (term.length < 4 || /\p{N}/u.test(term)) return false;
  return term.length < 5 ? 1 : 2;
}

/** If one or more documents, but fewer than this, have all terms of a query, the search adds documents with some of the terms. */
const enough = 3;

/** A word in a service's name usually means the service. So services weigh more than plans and legal documents. */
const weights: { readonly [kind in SearchDocument['kind']]: number } = {
  Page: 1,
  Service: 1.2,
  Plan: 0.9,
  Answer: 0.4,
  'Legal document': 0.8,
};

const fields = ['name', 'keywords', 'family', 'text', 'terms'] as const satisfies readonly (keyof SearchDocument)[];

/** Indexes the documents. Queries find whole terms, beginnings of terms and, if this finds nothing, misspelt terms. */
export function createSearch(documents: readonly SearchDocument[]) {
  const byAddress = new Map(documents.map((document) => [document.address, document]));
  const index = new MiniSearch<SearchDocument>({
    idField: 'address',
    fields: [...fields],
    tokenize: (text) => [...termsOf(text)],
    processTerm: (term) => term,
    searchOptions: {
      prefix: true,
      boost: { name: 8, keywords: 4, family: 1.5, text: 2 },
      boostDocument: (address) => weights[byAddress.get(address)?.kind ?? 'Page'],
    },
  });
  index.addAll(documents);
  return (query: string): Found => {
    const { terms: asked, meant: names, wantsPrices, pricesAlone } = readQuery(query);
    const terms = [...new Set(asked.map((term) => term.slice(0, limits.term)))].slice(0, limits.terms);
    const find = (options: SearchOptions, wanted = terms) =>
      index.search(wanted.join(' '), options).flatMap(({ id }) => byAddress.get(id) ?? []);
    const exact = find({ combineWith: 'AND' });
    let found = exact;
    if (found.length > 0 && found.length < enough) found = [...found.filter(isPlan), ...find({ combineWith: 'OR' })];
    if (found.length === 0 && pricesAlone) found = documents.filter(priceOf);
    if (found.length === 0) found = find({ combineWith: 'AND', fuzzy: typingErrors });
    // The page may answer a question about another amount than its texts name, such as more users than the largest plan has.
    const words = terms.filter((term) => !/\p{N}/u.test(term));
    if (found.length === 0 && words.length < terms.length)
      found = find({ combineWith: 'AND' }, words).toSorted((one, other) => Number(isPlan(one)) - Number(isPlan(other)));
    const hasAll = found.length > 0;
    if (!hasAll) found = find({ combineWith: 'OR', fuzzy: typingErrors });

    const named = found.filter((document) => isNameOf(document, query));
    const meant = documents.filter(({ address, name }) => names.includes(address) || names.includes(name));
    // Several pages answer the same question.
    const answers = meant.filter(({ name }, index) => meant.findIndex((each) => each.name === name) === index);
    const priced = wantsPrices
      ? (exact.length > 0 ? exact : found).filter(priceOf).toSorted((one, other) => priceOf(one) - priceOf(other))
      : [];
    return {
      documents: [...new Set([...named, ...answers, ...priced, ...found])],
      isNear: !hasAll && meant.length === 0 && found.length > 0,
    };
  };
}

function isPlan({ kind }: SearchDocument): boolean {
  return kind === 'Plan';
}

/** The price of a plan, in rand a month. 0 if a document shows no price. */
function priceOf({ facts }: SearchDocument): number {
  return Number(/ R(\d+)/.exec(facts ?? '')?.[1] ?? 0);
}

function isNameOf(document: SearchDocument, query: string): boolean {
  const name = query.trim().toLowerCase();
  return [document.name, titleOf(document)].some((candidate) => candidate.toLowerCase() === name);
}
