import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { sharePath } from '../../shared/paths.ts';
import { indexedPng } from './indexedPng.ts';
import { layoutPicture, size } from './layoutPicture.ts';
import { pageSubjects } from './pageSubjects.ts';

/** Writes the sharing picture of every page as a PNG into `directory`. The same texts give the same bytes. */
export async function writeSharePictures(directory: string): Promise<void> {
  await initWasm(await readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  for (const subject of pageSubjects) {
    const drawing = new Resvg(layoutPicture(subject), { font: { loadSystemFonts: false } });
    const { pixels } = drawing.render();
    drawing.free();
    await writeFile(
      join(directory, sharePath(subject.path).slice('/share/'.length)),
      indexedPng(pixels, size.width, size.height),
    );
  }
}
