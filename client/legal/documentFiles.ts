import type { DocumentFile } from '../../shared/legal/legalDocument.ts';

declare const DOCUMENT_FILES: readonly DocumentFile[];

/** The PDFs that this build wrote; webpack's DefinePlugin inserts them. */
export const documentFiles: readonly DocumentFile[] = DOCUMENT_FILES;

/** A size such as `56 KB`. 1 KB is 1000 bytes. */
export function fileSize(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1000))} KB`;
}
