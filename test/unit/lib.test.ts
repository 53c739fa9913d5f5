import { expect, jest, test } from '@jest/globals';
import { readReference } from '../../server/lib/reference.ts';
import { lengthOf } from '../../server/lib/times.ts';

const calls: string[] = [];
const on = (name: string) => (argument: unknown) => calls.push(`${name} ${argument}`);
jest.unstable_mockModule('node:fs', () => ({ openSync: on('open'), fsyncSync: on('sync'), closeSync: on('close') }));

test.each([
  [59_999, '59 s'],
  [3_599_999, '59 min'],
  [86_399_999, '23 h 59 min'],
  [100_000_000, '1 d 3 h'],
])('%i ms are told as %s', (time, told) => expect(lengthOf(time)).toBe(told));

test('a mistyped reference is corrected', () => expect(readReference('oOiIl-7lm0o')).toBe('00111-71M00'));

test('a file or folder is synced to disk before it is closed', async () => {
  const { syncToDisk } = await import('../../server/lib/syncToDisk.ts');
  syncToDisk('backups');
  expect(calls).toEqual(['open backups', 'sync 1', 'close 1']);
});
