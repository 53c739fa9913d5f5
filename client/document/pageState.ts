import type { State } from '../store.ts';

/** What the server tells the browser about the page, as JSON in the document. */
export type PageState = {
  /** Path and query of the page. The document may stand at another address, such as the one a form was posted to. */
  readonly address: string;
  /** The addresses of the page's scripts, in any order. */
  readonly scripts: readonly string[];
  readonly store: Partial<State>;
};

/** The id of the element that holds the page state. */
export const pageStateId = 'page-state';

/** The page state of the current document. */
export function readPageState(): PageState {
  return JSON.parse(document.getElementById(pageStateId)?.textContent ?? '') as PageState;
}
