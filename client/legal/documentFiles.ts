import type { DocumentFile } from '../../shared/legal/legalDocument.ts';

declare const DOCUMENT_FILES: readonly DocumentFile[];

/** The PDFs that this build wrote; webpack's DefinePlugin inserts them. */
export const documentFiles: readonly DocumentFile[] = DOCUMENT_FILES;
