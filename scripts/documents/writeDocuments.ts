import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { legalDocuments } from '../../shared/legal/catalogue.ts';
import type { DocumentFile } from '../../shared/legal/legalDocument.ts';

import { layoutDocument } from './layoutDocument.ts';

/** Writes every legal document as a PDF into `directory`. The same texts give the same bytes. */
export async function writeDocuments(directory: string): Promise<DocumentFile[]> {
  await mkdir(directory, { recursive: true });
  const files: DocumentFile[] = [];
  for (const legalDocument of legalDocuments) {
    const { id, title, description, version } = legalDocument;
    const { bytes, pages } = await layoutDocument(legalDocument);
    await writeFile(join(directory, `${id}.pdf`), bytes);
    files.push({ id, title, description, version, bytes: bytes.length, pages });
  }
  return files;
}
