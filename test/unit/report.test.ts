import { expect, test } from '@jest/globals';
import { durationOf, quantilesOf } from '../../server/operations/report/numbers.ts';

test.each([
  [0, '0 ms'],
  [0.344, '0.344 ms'],
  [1000, '1 s'],
  [61_000, '61 s'],
])('the report writes %d milliseconds as %s', (milliseconds, text) => {
  expect(durationOf(milliseconds).replaceAll('\u00a0', ' ')).toBe(text);
});

test('a percentile is the smallest value that enough of the values do not exceed', () => {
  expect(quantilesOf([30, 4, 200, 1], [0.5, 0.75, 0.76, 1])).toEqual([4, 30, 200, 200]);
});
