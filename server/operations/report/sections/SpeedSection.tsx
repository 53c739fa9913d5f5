import { dayOfHour, daysOf, hoursPerDay, longDayOf, type Period, shortDayOf, shortHourOf } from '../calendar.ts';
import { sumOf } from '../dailySeries.ts';
import { Figure } from '../figures/Figure.tsx';
import { histogramBars, histogramTable } from '../figures/HistogramBars.tsx';
import { quantileLines } from '../figures/QuantileLines.tsx';
import { rowBars } from '../figures/RowBars.tsx';
import { type Histogram, newHistogram } from '../histogram.ts';
import { type LogStatistics, responseTimeLimits } from '../logStatistics.ts';
import { amountOf, counted, durationOf } from '../numbers.ts';

type LogProps = { readonly log: LogStatistics; readonly period: Period };

/** Periods of up to this many days are shown by the hour. */
const mostDaysByHour = 3;
const mostBars = 12;

const quantiles = [
  { name: 'p99', share: 0.99 },
  { name: 'p95', share: 0.95 },
  { name: 'p50', share: 0.5 },
] as const;

type Point = { readonly label: string; readonly long: string; readonly times: Histogram };

function pointsOf({ log, period }: LogProps): readonly Point[] {
  if (daysOf(period).length <= mostDaysByHour)
    return daysOf(period).flatMap((day) =>
      Array.from({ length: hoursPerDay }, (_, hour) => {
        const number = day * hoursPerDay + hour;
        const label = shortHourOf(number);
        return { label, long: label, times: log.hours.get(number)?.responseTimes ?? newHistogram() };
      }),
    );
  const byDay = new Map<number, Histogram>();
  for (const [hour, { responseTimes }] of log.hours) {
    const day = dayOfHour(hour);
    const times = byDay.get(day) ?? newHistogram();
    times.merge(responseTimes);
    byDay.set(day, times);
  }
  return daysOf(period).map((day) => ({
    label: shortDayOf(day),
    long: longDayOf(day),
    times: byDay.get(day) ?? newHistogram(),
  }));
}

function durationOr(value: number | undefined): string {
  return value === undefined ? '-' : durationOf(value);
}

function OverTime(props: LogProps) {
  const points = pointsOf(props);
  const all = newHistogram();
  for (const { times } of points) all.merge(times);
  const unit = daysOf(props.period).length <= mostDaysByHour ? 'Hour' : 'Day';
  return (
    <Figure
      id="response-times"
      title={`Response time by ${unit.toLowerCase()}: median, 95th and 99th percentile`}
      summary={
        all.total === 0
          ? 'The log has no response time.'
          : `Half of ${counted(all.total, 'answer')} took ${durationOr(all.quantile(0.5))} or less (p50), 95% took ${durationOr(
              all.quantile(0.95),
            )} or less (p95), 99% took ${durationOr(all.quantile(0.99))} or less (p99). Health checks are left out.`
      }
      plot={
        all.total === 0
          ? undefined
          : quantileLines({
              labels: points.map(({ label }) => label),
              lines: quantiles.map(({ name, share }) => ({
                name,
                values: points.map(({ times }) => times.quantile(share)),
              })),
              valueTitle: 'Response time, logarithmic scale',
              labelTitle: unit,
            })
      }
      table={{
        columns: [unit, 'Answers', 'p50', 'p95', 'p99'],
        rows: points.map(({ long, times }) => [
          long,
          amountOf(times.total),
          ...[0.5, 0.95, 0.99].map((share) => durationOr(times.quantile(share))),
        ]),
      }}
    />
  );
}

function Distribution({ log: { responseTimes } }: Pick<LogProps, 'log'>) {
  const total = sumOf(responseTimes.counts);
  const data = {
    limits: responseTimeLimits,
    counts: responseTimes.counts,
    valueTitle: 'Answers',
    limitTitle: 'Response time',
  };
  return (
    <Figure
      id="response-histogram"
      title="Answers by response time"
      summary={total === 0 ? 'The log has no response time.' : `${counted(total, 'answer')} of the whole log.`}
      plot={total === 0 ? undefined : histogramBars(data)}
      table={histogramTable(data, 'Response time', 'Answers')}
    />
  );
}

function Slowest({ log: { addresses } }: Pick<LogProps, 'log'>) {
  const rows = [...addresses]
    .map(([address, times]) => ({ address, times, p95: times.quantile(0.95) ?? 0 }))
    .sort((one, other) => other.p95 - one.p95);
  return (
    <Figure
      id="slowest"
      title="Slowest pages: 95th percentile of the response time"
      summary={
        rows.length === 0
          ? 'The log has no answer of a page.'
          : `The ${Math.min(mostBars, rows.length)} slowest of ${counted(rows.length, 'address', 'addresses')}, with the number of answers in brackets.`
      }
      plot={
        rows.length === 0
          ? undefined
          : rowBars({
              rows: rows.slice(0, mostBars).map(({ address, times, p95 }) => ({
                label: address,
                value: p95,
                text: `${durationOf(p95)} (${amountOf(times.total)})`,
              })),
              valueTitle: 'Response time, 95th percentile',
              format: durationOf,
            })
      }
      table={{
        columns: ['Address', 'Answers', 'p50', 'p95', 'p99'],
        rows: rows.map(({ address, times }) => [
          address,
          amountOf(times.total),
          ...[0.5, 0.95, 0.99].map((share) => durationOr(times.quantile(share))),
        ]),
      }}
    />
  );
}

/** How fast the server answered, from the log. */
export function SpeedSection(props: LogProps) {
  return (
    <div className="figures">
      <OverTime {...props} />
      <Distribution log={props.log} />
      <Slowest log={props.log} />
    </div>
  );
}
