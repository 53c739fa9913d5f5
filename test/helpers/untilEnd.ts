import { rmSync } from 'node:fs';
import { afterAll } from '@jest/globals';
import { newDataDirectory } from './site/site.ts';

const started: { readonly stop: () => Promise<unknown> }[] = [];

afterAll(async () => {
  for (const each of started.reverse()) await each.stop();
});

/** Stops what a test file has started after the file's last test, the latest first. */
export async function untilEnd<Started extends { readonly stop: () => Promise<unknown> }>(
  starting: Promise<Started>,
): Promise<Started> {
  const each = await starting;
  started.push(each);
  return each;
}

/** A new data directory, which is removed after the file's last test. */
export function directoryUntilEnd(): string {
  const directory = newDataDirectory();
  started.push({ stop: async () => rmSync(directory, { recursive: true, force: true }) });
  return directory;
}
