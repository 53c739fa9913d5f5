import { endpoints, healthPath } from '../../../shared/paths.ts';
import { scrub } from '../../../shared/scrub.ts';
import { escapeCharacters } from '../../lib/escapeCharacters.ts';
import { type LogEvent, logEvents } from '../../lib/logEvents.ts';
import { addressGroupOf, pageOf } from './addressGroup.ts';
import { hourOf } from './calendar.ts';
import { type FrequentTexts, newFrequentTexts } from './frequentTexts.ts';
import { type Bins, type Histogram, newBins, newHistogram } from './histogram.ts';
import type { LogLine } from './readLog.ts';

export const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'aborted'] as const;
export type StatusClass = (typeof statusClasses)[number];

export const mailOutcomes = ['delivered', 'postponed', 'failed'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

const mailEvents: ReadonlyMap<unknown, MailOutcome> = new Map<LogEvent, MailOutcome>([
  [logEvents.mailDelivered, 'delivered'],
  [logEvents.mailPostponed, 'postponed'],
  [logEvents.mailMisconfigured, 'postponed'],
  [logEvents.mailRefused, 'failed'],
  [logEvents.mailGivenUp, 'failed'],
  [logEvents.mailBounced, 'failed'],
]);

/** The events of lines that had none until version 1.0, by their message: a report may begin before the upgrade. */
const formerEvents: ReadonlyMap<unknown, LogEvent> = new Map<string, LogEvent>([
  ['request', logEvents.request],
  ['web vital', logEvents.webVital],
  ['client error', logEvents.clientError],
  ['mail delivered', logEvents.mailDelivered],
  ['mail postponed', logEvents.mailPostponed],
  ['mail configuration at fault: will try again', logEvents.mailMisconfigured],
  ['mail refused: kept as failed', logEvents.mailRefused],
  ['mail given up: kept as failed', logEvents.mailGivenUp],
]);

/** `scale`: what a value is multiplied by before it is counted. `good`: the highest value that is good. */
export type Vital = {
  readonly name: string;
  readonly title: string;
  readonly scale: number;
  readonly good: number;
};

/** https://web.dev/articles/vitals; CLS has no unit. */
export const vitals: readonly Vital[] = [
  { name: 'LCP', title: 'Largest Contentful Paint', scale: 1, good: 2500 },
  { name: 'INP', title: 'Interaction to Next Paint', scale: 1, good: 200 },
  { name: 'CLS', title: 'Cumulative Layout Shift', scale: 1000, good: 100 },
  { name: 'FCP', title: 'First Contentful Paint', scale: 1, good: 1800 },
  { name: 'TTFB', title: 'Time to First Byte', scale: 1, good: 800 },
];

/** In milliseconds. */
export const responseTimeLimits: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** The parts of the site that refuse requests for reasons of their own. */
export const refusers = ['submissions', 'client events', 'elsewhere'] as const;
export type Refuser = (typeof refusers)[number];

export type HourCounts = {
  readonly requests: { [Class in StatusClass]: number };
  readonly mail: { [Outcome in MailOutcome]: number };
  /** Milliseconds. */
  readonly responseTimes: Histogram;
};

/** The measurements of a vital on a page. `good`: how many were within the limit. */
export type VitalCounts = { readonly values: Histogram; good: number };

export type LogStatistics = {
  /** By number of the hour (calendar.ts). */
  readonly hours: ReadonlyMap<number, HourCounts>;
  readonly responseTimes: Bins;
  /** Milliseconds of answers to GET and HEAD, and to posts of submissions, by address group. */
  readonly addresses: ReadonlyMap<string, Histogram>;
  /** By name of the vital, then by page. */
  readonly vitals: ReadonlyMap<string, ReadonlyMap<string, VitalCounts>>;
  readonly unknownPaths: FrequentTexts;
  /** Page and message, with a line end between them. */
  readonly clientErrors: FrequentTexts;
  /** Messages of the lines at level `error`. */
  readonly errors: FrequentTexts;
  /** Requests that were refused, 404 aside, by status and part of the site. */
  readonly refusedRequests: ReadonlyMap<number, { readonly [Part in Refuser]: number }>;
};

/** Hours kept: a hundred days. */
const maxHours = 2400;
const capacity = 1000;
const errorLevel = 50;
const day = 24 * 60 * 60 * 1000;

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** A stranger's text, without personal data and in one harmless line. */
function harmless(text: unknown, maxLength: number): string {
  if (typeof text !== 'string') return '';
  return escapeCharacters(scrub(text, Number.POSITIVE_INFINITY).replace(/\s+/g, ' '))
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

function newHour(): HourCounts {
  return {
    requests: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, aborted: 0 },
    mail: { delivered: 0, postponed: 0, failed: 0 },
    responseTimes: newHistogram(),
  };
}

function refuserOf(path: unknown): Refuser {
  if (path === endpoints.submissions) return 'submissions';
  return path === endpoints.clientEvents ? 'client events' : 'elsewhere';
}

function histogramIn(map: Map<string, Histogram>, key: string): Histogram {
  const found = map.get(key) ?? newHistogram();
  map.set(key, found);
  return found;
}

/** The latest hours. `find`: undefined for what is no time, for one from beyond tomorrow, and for one long ago. */
function newHours(now: number) {
  const hours = new Map<number, HourCounts>();
  let oldest = 0;
  const find = (time: unknown): HourCounts | undefined => {
    const moment = typeof time === 'string' ? Date.parse(time) : Number.NaN;
    if (!(moment > 0 && moment < now + day)) return undefined;
    const number = hourOf(moment);
    const kept = hours.get(number);
    if (kept || number < oldest) return kept;
    const added = newHour();
    hours.set(number, added);
    if (hours.size > maxHours) {
      hours.delete(Math.min(...hours.keys()));
      oldest = Math.min(...hours.keys());
    }
    return added;
  };
  return { hours, find };
}

function newRequests() {
  const responseTimes = newBins(responseTimeLimits);
  const addresses = new Map<string, Histogram>();
  const unknownPaths = newFrequentTexts(capacity);
  const refusedRequests = new Map<number, { [Part in Refuser]: number }>();

  const addRefusal = (status: number, path: unknown): void => {
    const refused = refusedRequests.get(status) ?? { submissions: 0, 'client events': 0, elsewhere: 0 };
    refused[refuserOf(path)] += 1;
    refusedRequests.set(status, refused);
  };

  const add = (hour: HourCounts | undefined, line: LogLine): void => {
    const { method, path, status, responseTime, aborted, leftOut } = line;
    if (!isAmount(status)) return;
    const hundreds = `${Math.floor(status / 100)}xx`;
    const statusClass = aborted === true ? 'aborted' : statusClasses.find((name) => name === hundreds);
    const times = 1 + (isAmount(leftOut) ? leftOut : 0);
    if (hour && statusClass) hour.requests[statusClass] += times;
    if (status === 404) unknownPaths.add(harmless(path, 100) || '(no path)');
    if (status >= 400 && status <= 599 && status !== 404 && Number.isInteger(status)) addRefusal(status, path);
    if (aborted === true || !isAmount(responseTime) || typeof path !== 'string' || path === healthPath) return;
    hour?.responseTimes.add(responseTime);
    responseTimes.add(responseTime);
    const isRead = method === 'GET' || method === 'HEAD';
    if ((isRead && status < 400) || (method === 'POST' && path === endpoints.submissions))
      histogramIn(addresses, addressGroupOf(path)).add(responseTime);
  };
  return { statistics: { responseTimes, addresses, unknownPaths, refusedRequests }, add };
}

function newVitals() {
  const measured = new Map(vitals.map(({ name }) => [name, new Map<string, VitalCounts>()]));
  const add = ({ name, value, path }: LogLine): void => {
    const vital = vitals.find((known) => known.name === name);
    const pages = vital && measured.get(vital.name);
    if (!pages || !isAmount(value)) return;
    const page = pageOf(typeof path === 'string' ? path : '');
    const counts = pages.get(page) ?? { values: newHistogram(), good: 0 };
    pages.set(page, counts);
    counts.values.add(value * vital.scale);
    if (value * vital.scale <= vital.good) counts.good += 1;
  };
  return { measured, add };
}

/** Collects statistics in memory that does not grow with the log. `now`: a line from beyond tomorrow has no true time. */
export function newLogStatistics(now: number): LogStatistics & { add(line: LogLine): void } {
  const { hours, find } = newHours(now);
  const requests = newRequests();
  const { measured, add: addVital } = newVitals();
  const clientErrors = newFrequentTexts(capacity);
  const errors = newFrequentTexts(capacity);

  const add = (line: LogLine): void => {
    const { msg, time } = line;
    const hour = find(time);
    const event = line.event ?? formerEvents.get(msg);
    const mail = mailEvents.get(event);
    if (event === logEvents.request) requests.add(hour, line);
    else if (event === logEvents.webVital) addVital(line);
    else if (event === logEvents.clientError)
      clientErrors.add(`${harmless(line.path, 60)}\n${harmless(line.message, 160) || '(no message)'}`);
    else if (mail && hour) hour.mail[mail] += 1;
    if (isAmount(line.level) && line.level >= errorLevel) errors.add(harmless(msg, 120));
  };

  return { add, hours, ...requests.statistics, vitals: measured, clientErrors, errors };
}
