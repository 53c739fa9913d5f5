import { parameters, searchPath } from '../paths.ts';

/** The longest query, in UTF-16 units. The rest is cut off. */
export const maxQueryLength = 100;

/** Characters that are removed from a query: control characters, unpaired surrogates, marks that turn the text's direction. */
const unreadable = /[\p{Cc}\p{Cs}\ufffd\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export function cleanQuery(text: string): string {
  // A cut may leave half of a character. The last `replace` removes this half.
  const cut = text.slice(0, 10 * maxQueryLength).replace(unreadable, ' ');
  return cut.trim().slice(0, maxQueryLength).replace(unreadable, '').trim();
}

/** The search words in a page's address, as `cleanQuery` returns them, or an empty text. `search`: the address from `?` on. */
export function queryOf(search: string): string {
  return cleanQuery(new URLSearchParams(search).get(parameters.query) ?? '');
}

/** The address of the search page for a query, encoded as browsers encode the search form. */
export function searchAddress(query: string): string {
  return query ? `${searchPath}?${new URLSearchParams({ [parameters.query]: query })}` : searchPath;
}
