import { daysOf, longDayOf, type Period, shortDayOf } from '../calendar.ts';
import { type Series, sumOf } from '../dailySeries.ts';
import { amountOf } from '../numbers.ts';
import { Figure, type FigureProps } from './Figure.tsx';
import { stackedBars } from './plots.ts';
import { Legend } from './Series.tsx';

type DailyProps = Pick<FigureProps, 'id' | 'title' | 'summary'> & {
  /** The summary where all counts are zero. */
  readonly none: string;
  readonly period: Period;
  /** From the lowest in the bars to the highest. */
  readonly series: readonly Series[];
  /** What is counted. */
  readonly what: string;
};

/** Bars of the counts of each day, and a table with a row for each day and one for all. */
export function DailyFigure({ none, period, series, what, ...figure }: DailyProps) {
  const days = daysOf(period);
  const totals = series.map(({ total }) => total);
  const row = (label: string, values: readonly number[]) => [label, ...[...values, sumOf(values)].map(amountOf)];
  const columns = ['Day', ...series.map(({ name }) => name), 'Total'];
  const rows = days.map((day, index) =>
    row(
      longDayOf(day),
      series.map(({ values }) => values[index] ?? 0),
    ),
  );
  return (
    <Figure
      {...figure}
      none={sumOf(totals) === 0 && none}
      legend={<Legend names={series.map(({ name, total }) => `${name} (${amountOf(total)})`)} />}
      plot={stackedBars({ labels: days.map(shortDayOf), series, valueTitle: what, labelTitle: 'Day' })}
      table={{ columns, rows: [...rows, row('All days', totals)] }}
    />
  );
}
