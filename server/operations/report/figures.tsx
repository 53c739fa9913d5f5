import * as Plot from '@observablehq/plot';
import { useId } from 'react';
import { sast } from '../../lib/times.ts';
import { type LogStatistics, statusClasses, vitals } from './logStatistics.ts';
import { amountOf, durationOf, quantilesOf, sumOf } from './numbers.ts';
import { barLines, colours, countAxis, draw, rowsOf, widthOf } from './plots.ts';
import { daysUntil, type StoreFigures, timeLimits } from './storeFigures.ts';

type TableProps = {
  readonly columns: readonly string[];
  /** The first cell of each row is the row's heading. */
  readonly rows: readonly (readonly string[])[];
};

function Table({ columns, rows }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells]) => (
          <tr key={`${head} ${cells[0]}`}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type FigureProps = TableProps & {
  readonly title: string;
  readonly summary: string;
  /** A drawing of the table's numbers. */
  readonly plot?: Plot.PlotOptions;
};

/** A plot, and a table of the same numbers for readers who cannot see the plot. Without `plot`, only the table. */
function Figure({ title, summary, plot, ...table }: FigureProps) {
  const id = useId();
  const hasData = table.rows.length > 0;
  return (
    <figure className="card" aria-labelledby={id}>
      <figcaption>
        <h2 id={id}>{title}</h2>
        <p>{hasData ? summary : 'There is nothing to show.'}</p>
      </figcaption>
      {hasData && plot && (
        <>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: an SVG element that Plot has drawn */}
          <div className="drawing" aria-hidden dangerouslySetInnerHTML={{ __html: draw(plot) }} />
          <details>
            <summary aria-label={`Table: ${title}`}>Table</summary>
            <Table {...table} />
          </details>
        </>
      )}
      {hasData && !plot && <Table {...table} />}
    </figure>
  );
}

type LogProps = { readonly log: LogStatistics };
type StoreProps = { readonly store: StoreFigures };

const mostRows = 12;

type DailyProps = {
  readonly title: string;
  readonly days: readonly string[];
  readonly names: readonly string[];
  readonly counts: ReadonlyMap<string, { readonly [name: string]: number }>;
};

/** A bar for each day, with the counts stacked. */
function DailyFigure({ title, days, names, counts }: DailyProps) {
  const countOf = (date: string, name: string) => counts.get(date)?.[name] ?? 0;
  const totals = names.map((name) => `${name}: ${amountOf(sumOf(days.map((date) => countOf(date, name))))}`);
  const bars = days.flatMap((date) =>
    names.map((name) => ({ date: new Date(date), name, count: countOf(date, name) })),
  );
  return (
    <Figure
      title={title}
      summary={`${totals.join(', ')}.`}
      plot={{
        x: { type: 'utc', label: null, ticks: 'week' },
        y: { ...countAxis, label: title },
        color: colours(names),
        marks: [Plot.rectY(bars, { x: 'date', interval: 'day', y: 'count', fill: 'name' }), ...barLines],
      }}
      columns={['Day', ...names]}
      rows={days.map((date) => [date, ...names.map((name) => amountOf(countOf(date, name)))])}
    />
  );
}

export function Submissions({ store: { days, counts } }: StoreProps) {
  return <DailyFigure title="Submissions a day" names={['orders', 'messages']} {...{ days, counts }} />;
}

/** For each range of time, one bar for mails that the mail server took, and one for mails that arrived. */
export function TimeToMailbox({ store: { states, mailbox, times } }: StoreProps) {
  const ranges = timeLimits.map(({ name }) => name);
  const names = Object.keys(times);
  const bars = Object.entries(times).flatMap(([name, counts]) =>
    counts.map((count, index) => ({ name, range: ranges[index], count })),
  );
  const inMailbox =
    mailbox.lookedAt === null ? '' : `, ${amountOf(mailbox.inJunk)} in Junk, ${amountOf(mailbox.missing)} not arrived`;
  return (
    <Figure
      title="Time to the mailbox"
      summary={`Now ${amountOf(states.counts.failed)} failed, ${amountOf(states.counts.pending)} waiting${inMailbox}.`}
      plot={{
        fx: { domain: ranges, label: 'At most, since it was received', axis: 'bottom' },
        x: { axis: null, domain: names },
        y: { ...countAxis, label: 'Submissions' },
        color: colours(names),
        marks: [Plot.barY(bars, { fx: 'range', x: 'name', y: 'count', fill: 'name' }), ...barLines],
      }}
      columns={['At most', ...names]}
      rows={ranges.map((range, index) => [
        range,
        ...Object.values(times).map((counts) => amountOf(counts[index] ?? 0)),
      ])}
    />
  );
}

