import { expect, test } from '@jest/globals';
import { pageAddressOf } from '../../server/pages/addresses.ts';
import { comparisonRows, isDifferent } from '../../shared/hosting/comparison.ts';
import { family as pastel } from '../../shared/hosting/families/pastel-hosting.ts';
import { family } from '../../shared/hosting/families/server-hosting.ts';
import { family as shared } from '../../shared/hosting/families/shared-hosting.ts';
import { findPlans, readCriteria } from '../../shared/hosting/planFinder.ts';

function find(query: string) {
  const { plans, best, misses } = findPlans(family.plans, readCriteria(new URLSearchParams(query)));
  return { ids: plans.map(({ id }) => id), best: best?.id, misses };
}

test('the best fit is the cheapest plan that satisfies all criteria', () => {
  const ids = ['CXN3', 'CXN4', 'CXN5', 'CXN6', 'CXN7', 'CXN8'];
  expect(find('ram=8&budget=1500')).toEqual({ ids, best: 'CXN3', misses: [] });
  expect(find('cpus=6&ram=8&storage=200&budget=624')).toEqual({ ids: ['CXN4'], best: 'CXN4', misses: [] });
  expect(find('cpus=0&ram=0').ids).toHaveLength(14);
});

test('if no plan satisfies all criteria, the one that misses the fewest is shown, with each miss', () => {
  expect(find('ram=64&budget=1000')).toEqual({ ids: ['CXN1'], best: undefined, misses: ['RAM: 2 GB, not 64 GB'] });
  const misses = ['CPU: 16 cores, not 99'];
  expect(find('cpus=99&ram=48&storage=999&budget=3000')).toEqual({ ids: ['CXN11'], best: undefined, misses });
  expect(find('cpus=2&budget=100').misses).toEqual(['Price: R249 a month, not R100']);
});

test('a criterion is a number of 1 to 7 digits, and of a repeated one the first counts', () => {
  const read = (query: string) => readCriteria(new URLSearchParams(query));
  expect(read('cpus=0008&ram=1234567&storage=12345678&budget=')).toEqual({ cpus: 8, ram: 1234567 });
  for (const nonsense of ['-1', '1.5', '1e3', ' 8', '8 ', '٨', '0x8', 'NaN', 'ram', '8%00'])
    expect(read(`ram=${nonsense}`)).toEqual({});
  expect(read('ram=8&ram=64')).toEqual({ ram: 8 });
  expect(read('ram=x&ram=64')).toEqual({});
});

test('an address keeps what changes its page, in one order', () => {
  const address = (query: string) => pageAddressOf(`/server-hosting?${query}`);
  expect(address('compare=CXN2,nope,CXN1&x=1&ram=8&compare=CXN3,CXN4,CXN5')).toBe(
    '/server-hosting?ram=8&compare=CXN2,CXN1,CXN3,CXN4',
  );
  expect(address('compare=')).toBe('/server-hosting');
  expect(address('compare=shared-starter&ram=-8')).toBe('/server-hosting');
  expect(pageAddressOf('/shared-hosting?ram=8&compare=shared-starter')).toBe('/shared-hosting?compare=shared-starter');
});

test('a comparison has a year beside a month, and prices only where they are shown', () => {
  const values = (label: string, rows: ReturnType<typeof comparisonRows>) =>
    rows.find((row) => row.label === label)?.values;
  const [first, second] = pastel.plans;
  if (!first || !second) throw new Error('There are no Pastel plans');
  const rows = comparisonRows(pastel, [first, second]);
  expect(values('A month, incl. VAT', rows)).toEqual(['R876', 'R1821']);
  expect(values('12 months', rows)).toEqual(['R10512', 'R21852']);
  expect(rows.filter((row) => !isDifferent(row)).map(({ label }) => label)).toEqual(['System']);
  expect(JSON.stringify(comparisonRows(shared, shared.plans))).not.toMatch(/R\d|month/);
});
