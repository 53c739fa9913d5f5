import type { DocumentFile } from '../../shared/legal/documentFile.ts';

declare const DOCUMENT_FILES: readonly DocumentFile[];

/** The files as the build has just written them; webpack puts them in this name's place. */
export const documentFiles: readonly DocumentFile[] = DOCUMENT_FILES;

/** `56 KB`, of 1000 bytes. */
export function fileSize(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / 1000))} KB`;
}
