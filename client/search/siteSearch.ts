import type { SearchDocument } from '../../shared/search/searchDocument.ts';
import { createSearch } from './searchIndex.ts';

declare const SEARCH_DOCUMENTS: readonly SearchDocument[];

/** Searches this site. webpack's DefinePlugin inserts the documents, because the texts from which they are made are much larger. */
export const search = createSearch(SEARCH_DOCUMENTS);
