import { legalDocuments } from '../../../shared/legal/catalogue.ts';
import { searchDocuments } from '../../../shared/search/documents.ts';

// In a build, webpack's DefinePlugin inserts these constants. Tests run the sources without a build.
Object.assign(globalThis, { DOCUMENT_FILES: legalDocuments, SEARCH_DOCUMENTS: searchDocuments });
