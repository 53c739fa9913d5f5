import { day, dayOf, sastOffset, startOfDay } from '../../lib/times.ts';
import type { Statistics } from '../../outbox/statistics.ts';
import { sumOf } from './numbers.ts';

export const reportDays = 31;

/** The last `reportDays` South African days up to the day of `time`. */
export function daysUntil(time: number): readonly string[] {
  return Array.from({ length: reportDays }, (_, index) => dayOf(time - (reportDays - 1 - index) * day));
}

/** The bars of "Time to the mailbox". Each counts the mails that took less than its `seconds` and are not in an earlier bar. */
export const timeLimits = [
  { name: '1 s', seconds: 1 },
  { name: '10 s', seconds: 10 },
  { name: '1 min', seconds: 60 },
  { name: '5 min', seconds: 5 * 60 },
  { name: '15 min', seconds: 15 * 60 },
  { name: '1 h', seconds: 60 * 60 },
  { name: '1 d', seconds: 24 * 60 * 60 },
  { name: 'more', seconds: Number.POSITIVE_INFINITY },
] as const;

export type StoreFigures = Awaited<ReturnType<typeof readStore>>;

/** Reads the report's data from the store. `now`: milliseconds since 1970. */
export async function readStore(store: Statistics, now: number) {
  const days = daysUntil(now);
  const between = { from: startOfDay(days[0] ?? '') ?? now, to: now + day };

  /** Returns for each bar how many mails it counts. A mail's time is from the receipt of the submission to `end`. */
  const timesUntil = async (end: 'deliveredAt' | 'arrivedAt'): Promise<readonly number[]> => {
    const found = await store.secondsUntil(end, between);
    return timeLimits.map((limit, index) => {
      const least = timeLimits[index - 1]?.seconds ?? 0;
      const within = found.filter(({ seconds }) => seconds < limit.seconds && seconds >= least);
      return sumOf(within.map(({ amount }) => amount));
    });
  };

  return {
    days,
    counts: new Map(
      (await store.countByDay(between, sastOffset)).map(({ day: number, ...counts }) => [dayOf(number * day), counts]),
    ),
    states: await store.status(),
    mailbox: await store.mailbox(),
    times: {
      'taken by the mail server': await timesUntil('deliveredAt'),
      'arrived in the mailbox': await timesUntil('arrivedAt'),
    },
  };
}
