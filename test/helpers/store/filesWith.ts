import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files below a directory that contain a text. Reading ends this process's SQLite locks, so close its databases before. */
export function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))
    .map((file) => path.relative(directory, file));
}
