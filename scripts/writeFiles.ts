import { writeFile } from 'node:fs/promises';
import { writeDocuments } from './documents/writeDocuments.ts';
import { writeSharePictures } from './sharePictures/writeSharePictures.ts';
import { hashOf, isStamped, writeStamp } from './stamps.mjs';

/** Does the work unless the folder in `dist` has its result for the sources as they are. */
async function once(folder: string, sources: readonly string[], work: () => Promise<void>): Promise<void> {
  const stamp = `dist/.${folder}`;
  const hash = hashOf(['package-lock.json', 'shared', ...sources]);
  if (isStamped(stamp, hash)) return;
  await work();
  writeStamp(stamp, hash);
}

/** Writes the legal documents into `dist`, and the sizes of their files, which pages show, for webpack.config.ts. */
export function writeDocumentsOnce(): Promise<void> {
  return once('documents', ['scripts/documents'], async () => {
    const documents = await writeDocuments('dist/documents');
    await writeFile('dist/documents.json', JSON.stringify(documents));
  });
}

/** Writes the sharing pictures into `dist`. */
export function writeSharePicturesOnce(): Promise<void> {
  return once('share', ['scripts/sharePictures', 'static/pictures'], () => writeSharePictures('dist/share'));
}
