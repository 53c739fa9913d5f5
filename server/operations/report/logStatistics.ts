import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { healthPath } from '../../../shared/paths.ts';
import { scrub } from '../../../shared/scrub.ts';
import { escapeCharacters } from '../../lib/escapeCharacters.ts';
import { logEvents } from '../../lib/logEvents.ts';
import { dayOf } from '../../lib/times.ts';
import { routeLabelOf } from '../metrics/routeLabel.ts';

/** The fields of the site's log lines that the report reads, each with a value of its type. */
const fields = {
  ...{ time: '', event: '', msg: '', message: '', path: '', name: '' },
  ...{ level: 0, status: 0, responseTime: 0, value: 0, aborted: false },
};
type LogLine = Readonly<Partial<typeof fields>>;

/** Opens a log file, and unpacks it if its name ends in `.gz`. If reading the file fails, the returned stream fails as well. */
export function openLog(file: string): Readable {
  const bytes = createReadStream(file);
  return file.endsWith('.gz') ? pipeline(bytes, createGunzip(), () => {}) : bytes;
}

/** Leaves out fields of another type: a log may hold lines of other programs, or lines that somebody has made up. */
function parse(text: string): LogLine | undefined {
  try {
    if (!text.startsWith('{')) return undefined;
    const all = Object.entries(JSON.parse(text) as object);
    return Object.fromEntries(all.filter(([name, value]) => typeof value === typeof fields[name as keyof LogLine]));
  } catch {
    return undefined;
  }
}

/** Calls `take` with each line that is a JSON object. Node's `readline` would split lines at U+2028 too, which JSON may contain. */
export async function readLog(source: Readable, take: (line: LogLine) => void): Promise<void> {
  let rest = '';
  const takeLines = (lines: readonly string[]) => {
    for (const line of lines.map(parse)) if (line) take(line);
  };
  for await (const chunk of source.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    takeLines(lines);
  }
  takeLines([rest]);
}

export const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'cut off'] as const;

/** A vital is good if its 75th percentile is at most `good`. LCP and INP are in milliseconds. https://web.dev/articles/vitals */
export const vitals = [
  { name: 'LCP', title: 'largest contentful paint', good: 2500 },
  { name: 'INP', title: 'interaction to next paint', good: 200 },
  { name: 'CLS', title: 'cumulative layout shift', good: 0.1 },
] as const;

/** How often an error occurred, and when it last occurred. */
type ErrorCount = { count: number; last: number };

const errorLevel = 50;
/** The most messages that are counted separately, for the server and for browsers. Further messages are counted as `others`. */
const mostMessages = 1000;

/** Counts an error by its text, without personal data and line ends, because strangers may have written the text. */
function countError(errors: Map<string, ErrorCount>, text: string | undefined, time: number): void {
  const message = escapeCharacters(scrub(String(text).replace(/\s+/g, ' '), 200)).toWellFormed();
  const key = errors.has(message) || errors.size < mostMessages ? message : 'others';
  const { count, last } = errors.get(key) ?? { count: 0, last: 0 };
  errors.set(key, { count: count + 1, last: Math.max(last, time) });
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

export type LogStatistics = ReturnType<typeof newLogStatistics>['statistics'];

/** Collects the log's data for the report. Its memory grows by one number for each request, and for each measured vital. */
export function newLogStatistics() {
  const statistics = {
    /** The number of requests, by day and then by class of status, such as `2xx`. */
    days: new Map<string, { [name: string]: number }>(),
    /** How many milliseconds each answer took, by route. */
    routes: new Map<string, number[]>(),
    /** All measured values, by name of the vital and then by page. */
    vitals: new Map<string | undefined, Map<string, number[]>>(vitals.map(({ name }) => [name, new Map()])),
    /** Errors by message. Anyone can send errors of browsers, so these are separate and cannot displace the server's errors. */
    errors: { server: new Map<string, ErrorCount>(), browser: new Map<string, ErrorCount>() },
  };

  const addRequest = (day: string, { status = 0, path = '', responseTime, aborted }: LogLine): void => {
    const name = aborted ? 'cut off' : `${Math.floor(status / 100)}xx`;
    const counts = statistics.days.get(day) ?? {};
    counts[name] = (counts[name] ?? 0) + 1;
    statistics.days.set(day, counts);
    if (!aborted && responseTime !== undefined && path !== healthPath)
      push(statistics.routes, routeLabelOf(path), responseTime);
  };

  const add = (line: LogLine): void => {
    const { event, level = 0, msg, message, name, value, path = '' } = line;
    const time = Date.parse(line.time ?? '');
    // A year of more digits could be out of the range of times.
    if (Number.isNaN(time) || !/^20\d\d-/.test(line.time ?? '')) return;
    const pages = statistics.vitals.get(name);
    if (event === logEvents.request) addRequest(dayOf(time), line);
    if (event === logEvents.webVital && pages && value !== undefined) push(pages, routeLabelOf(path), value);
    if (event === logEvents.clientError) countError(statistics.errors.browser, message, time);
    if (level >= errorLevel) countError(statistics.errors.server, msg, time);
  };

  return { add, statistics };
}
