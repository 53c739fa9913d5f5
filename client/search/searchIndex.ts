import MiniSearch, { type SearchOptions } from 'minisearch';
import type { SearchDocument } from '../../shared/search/searchDocument.ts';
import { termsOf } from '../../shared/search/terms.ts';

export type Found = {
  readonly documents: readonly SearchDocument[];
  /** Whether nothing has all terms of the query: the documents only come near. */
  readonly isNear: boolean;
};

export type Search = (query: string) => Found;

/** The most terms of a query, and the most characters of a term. The rest is ignored, which bounds the time of a search. */
const limits = { terms: 8, term: 24 } as const;

/** The wrong letters that a term may have. Numbers have none. */
function typingErrors(term: string): number | false {
  if (term.length < 4 || /\p{N}/u.test(term)) return false;
  return term.length < 5 ? 1 : 2;
}

/** From the strictest to the widest. The first that finds something decides. */
const attempts: readonly (SearchOptions & { readonly isNear: boolean })[] = [
  { combineWith: 'AND', isNear: false },
  { combineWith: 'AND', fuzzy: typingErrors, isNear: false },
  { combineWith: 'OR', fuzzy: typingErrors, isNear: true },
];

/** A word in the name of a service's page means the service, rather than a plan or a legal document. */
const weights: { readonly [kind in SearchDocument['kind']]: number } = {
  Page: 1,
  Service: 1.2,
  Plan: 0.9,
  'Legal document': 0.8,
};

const fields = ['name', 'keywords', 'family', 'text', 'terms'] as const satisfies readonly (keyof SearchDocument)[];

/** Indexes the documents. Queries find whole terms, beginnings of terms and, if nothing else, misspelt terms. */
export function createSearch(documents: readonly SearchDocument[]): Search {
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
  const names = new Map(
    documents.map(({ address, name, family }) => [address, [name, `${name} ${family}`].map(keyOf)]),
  );

  return (query) => {
    const terms = [...new Set(termsOf(query).map((term) => term.slice(0, limits.term)))].slice(0, limits.terms);
    const key = keyOf(query);
    for (const { isNear, ...options } of attempts) {
      const results = index.search(terms.join(' '), options);
      const isNamed = (address: string) => (names.get(address)?.includes(key) ? 1 : 0);
      const found = results
        .toSorted((one, other) => isNamed(other.id) - isNamed(one.id))
        .flatMap(({ id }) => byAddress.get(id) ?? []);
      if (found.length > 0) return { documents: found, isNear };
    }
    return { documents: [], isNear: false };
  };
}

/** The same for texts with the same terms in any order. */
function keyOf(text: string): string {
  return termsOf(text).toSorted().join(' ');
}
