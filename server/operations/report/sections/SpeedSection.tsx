import { daysOf, hoursPerDay, longDayOf, type Period, shortDayOf, shortHourOf } from '../calendar.ts';
import { sumOf } from '../dailySeries.ts';
import { Figure } from '../figures/Figure.tsx';
import { HistogramFigure } from '../figures/HistogramFigure.tsx';
import { quantileLines, rowBars } from '../figures/plots.ts';
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

/** The response times of each hour of a short period, or of each day. */
function pointsOf({ log, period }: LogProps) {
  const days = daysOf(period).map((day) => {
    const hours = Array.from({ length: hoursPerDay }, (_, hour) => {
      const number = day * hoursPerDay + hour;
      const label = shortHourOf(number);
      return { label, long: label, times: log.hours.get(number)?.responseTimes ?? newHistogram() };
    });
    return {
      hours,
      label: shortDayOf(day),
      long: longDayOf(day),
      times: newHistogram(hours.map(({ times }) => times)),
    };
  });
  return days.length <= mostDaysByHour ? days.flatMap(({ hours }) => hours) : days;
}

/** The number of answers, and how long they took. */
function cellsOf(times: Histogram): readonly string[] {
  return [amountOf(times.total), ...[0.5, 0.95, 0.99].map((share) => durationOf(times.quantile(share)))];
}

function OverTime(props: LogProps) {
  const points = pointsOf(props);
  const all = newHistogram(points.map(({ times }) => times));
  const [, median, p95, p99] = cellsOf(all);
  const unit = daysOf(props.period).length <= mostDaysByHour ? 'Hour' : 'Day';
  return (
    <Figure
      id="response-times"
      title={`Response time by ${unit.toLowerCase()}: median, 95th and 99th percentile`}
      none={all.total === 0 && 'The log has no response time.'}
      summary={`Half of ${counted(all.total, 'answer')} took ${median} or less (p50), 95% took ${p95} or less (p95), 99% took ${p99} or less (p99). Health checks are left out.`}
      plot={quantileLines({
        labels: points.map(({ label }) => label),
        lines: quantiles.map(({ name, share }) => ({
          name,
          values: points.map(({ times }) => times.quantile(share)),
        })),
        valueTitle: 'Response time, logarithmic scale',
        labelTitle: unit,
      })}
      table={{
        columns: [unit, 'Answers', 'p50', 'p95', 'p99'],
        rows: points.map(({ long, times }) => [long, ...cellsOf(times)]),
      }}
    />
  );
}

function Distribution({ log: { responseTimes } }: Pick<LogProps, 'log'>) {
  const { counts } = responseTimes;
  const total = sumOf(counts);
  return (
    <HistogramFigure
      id="response-histogram"
      title="Answers by response time"
      none={total === 0 && 'The log has no response time.'}
      summary={`${counted(total, 'answer')} of the whole log.`}
      data={{ limits: responseTimeLimits, counts, valueTitle: 'Answers', labelTitle: 'Response time' }}
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
      none={rows.length === 0 && 'The log has no answer of a page.'}
      summary={`The ${Math.min(mostBars, rows.length)} slowest of ${counted(rows.length, 'address', 'addresses')}, with the number of answers in brackets.`}
      plot={rowBars({
        rows: rows.slice(0, mostBars).map(({ address, times, p95 }) => ({
          label: address,
          value: p95,
          text: `${durationOf(p95)} (${amountOf(times.total)})`,
        })),
        valueTitle: 'Response time, 95th percentile',
        format: durationOf,
      })}
      table={{
        columns: ['Address', 'Answers', 'p50', 'p95', 'p99'],
        rows: rows.map(({ address, times }) => [address, ...cellsOf(times)]),
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
