import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Writes what is in a file, or the names in a folder, to the disk. */
export function sync(entry: string): void {
  const descriptor = openSync(entry, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
