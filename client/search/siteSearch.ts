import type { SearchDocument } from '../../shared/search/searchDocument.ts';
import { createSearch } from './searchIndex.ts';

declare const SEARCH_DOCUMENTS: readonly SearchDocument[];

/** Searches this site. webpack's DefinePlugin inserts the documents, because their records are several times larger. */
export const search = createSearch(SEARCH_DOCUMENTS);
