import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { quantileLines, rowBars, stackedBars } from '../../server/operations/report/figures/plots.ts';
import { newFrequentTexts } from '../../server/operations/report/frequentTexts.ts';
import { newHistogram, quantileError } from '../../server/operations/report/histogram.ts';
import { newLogStatistics } from '../../server/operations/report/logStatistics.ts';
import { durationOf, shareOf } from '../../server/operations/report/numbers.ts';

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

test('what is frequent is found among any number of other texts', () => {
  const texts = newFrequentTexts(10);
  for (let index = 0; index < 100_000; index += 1) texts.add(index % 8 === 0 ? '/old-page' : `/scan/${index}`);
  const [[first, count] = ['', 0]] = texts.top(1);
  expect(first).toBe('/old-page');
  expect(count).toBeLessThanOrEqual(12_500);
  expect(count + texts.error).toBeGreaterThanOrEqual(12_500);
  expect(texts.top(100).length).toBeLessThanOrEqual(10);
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

const titles = { valueTitle: 'Requests', labelTitle: 'Day' };

test('a plot escapes what strangers wrote, and cuts it to its width', () => {
  const rows = ['<script>alert(1)</script>', `"'&amp;`, 'long'.repeat(50)].map((label) => ({ label, value: 1 }));
  const drawing = rowBars({ rows, ...titles })(true);
  expect(drawing).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(drawing).toContain(`"'&amp;amp;`);
  expect(drawing).toMatch(/>(long){5,15}\w*…</);
  expect(drawing).not.toContain('<script');
});

test('all bars of a series are one shape: a PDF holds a pattern once for each', () => {
  const labels = Array.from({ length: 31 }, (_, index) => `${index}`);
  const series = [1, 2, 3].map((value) => ({ values: labels.map(() => value) }));
  const drawing = stackedBars({ labels, series, ...titles })(false);
  expect(drawing.match(/url\(#pattern-\d\)/g)).toEqual(['url(#pattern-0)', 'url(#pattern-1)', 'url(#pattern-2)']);
  expect(drawing.match(/M[\d.]+,[\d.]+h/g)).toHaveLength(3 * labels.length);
});

test('lines have gaps where nothing is known, a place for nought, and names that do not cover each other', () => {
  const values = [2, undefined, 0, 0];
  const lines = ['p99', 'p95', 'p50'].map((name) => ({ name, values }));
  const drawing = quantileLines({ labels: ['1', '2', '3', '4'], lines, ...titles })(true);
  expect(drawing).not.toMatch(/NaN|Infinity/);
  expect(drawing.match(/ d="M[^"]*M[^"]*"/g)).toHaveLength(3);
  const heights = lines.map(({ name }) => Number(new RegExp(`,([\\d.]+)\\)"[^>]*>${name}<`).exec(drawing)?.[1]));
  expect(heights).toEqual([...heights].sort((one, other) => one - other));
  for (const [index, height] of heights.entries())
    if (index > 0) expect(height - (heights[index - 1] ?? 0)).toBeGreaterThan(11);
});

test('a share of nearly all is not written as all', () => {
  const shares = [shareOf(0, 0), shareOf(1, 3), shareOf(99_999, 100_000), shareOf(1, 100_000), shareOf(2, 2)];
  expect(shares).toEqual(['0%', '33.3%', 'over 99.9%', 'under 0.1%', '100%']);
});

test.each([
  ['request', 'request', { method: 'GET', path: '/support', status: 200, responseTime: 3 }],
  ['web-vital', 'web vital', { path: '/', name: 'LCP', value: 900 }],
  ['client-error', 'client error', { path: '/', message: 'x is undefined' }],
  ['mail-delivered', 'mail delivered', { reference: 'A' }],
  ['mail-postponed', 'mail postponed', { references: ['A', 'B'] }],
  ['mail-misconfigured', 'mail configuration at fault: will try again', { reference: 'A' }],
  ['mail-refused', 'mail refused: kept as failed', { reference: 'A' }],
  ['mail-given-up', 'mail given up: kept as failed', { reference: 'A' }],
])(
  'a line with the event %s counts whatever its sentence, and like the line "%s" of a release without events',
  (event, former, fields) => {
    const now = Date.parse('2026-11-24T12:00:00Z');
    const counted = (line: object) => {
      const statistics = newLogStatistics(now);
      statistics.add({ time: '2026-11-24T11:00:00.000Z', level: 30, ...fields, ...line });
      const { hours, vitals: byName, clientErrors } = statistics;
      const [hour] = hours.values();
      return [hour?.requests, hour?.mail, byName.get('LCP')?.get('/')?.good, clientErrors.top(9)];
    };
    const nothing = counted({ msg: 'another sentence' });
    expect(counted({ event, msg: 'another sentence' })).not.toEqual(nothing);
    expect(counted({ msg: former })).toEqual(counted({ event, msg: 'another sentence' }));
    expect(counted({ event: 'another-event', msg: former })).toEqual(nothing);
  },
);

test('a mail that bounced counts as failed, for each submission that it speaks of', () => {
  const statistics = newLogStatistics(Date.now());
  statistics.add({ time: new Date().toISOString(), level: 50, event: 'mail-bounced', references: ['A', 'B'] });
  expect([...statistics.hours.values()].map(({ mail }) => mail)).toEqual([{ delivered: 0, postponed: 0, failed: 2 }]);
});