export function Requests({ log: { days: counts } }: LogProps) {
  const lastDay = [...counts.keys()].sort().at(-1);
  const days = lastDay === undefined ? [] : daysUntil(Date.parse(lastDay));
  return <DailyFigure title="Requests a day" names={statusClasses} {...{ days, counts }} />;
}

/** A bar for each route. At its end are the 95th percentile and the number of answers. */
export function SlowestRoutes({ log: { routes } }: LogProps) {
  const slowest = Array.from(routes, ([name, times]) => {
    const [median = 0, p95 = 0] = quantilesOf(times, [0.5, 0.95]);
    const answers = amountOf(times.length);
    return {
      name,
      p95,
      text: `${durationOf(p95)} (${answers})`,
      row: [name, answers, durationOf(median), durationOf(p95)],
    };
  }).sort((one, other) => other.p95 - one.p95);
  const bars = slowest.slice(0, mostRows);
  return (
    <Figure
      title="Slowest routes"
      summary="95% were answered within this time (number of answers). Health checks are left out."
      plot={{
        ...rowsOf(bars.map(({ name }) => name)),
        marginRight: widthOf(bars.map(({ text }) => text)),
        x: { label: '95th percentile', grid: true, ticks: 2, tickFormat: durationOf },
        marks: [
          Plot.barX(bars, { x: 'p95', y: 'name', fill: 'var(--series-1)' }),
          Plot.text(bars, { x: 'p95', y: 'name', text: 'text', textAnchor: 'start', dx: 5 }),
          Plot.ruleX([0]),
        ],
      }}
      columns={['Route', 'Answers', '50%', '95%']}
      rows={slowest.map(({ row }) => row)}
    />
  );
}

function vitalText(name: string, value: number): string {
  return name === 'CLS' ? value.toFixed(3) : durationOf(value);
}

/** A dot for each page and vital: the 75th percentile, as a share of the `good` value. */
export function WebVitals({ log }: LogProps) {
  const measured = vitals.flatMap(({ name: kind, good }) =>
    Array.from(log.vitals.get(kind) ?? [], ([name, values]) => {
      const [p75 = 0] = quantilesOf(values, [0.75]);
      return { name, kind, p75, share: p75 / good, count: values.length };
    }),
  );
  measured.sort((one, other) => other.count - one.count);
  const kinds = vitals.map(({ name }) => name);
  const limits = vitals.map(({ name, title, good }) => `${name} (${title}) ${vitalText(name, good)}`);
  return (
    <Figure
      title="Web vitals by page"
      summary={`Three of four visits were at least as good as these. Good is up to 100%: ${limits.join(', ')}.`}
      plot={{
        ...rowsOf([...new Set(measured.map(({ name }) => name))]),
        x: { label: '75th percentile, of what is good', grid: true, ticks: 4, tickFormat: '.0%', zero: true },
        color: { ...colours(kinds), legend: false },
        symbol: { legend: true, domain: kinds },
        marks: [
          Plot.ruleX([1], { strokeWidth: 2 }),
          Plot.dot(measured, { x: 'share', y: 'name', stroke: 'kind', symbol: 'kind', r: 5, strokeWidth: 2 }),
        ],
      }}
      columns={['Page', 'Vital', '75th percentile', 'Good', 'Measured']}
      rows={measured.map(({ name, kind, p75, share, count }) => {
        return [name, kind, vitalText(kind, p75), share <= 1 ? 'yes' : 'no', amountOf(count)];
      })}
    />
  );
}

export function Errors({ log: { errors } }: LogProps) {
  const found = Object.entries(errors).flatMap(([from, counts]) =>
    Array.from(counts, ([message, error]) => ({ message, from, ...error })),
  );
  const most = found.sort((one, other) => other.count - one.count).slice(0, 2 * mostRows);
  return (
    <Figure
      title="Errors"
      summary={`Different messages: ${amountOf(found.length)}. At most the ${2 * mostRows} most frequent are shown.`}
      columns={['Message', 'From', 'Times', 'Last']}
      rows={most.map(({ message, from, count, last }) => [message, from, amountOf(count), sast(last)])}
    />
  );
}
