import { readFileSync } from 'node:fs';
import path from 'node:path';

const chunks = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../dist/client/chunks.json'), 'utf8'),
) as Record<string, readonly string[]>;

/** The addresses of the scripts of one of the build's named chunks. */
export function scriptsOf(chunk: string): readonly string[] {
  const files = chunks[chunk];
  if (!files) throw new Error(`There is no chunk ${chunk}`);
  return files.map((file) => `/assets/${file}`);
}
