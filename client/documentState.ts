import type { State } from './store.ts';

/** What the server tells the browser about the document, as JSON in the element of this id. */
export type DocumentState = {
  /** Path and query of the page it shows. It may stand at another address, such as the one a form was posted to. */
  readonly page: string;
  readonly store: Partial<State>;
};

export const documentStateId = 'state';
