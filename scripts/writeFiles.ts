// Writes what the build and the server need beside webpack's output: the legal documents and the sharing pictures.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeDocuments } from './documents/writeDocuments.ts';
import { writeSharePictures } from './sharePictures/writeSharePictures.ts';

const dist = path.resolve(import.meta.dirname, '../dist');
const documents = await writeDocuments(path.join(dist, 'documents'));
// The pages show the sizes of the files: webpack.config.ts reads them.
writeFileSync(path.join(dist, 'documents.json'), JSON.stringify(documents));
await writeSharePictures(path.join(dist, 'share'));
