import { legalDocuments } from '../../../shared/legal/catalogue.ts';

// In a build, webpack's DefinePlugin inserts it.
Object.assign(globalThis, { DOCUMENT_FILES: legalDocuments });
