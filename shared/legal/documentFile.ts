import type { LegalDocument } from './legalDocument.ts';

/** What the lists say of a document, and its file as it was written. */
export type DocumentFile = Pick<LegalDocument, 'id' | 'title' | 'description' | 'filename' | 'version' | 'reviewed'> & {
  readonly bytes: number;
  readonly pages: number;
};
