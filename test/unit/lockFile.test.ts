import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { lockFile, missingEntries } from '../../scripts/completeLock.ts';

test('the lock file has an entry for each optional package, without which npm ci refuses it: npm run lock adds them', () => {
  expect([...missingEntries(JSON.parse(readFileSync(lockFile, 'utf8'))).keys()]).toEqual([]);
});
