import { STATUS_CODES } from 'node:http';
import { dayOfHour, type Period } from '../calendar.ts';
import { busiestDay, newDailyCounts, sumOf } from '../dailySeries.ts';
import { DailyFigure } from '../figures/DailyFigure.tsx';
import { Figure } from '../figures/Figure.tsx';
import { FrequentFigure } from '../figures/FrequentFigure.tsx';
import { rowBars } from '../figures/plots.ts';
import { type HourCounts, type LogStatistics, mailOutcomes, refusers, statusClasses } from '../logStatistics.ts';
import { amountOf, counted, shareOf } from '../numbers.ts';

type LogProps = { readonly log: LogStatistics; readonly period: Period };

const classNames = {
  '2xx': '2xx, answered',
  '3xx': '3xx, moved or unchanged',
  '4xx': '4xx, refused or unknown',
  '5xx': '5xx, failed',
  aborted: 'ended by the client',
} as const;

const outcomeNames = {
  delivered: 'delivered',
  postponed: 'postponed',
  failed: 'failed for good',
} as const;

/** The counts of each name and day; the first name is the lowest in the bars. */
function dailyOf<Name extends string>(
  { log, period }: LogProps,
  names: readonly Name[],
  labels: Readonly<Record<Name, string>>,
  read: (hour: HourCounts) => Readonly<Record<Name, number>>,
) {
  const daily = newDailyCounts(period);
  for (const name of names)
    for (const [hour, counts] of log.hours) daily.add(labels[name], dayOfHour(hour), read(counts)[name]);
  return daily.series;
}

function ByStatus(props: LogProps) {
  const series = dailyOf(props, statusClasses, classNames, ({ requests }) => requests);
  const total = sumOf(series.map((each) => each.total));
  const failed = series.find(({ name }) => name === classNames['5xx'])?.total ?? 0;
  return (
    <DailyFigure
      id="requests"
      title="Requests a day by class of status"
      none="The log has no request."
      summary={`${counted(total, 'request')}, ${amountOf(failed)} of them failed (${shareOf(failed, total)}); ${busiestDay(props.period, series)}.`}
      period={props.period}
      series={series}
      what="Requests"
    />
  );
}

/** How the sending of mail went, from the log. */
export function MailByOutcome(props: LogProps) {
  const series = dailyOf(props, mailOutcomes, outcomeNames, ({ mail }) => mail);
  const total = sumOf(series.map((each) => each.total));
  const totalOf = (name: string) => amountOf(series.find((each) => each.name === name)?.total ?? 0);
  return (
    <DailyFigure
      id="mail"
      title="Attempts to deliver a submission a day by outcome"
      none="The log has no mail."
      summary={`${counted(total, 'attempt')}: ${totalOf('delivered')} delivered, ${totalOf('postponed')} postponed, ${totalOf('failed for good')} failed for good.`}
      period={props.period}
      series={series}
      what="Attempts"
    />
  );
}

const meanings: Readonly<Record<number, string>> = {
  400: 'not understood',
  403: 'from another site, or no captcha',
  405: 'wrong method',
  408: 'too slow',
  412: 'a precondition fails',
  413: 'too large',
  415: 'wrong type',
  416: 'no such range',
  422: 'key used for another submission',
  429: 'over the limit',
  431: 'headers too large',
  500: 'failed',
  503: 'busy, or nothing can be stored',
};
function meaningOf(status: number): string {
  return meanings[status] ?? STATUS_CODES[status]?.toLowerCase() ?? 'unknown';
}

function Refusals({ log: { refusedRequests } }: Pick<LogProps, 'log'>) {
  const rows = [...refusedRequests]
    .map(([status, parts]) => ({ status, parts, total: sumOf(Object.values(parts)) }))
    .sort((one, other) => other.total - one.total);
  const total = sumOf(rows.map((row) => row.total));
  const limited = rows.find(({ status }) => status === 429)?.total ?? 0;
  return (
    <Figure
      id="refusals"
      title="Refused and failed requests by status"
      none={total === 0 && 'No request was refused, and none failed.'}
      summary={`${counted(total, 'request')}, ${amountOf(limited)} of them for being over a limit. Unknown paths (404) are not counted here.`}
      plot={rowBars({
        rows: rows.slice(0, 12).map((row) => ({
          label: `${row.status} ${meaningOf(row.status)}`,
          value: row.total,
          isBeyond: row.status >= 500,
        })),
        valueTitle: 'Requests',
      })}
      table={{
        columns: ['Status', 'Meaning', 'Posts of submissions', 'Posts of client events', 'Elsewhere', 'Total'],
        rows: rows.map(({ status, parts, total: all }) => [
          String(status),
          meaningOf(status),
          ...refusers.map((part) => amountOf(parts[part])),
          amountOf(all),
        ]),
      }}
    />
  );
}

/** Who asked for what, from the log. */
export function RequestsSection(props: LogProps) {
  const { unknownPaths, errors } = props.log;
  return (
    <div className="figures">
      <ByStatus {...props} />
      <Refusals log={props.log} />
      <FrequentFigure
        id="errors"
        title="Errors in the log by message"
        none="The log has no error."
        texts={errors}
        what={['line', 'lines']}
        columns={['Message', 'Lines']}
      />
      <FrequentFigure
        id="unknown-paths"
        title="Paths that the site does not have"
        none="Nobody asked for a path that is not there."
        texts={unknownPaths}
        what={['request', 'requests']}
        columns={['Path', 'Requests']}
      />
    </div>
  );
}
