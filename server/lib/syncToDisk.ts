import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the content of a file, or the entries of a folder, survive a power cut. */
export function syncToDisk(entry: string): void {
  using opened = new DisposableStack();
  fsyncSync(opened.adopt(openSync(entry, 'r'), closeSync));
}
