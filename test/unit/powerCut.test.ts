// A power cut keeps only what was synced. So this test records each sync, and what the file held at that time.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

test('a file is replaced when its new content is on the disk, and then its folder is synced', async () => {
  const folder = directoryUntilEnd();
  const file = path.join(folder, 'file');
  writeFileSync(file, 'old');
  const synced: string[][] = [];
  const syncToDisk = (entry: string) => synced.push([entry, readFileSync(file, 'utf8')]);
  jest.unstable_mockModule('../../server/lib/syncToDisk.ts', () => ({ syncToDisk }));
  const { putInPlace } = await import('../../server/operations/backups/backup.ts');
  putInPlace(file, (draft) => writeFileSync(draft, 'new'));
  expect(synced.map((each) => each.join())).toEqual([`${file}.unfinished,old`, `${folder},new`]);
});
