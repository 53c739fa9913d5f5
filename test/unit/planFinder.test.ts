import { expect, test } from '@jest/globals';
import { comparisonRows, isDifferent } from '../../shared/hosting/comparison.ts';
import { family as pastel } from '../../shared/hosting/families/pastel-hosting.ts';
import { family } from '../../shared/hosting/families/server-hosting.ts';
import { family as shared } from '../../shared/hosting/families/shared-hosting.ts';
import { findPlans, readCriteria } from '../../shared/hosting/planFinder.ts';

function find(query: string) {
  const { plans, best, misses } = findPlans(family.plans, readCriteria(new URLSearchParams(query)));
  return { ids: plans.map(({ id }) => id), best: best?.id, misses };
}

test.each([
  ['cpus=6&ram=8&storage=200&budget=624', { ids: ['CXN4'], best: 'CXN4', misses: [] }],
  ['ram=64&budget=1000', { ids: ['CXN1'], best: undefined, misses: ['RAM: 2 GB, not 64 GB'] }],
  ['cpus=2&budget=100', { ids: ['CXN2'], best: undefined, misses: ['Price: R249 a month, not R100'] }],
])('the plan finder answers ?%s with the plans that fit, or the nearest: %j', (query, found) => {
  expect(find(query)).toEqual(found);
});

test('a plan finder criterion has 1 to 7 digits, and if it is repeated, the first counts', () => {
  const read = (query: string) => readCriteria(new URLSearchParams(query));
  expect(read('cpus=0008&ram=1234567&storage=12345678&budget=')).toEqual({ cpus: 8, ram: 1234567 });
  for (const nonsense of ['-1', '1.5', '1e3', ' 8', '8 ', '٨', '0x8', 'NaN', 'ram', '8%00'])
    expect(read(`ram=${nonsense}`)).toEqual({});
  expect(read('ram=8&ram=64')).toEqual({ ram: 8 });
  expect(read('ram=x&ram=64')).toEqual({});
});

test('a comparison has the price for a month and for a year, but only if the family shows prices', () => {
  const values = (label: string, rows: ReturnType<typeof comparisonRows>) =>
    rows.find((row) => row.label === label)?.values;
  const [first, second] = pastel.plans;
  if (!first || !second) throw new Error('There are no Pastel plans');
  const rows = comparisonRows(pastel, [first, second]);
  expect(values('A month, incl. VAT', rows)).toEqual(['R876', 'R1821']);
  expect(values('12 months, paid monthly, incl. VAT', rows)).toEqual(['R10512', 'R21852']);
  expect(rows.filter((row) => !isDifferent(row)).map(({ label }) => label)).toEqual(['System']);
  expect(JSON.stringify(comparisonRows(shared, shared.plans))).not.toMatch(/R\d|month/);
});
