import type { LegalDocument } from './legalDocument.ts';

/** A document's entry in lists, and its PDF's size. */
export type DocumentFile = Pick<LegalDocument, 'id' | 'title' | 'description' | 'version'> & {
  readonly bytes: number;
  readonly pages: number;
};
