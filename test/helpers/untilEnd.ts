import { rmSync } from 'node:fs';
import { afterAll } from '@jest/globals';
import { newDataDirectory } from './site/site.ts';

const started = new AsyncDisposableStack();

afterAll(() => started.disposeAsync());

/** After the file's last test, stops what the file has started. What was started last is stopped first. */
export async function untilEnd<Started extends { stop: () => unknown }>(starting: Promise<Started>): Promise<Started> {
  const each = await starting;
  started.defer(async () => void (await each.stop()));
  return each;
}

/** A new data directory, which is removed after the file's last test. */
export function directoryUntilEnd(): string {
  const directory = newDataDirectory();
  started.defer(async () => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
