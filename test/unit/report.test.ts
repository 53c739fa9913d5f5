import { expect, test } from '@jest/globals';
import { durationOf, quantileOf, sorted } from '../../server/operations/report/numbers.ts';

test.each([
  [0, '0 ms'],
  [0.344, '0.344 ms'],
  [1000, '1 s'],
  [61_000, '1.02 min'],
  [90 * 60_000, '1.5 h'],
  [3.5 * 86_400_000, '3.5 d'],
])('the report writes %d milliseconds as %s', (milliseconds, text) => {
  expect(durationOf(milliseconds).replaceAll('\u00a0', ' ')).toBe(text);
});

test('a percentile is the smallest value that enough of the values do not exceed', () => {
  const values = sorted([30, 4], [], [200, 1]);
  expect([0.5, 0.75, 0.76, 1].map((share) => quantileOf(values, share))).toEqual([4, 30, 200, 200]);
  expect(quantileOf(sorted(), 0.5)).toBeUndefined();
});
