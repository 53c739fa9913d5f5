import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { legalDocuments } from '../../shared/legal/documents.ts';
import type { LegalDocumentId } from '../../shared/legal/list.ts';
import { layoutDocument } from './layoutDocument.ts';

/** What is true of a document's file, as it was written. */
export type DocumentFile = {
  readonly id: LegalDocumentId;
  readonly filename: string;
  readonly bytes: number;
  readonly pages: number;
  readonly version: string;
  readonly reviewed: string;
};

/** The name of the index beside the PDFs: a `DocumentFile[]` as JSON. */
export const documentIndex = 'documents.json';

/** Writes every legal document as a PDF into `directory`, with an index of the files. Same texts, same bytes. */
export async function writeDocuments(directory: string): Promise<DocumentFile[]> {
  await mkdir(directory, { recursive: true });
  const files: DocumentFile[] = [];
  for (const document of legalDocuments) {
    const { id, filename, version, reviewed } = document;
    const { bytes, pages } = await layoutDocument(document);
    await writeFile(join(directory, filename), bytes);
    files.push({ id, filename, bytes: bytes.length, pages, version, reviewed });
  }
  await writeFile(join(directory, documentIndex), `${JSON.stringify(files, null, 2)}\n`);
  return files;
}

if (import.meta.main) {
  const [directory] = process.argv.slice(2);
  if (!directory) {
    console.error('Usage: node server/documents/writeDocuments.ts DIRECTORY');
    process.exit(1);
  }
  const files = await writeDocuments(directory);
  for (const { filename, pages, bytes } of files)
    console.log(`${join(directory, filename)}: ${pages} pages, ${bytes} bytes`);
}
