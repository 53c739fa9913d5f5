import { afterEach, expect, jest, test } from '@jest/globals';
import { memoryStore } from '../../server/http/clientLimit.ts';

const minute = 60_000;
afterEach(() => void jest.restoreAllMocks());

test.each([
  ['ahead', 30 * 24 * 60 * minute],
  ['behind', -30 * 24 * 60 * minute],
])('a clock that is set %s changes no count, and nobody waits longer than a window', async (_where, shift) => {
  const store = memoryStore();
  store.init?.({ windowMs: minute } as never);
  await store.increment('client');
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + shift);
  const { totalHits, resetTime } = await store.increment('client');
  expect(totalHits).toBe(2);
  const left = Number(resetTime) - (now + shift);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(minute);
});
