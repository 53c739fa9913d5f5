import { parameters, searchPath } from '../paths.ts';

/** The longest query, in UTF-16 units. The rest is cut off. */
export const maxQueryLength = 100;

/** What is neither shown nor searched for: control characters, broken characters and marks that turn the text around. */
const unreadable = /[\p{Cc}\p{Cs}\ufffd\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A typed query without what nobody can read, trimmed and cut. */
export function cleanQuery(text: string): string {
  // A cut through a character leaves half of it.
  const cut = text.slice(0, 10 * maxQueryLength).replace(unreadable, ' ');
  return cut.trim().slice(0, maxQueryLength).replace(unreadable, '').trim();
}

/** The query of a page's address: the first one, cleaned; empty if there is none. `search`: from the `?` on. */
export function queryOf(search: string): string {
  return cleanQuery(new URLSearchParams(search).get(parameters.query) ?? '');
}

/** The search page with the results of a query, encoded as browsers encode the form; without one if it is empty. */
export function searchAddress(query: string): string {
  return query ? `${searchPath}?${new URLSearchParams({ [parameters.query]: query })}` : searchPath;
}
