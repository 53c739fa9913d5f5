import { mkdirSync } from 'node:fs';
import sharp from 'sharp';
import { sharePath } from '../../shared/paths.ts';
import { layoutPicture } from './layoutPicture.ts';
import { pageSubjects } from './pageSubjects.ts';

/** Writes the sharing picture of every page as a PNG into `dist`. The same texts give the same bytes. */
export async function writeSharePictures(): Promise<void> {
  mkdirSync('dist/share', { recursive: true });
  // A palette of the few colours that the eye tells apart in a drawing: a third of the bytes.
  const palette = { palette: true, colours: 64, quality: 80, dither: 0 };
  await Promise.all(
    pageSubjects.map((subject) =>
      sharp(Buffer.from(layoutPicture(subject)))
        .png(palette)
        .toFile(`dist${sharePath(subject.path)}`),
    ),
  );
}
