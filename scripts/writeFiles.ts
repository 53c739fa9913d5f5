// Writes the PDFs and the sharing pictures to `dist`. The same texts give the same bytes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { legalDocuments } from '../shared/legal/catalogue.ts';
import type { DocumentFile } from '../shared/legal/legalDocument.ts';
import { sharePath } from '../shared/paths.ts';
import { layoutDocument } from './documents/layoutDocument.ts';
import { layoutPicture } from './sharePictures/layoutPicture.ts';
import { pageSubjects } from './sharePictures/pageSubjects.ts';

function newFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

/** Writes every legal document as a PDF, and the list of these files for webpack.config.ts: pages show the sizes of the PDFs. */
export async function writeDocuments(): Promise<void> {
  newFolder('dist/documents');
  const files: DocumentFile[] = [];
  for (const legalDocument of legalDocuments) {
    const { id, title, description, version } = legalDocument;
    const { bytes, pages } = await layoutDocument(legalDocument);
    writeFileSync(`dist/documents/${id}.pdf`, bytes);
    files.push({ id, title, description, version, bytes: bytes.length, pages });
  }
  writeFileSync('dist/documents.json', JSON.stringify(files));
}

/** Writes the sharing picture of every page as a PNG. */
export async function writeSharePictures(): Promise<void> {
  newFolder('dist/share');
  // With only 64 colours, the drawings look the same to the eye, and the files have a third of the bytes.
  const palette = { palette: true, colours: 64, quality: 80, dither: 0 };
  const write = (svg: string, file: string) => sharp(Buffer.from(svg)).png(palette).toFile(file);
  await Promise.all(pageSubjects.map((subject) => write(layoutPicture(subject), `dist${sharePath(subject.path)}`)));
}
