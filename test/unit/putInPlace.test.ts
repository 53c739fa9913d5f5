// How a backup gets its place: over a power cut, and on file systems that keep no rights. FAT refuses `chmod` and `chown`, and
// a network share may ignore `chmod`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const fs = await import('node:fs');
const chmodSync = jest.fn(fs.chmodSync);
const chownSync = jest.fn(fs.chownSync);
const syncToDisk = jest.fn<(entry: string) => void>();
jest.unstable_mockModule('node:fs', () => ({ ...fs, chmodSync, chownSync }));
jest.unstable_mockModule('../../server/lib/syncToDisk.ts', () => ({ syncToDisk }));
const { putInPlace } = await import('../../server/operations/backups/backup.ts');

test('a file is replaced when its new content is on the disk, and then its folder is synced', () => {
  const folder = directoryUntilEnd();
  const file = path.join(folder, 'file');
  writeFileSync(file, 'old');
  // A power cut keeps only what was synced. So this test notes what the file holds at each sync.
  const synced: string[] = [];
  syncToDisk.mockImplementation((entry) => synced.push(`${entry},${readFileSync(file, 'utf8')}`));
  putInPlace(file, (draft) => writeFileSync(draft, 'new'));
  syncToDisk.mockReset();
  expect(synced).toEqual([`${file}.unfinished,old`, `${folder},new`]);
});

const refuse = () => {
  throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM', syscall: 'chmod' });
};

test.each([
  ['ignores chmod', 0o777, () => {}, ': mount it'],
  ['refuses chmod', 0o755, refuse, ' (EPERM: operation not permitted): mount it'],
])('a backup on a file system that %s is refused if all users could read it', (_what, mode, answer, words) => {
  chmodSync.mockImplementation(answer);
  const folder = directoryUntilEnd();
  const fill = (draft: string) => {
    writeFileSync(draft, 'a backup');
    fs.chmodSync(draft, mode);
  };
  const sentence = `All users could read a file in ${folder}, which keeps no rights${words} so that only you can read it`;
  expect(() => putInPlace(path.join(folder, 'file'), fill)).toThrow(sentence);
  expect(readdirSync(folder)).toEqual([]);
});

test('a backup on a file system without rights is made if it is mounted for its owner alone', () => {
  for (const change of [chmodSync, chownSync]) change.mockImplementation(refuse);
  const folder = directoryUntilEnd();
  putInPlace(path.join(folder, 'file'), (draft) => fs.chmodSync(draft, 0o700));
  expect(readdirSync(folder)).toEqual(['file']);
});
