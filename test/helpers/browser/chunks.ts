import { readFileSync } from 'node:fs';
import path from 'node:path';

const chunks = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../dist/client/chunks.json'), 'utf8'),
) as Record<string, readonly string[]>;

/** The URL paths of the scripts of a chunk. `chunk`: its name in the build. */
export function scriptsOf(chunk: string): readonly string[] {
  const files = chunks[chunk];
  if (!files) throw new Error(`There is no chunk ${chunk}`);
  return files.map((file) => `/assets/${file}`);
}
