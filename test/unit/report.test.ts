import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rowBars } from '../../server/operations/report/figures/plots.ts';
import { newHistogram, quantileError } from '../../server/operations/report/histogram.ts';
import { newLogStatistics } from '../../server/operations/report/logStatistics.ts';
import { durationOf } from '../../server/operations/report/numbers.ts';

test('a quantile is within the stated error of the true one', () => {
  const values = fc.array(fc.double({ min: 0.01, max: 1e8, noNaN: true }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(values, fc.constantFrom(0.5, 0.75, 0.95, 0.99), (all, share) => {
      const histogram = newHistogram();
      for (const value of all) histogram.add(value);
      const sorted = [...all].sort((one, other) => one - other);
      const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
      expect(Math.abs((histogram.quantile(share) ?? 0) / exact - 1)).toBeLessThanOrEqual(quantileError + 1e-9);
    }),
  );
});

test.each([
  [0, '0'],
  [0.34, '0.34 ms'],
  [999.6, '1 000 ms'],
  [1000, '1 s'],
  [61_000, '1 min'],
  [90 * 60_000, '1.5 h'],
  [86_400_000, '1 day'],
  [3.5 * 86_400_000, '3.5 days'],
])('%d milliseconds are written as %s', (milliseconds, text) => {
  expect(durationOf(milliseconds).replaceAll('\u00a0', ' ')).toBe(text);
});

test('a plot escapes what strangers wrote', () => {
  const rows = [{ label: '<script>alert(1)</script>', value: 1 }];
  const drawing = rowBars({ rows, valueTitle: 'Requests' })(true);
  expect(drawing).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(drawing).not.toContain('<script');
});

test('a line counts by its event, whatever its sentence; a mail that bounced counts as failed', () => {
  const statistics = newLogStatistics(Date.parse('2026-11-24T12:00:00Z'));
  const line = { time: '2026-11-24T11:00:00.000Z', level: 30, msg: 'another sentence' };
  statistics.add({ ...line, event: 'mail-delivered', reference: 'A' });
  statistics.add({ ...line, event: 'mail-postponed', reference: 'A' });
  statistics.add({ ...line, event: 'mail-bounced', reference: 'A' });
  statistics.add({ ...line, event: 'another-event', msg: 'mail delivered', reference: 'A' });
  expect([...statistics.hours.values()].map(({ mail }) => mail)).toEqual([{ delivered: 1, postponed: 1, failed: 1 }]);
});
