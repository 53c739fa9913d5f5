import { legalDocuments } from '../../../shared/legal/catalogue.ts';
import { searchDocuments } from '../../../shared/search/documents.ts';

// Tests run the sources without a build, in which webpack's DefinePlugin inserts these constants.
Object.assign(globalThis, { DOCUMENT_FILES: legalDocuments, SEARCH_DOCUMENTS: searchDocuments });
