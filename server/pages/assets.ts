import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Representation, represent } from './representation.ts';

/** What webpack wrote: the files of each named chunk, the entry `main` among them. */
export type ChunkFiles = { readonly [chunk: string]: readonly string[] };

export type Assets = {
  readonly chunks: ChunkFiles;
  /** By address: the hashed files below `/assets/`, and the files of `static` at the root. */
  readonly files: ReadonlyMap<string, Representation>;
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

const immutable = 'public, max-age=31536000, immutable';
const oneDay = 'public, max-age=86400';

/** Reads all files that are served as they are into memory: a few hundred kilobytes, compressed ahead by the build. */
export function readAssets(
  clientDirectory: string,
  staticDirectory: string,
  securityHeaders: Readonly<Record<string, string>>,
): Assets {
  const files = new Map<string, Representation>();

  const add = (address: string, file: string, cacheControl: string): void => {
    const type = types[path.extname(file)];
    if (!type) return;
    const headers = { ...securityHeaders, 'Content-Type': type, 'Cache-Control': cacheControl };
    const compressed = { br: readIfThere(`${file}.br`), gzip: readIfThere(`${file}.gz`) };
    files.set(address, represent(readFileSync(file), headers, compressed));
  };

  const assetDirectory = path.join(clientDirectory, 'assets');
  for (const name of readdirSync(assetDirectory)) add(`/assets/${name}`, path.join(assetDirectory, name), immutable);
  for (const name of readdirSync(staticDirectory)) {
    const file = path.join(staticDirectory, name);
    if (statSync(file).isFile()) add(`/${name}`, file, oneDay);
  }
  const chunks = JSON.parse(readFileSync(path.join(clientDirectory, 'chunks.json'), 'utf8')) as ChunkFiles;
  return { chunks, files };
}

function readIfThere(file: string): Buffer | undefined {
  return statSync(file, { throwIfNoEntry: false }) ? readFileSync(file) : undefined;
}
