import { mkdirSync, writeFileSync } from 'node:fs';
import { legalDocuments } from '../../shared/legal/catalogue.ts';
import type { DocumentFile } from '../../shared/legal/legalDocument.ts';
import { layoutDocument } from './layoutDocument.ts';

/**
 * Writes every legal document as a PDF into `dist`, and the list of these files for webpack.config.ts, because pages show
 * their sizes. The same texts give the same bytes.
 */
export async function writeDocuments(): Promise<void> {
  mkdirSync('dist/documents', { recursive: true });
  const files: DocumentFile[] = [];
  for (const legalDocument of legalDocuments) {
    const { id, title, description, version } = legalDocument;
    const { bytes, pages } = await layoutDocument(legalDocument);
    writeFileSync(`dist/documents/${id}.pdf`, bytes);
    files.push({ id, title, description, version, bytes: bytes.length, pages });
  }
  writeFileSync('dist/documents.json', JSON.stringify(files));
}
