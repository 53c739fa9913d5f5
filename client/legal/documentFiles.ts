import type { DocumentFile } from '../../shared/legal/legalDocument.ts';

declare const DOCUMENT_FILES: readonly DocumentFile[];

/** The list of the PDFs that this build wrote. webpack's DefinePlugin inserts the list. */
export const documentFiles: readonly DocumentFile[] = DOCUMENT_FILES;
