import { company } from '../../../shared/company.ts';
import type { ReportStatistics, SubmissionCount } from '../../outbox/statistics.ts';
import type { DeliveryState } from '../../outbox/submissions.ts';
import { beginOfDay, dayOf, dayOfHour, type Period } from './calendar.ts';
import { type Bins, type Histogram, newBins, newHistogram } from './histogram.ts';
import type { LogStatistics } from './logStatistics.ts';
import type { LineCounts } from './readLog.ts';

/** A log that was read. `name`: the file's, without its folder. */
export type LogSource = LineCounts & { readonly name: string };

export type StoreFault = 'missing' | 'unreadable';

export type SubmissionFigures = {
  readonly period: Period;
  readonly counts: readonly SubmissionCount[];
  readonly states: { readonly [State in DeliveryState]: number };
  readonly oldestPendingAt: number | undefined;
  /** Milliseconds. */
  readonly deliveryTimes: Histogram;
  readonly deliveryBins: Bins;
  /** Undefined: nobody has ever looked into the mailbox. */
  readonly arrivals: ArrivalFigures | undefined;
};

/** Of the mails to the operator that were sent in a time and found in the mailbox. `missing`: of those of all times. */
export type ArrivalFigures = {
  /** Milliseconds. */
  readonly times: Histogram;
  readonly bins: Bins;
  readonly inJunk: number;
  readonly missing: number;
};

/** All that the page shows. */
export type Report = {
  readonly siteName: string;
  readonly madeAt: number;
  readonly sources: readonly LogSource[];
  readonly log: LogStatistics;
  /** The days that plots of the log show; undefined if it has no line with a time. */
  readonly logPeriod: Period | undefined;
  readonly submissions: SubmissionFigures | undefined;
  readonly storeFault: StoreFault | undefined;
};

/** Days in a plot. */
export const mostDays = 31;

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** In milliseconds. */
export const deliveryTimeLimits: readonly number[] = [
  second,
  5 * second,
  30 * second,
  minute,
  5 * minute,
  15 * minute,
  hour,
  6 * hour,
  24 * hour,
];

function periodOfLog({ hours }: LogStatistics): Period | undefined {
  const days = [...hours.keys()].map(dayOfHour);
  if (days.length === 0) return undefined;
  const lastDay = Math.max(...days);
  return { firstDay: Math.max(lastDay - mostDays + 1, Math.min(...days)), lastDay };
}

async function arrivalsOf(
  store: ReportStatistics,
  between: Parameters<ReportStatistics['eachArrival']>[0],
): Promise<ArrivalFigures | undefined> {
  const { lookedAt, missing } = await store.lastLook();
  if (lookedAt === null) return undefined;
  const [times, bins] = [newHistogram(), newBins(deliveryTimeLimits)];
  let inJunk = 0;
  await store.eachArrival(between, ({ milliseconds, folder }) => {
    times.add(milliseconds);
    bins.add(milliseconds);
    if (folder === 'Junk') inJunk += 1;
  });
  return { times, bins, inJunk, missing };
}

async function figuresOf(store: ReportStatistics, lastDay: number): Promise<SubmissionFigures> {
  const firstReceivedAt = await store.firstReceivedAt();
  const first = Math.min(lastDay, firstReceivedAt === undefined ? lastDay : dayOf(firstReceivedAt));
  const period = { firstDay: Math.max(lastDay - mostDays + 1, first), lastDay };
  const between = { from: beginOfDay(period.firstDay), to: beginOfDay(lastDay + 1) };
  const deliveryTimes = newHistogram();
  const deliveryBins = newBins(deliveryTimeLimits);
  await store.eachDeliveryTime(between, (milliseconds) => {
    deliveryTimes.add(milliseconds);
    deliveryBins.add(milliseconds);
  });
  const { counts, oldestPendingAt } = await store.states();
  return {
    period,
    counts: await store.countByDay(between, -beginOfDay(0)),
    states: counts,
    oldestPendingAt: oldestPendingAt ?? undefined,
    deliveryTimes,
    deliveryBins,
    arrivals: await arrivalsOf(store, between),
  };
}

type Sources = Pick<Report, 'log' | 'sources' | 'storeFault'> & {
  readonly now: number;
  readonly store: ReportStatistics | undefined;
};

/** The figures of the last days of the log, or without a log until today. Rejects if the store cannot be read. */
export async function reportOf({ now, store, ...sources }: Sources): Promise<Report> {
  const logPeriod = periodOfLog(sources.log);
  const submissions = store && (await figuresOf(store, logPeriod?.lastDay ?? dayOf(now)));
  return { ...sources, siteName: company.name, madeAt: now, logPeriod, submissions };
}
