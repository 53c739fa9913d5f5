import { daysOf, longDayOf, type Period } from './calendar.ts';
import { amountOf } from './numbers.ts';

export type Series = { readonly name: string; readonly values: readonly number[]; readonly total: number };

/** Counts by name and day. */
export type DailyCounts = { add(name: string, day: number, amount: number): void; readonly series: readonly Series[] };

/** Collects counts of the days of a period; days outside it are left out. */
export function newDailyCounts({ firstDay, lastDay }: Period): DailyCounts {
  const byName = new Map<string, number[]>();
  return {
    add: (name, day, amount) => {
      if (day < firstDay || day > lastDay) return;
      const values = byName.get(name) ?? Array.from({ length: lastDay - firstDay + 1 }, () => 0);
      values[day - firstDay] = (values[day - firstDay] ?? 0) + amount;
      byName.set(name, values);
    },
    get series() {
      return [...byName].map(([name, values]) => ({ name, values, total: sumOf(values) }));
    },
  };
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** The largest series, and the sum of the others under a name for them. */
export function largest(series: readonly Series[], most: number, others: string): readonly Series[] {
  const sorted = [...series].sort((one, other) => other.total - one.total);
  if (sorted.length <= most) return sorted;
  const rest = sorted.slice(most - 1);
  const values = (rest[0]?.values ?? []).map((_, index) => sumOf(rest.map((each) => each.values[index] ?? 0)));
  return [...sorted.slice(0, most - 1), { name: others, values, total: sumOf(values) }];
}

/** `the most on one day: 9, on 12 November 2026`. */
export function busiestDay(period: Period, series: readonly Series[]): string {
  const sums = daysOf(period).map((_, index) => sumOf(series.map(({ values }) => values[index] ?? 0)));
  const most = Math.max(...sums);
  return `the most on one day: ${amountOf(most)}, on ${longDayOf(period.firstDay + sums.indexOf(most))}`;
}
