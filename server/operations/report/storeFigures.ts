import type { Statistics } from '../../outbox/statistics.ts';
import { ahead, beginOfDay, dayOf, lastDays } from './calendar.ts';
import { sumOf } from './numbers.ts';

const minute = 60;
const hour = 60 * minute;
/** The upper limits of the bars, in seconds. */
export const timeLimits = [1, 10, minute, 5 * minute, 15 * minute, hour, 24 * hour, Number.POSITIVE_INFINITY] as const;

export type StoreFigures = Awaited<ReturnType<typeof readStore>>;

/** The report's data from the store. */
export async function readStore(store: Statistics, now: number) {
  const lastDay = dayOf(now);
  const days = lastDays(dayOf((await store.firstReceivedAt()) ?? now), lastDay);
  const between = { from: beginOfDay(days[0] ?? lastDay), to: beginOfDay(lastDay + 1) };

  /** For each limit: how many submissions took less time, but at least as long as the previous limit. */
  const timesUntil = async (end: 'deliveredAt' | 'arrivedAt'): Promise<readonly number[]> => {
    const found = await store.secondsUntil(end, between);
    return timeLimits.map((limit, index) => {
      const within = found.filter(({ seconds }) => seconds < limit && seconds >= (timeLimits[index - 1] ?? 0));
      return sumOf(within.map(({ amount }) => amount));
    });
  };

  return {
    days,
    counts: new Map((await store.countByDay(between, ahead)).map(({ day, ...counts }) => [day, counts])),
    states: await store.status(),
    mailbox: await store.mailbox(),
    accepted: await timesUntil('deliveredAt'),
    arrived: await timesUntil('arrivedAt'),
  };
}
