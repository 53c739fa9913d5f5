// File systems that keep no rights: FAT refuses `chmod` and `chown`, and a network share may ignore `chmod`.
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const fs = await import('node:fs');
const chmodSync = jest.fn<typeof fs.chmodSync>();
const chownSync = jest.fn<typeof fs.chownSync>();
jest.unstable_mockModule('node:fs', () => ({ ...fs, chmodSync, chownSync }));
const { putInPlace } = await import('../../server/operations/backups/backup.ts');

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
