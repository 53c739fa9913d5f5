import { daysOf, longDayOf, type Period, shortDayOf } from '../calendar.ts';
import { type Series, sumOf } from '../dailySeries.ts';
import { amountOf } from '../numbers.ts';
import { Figure, type Table } from './Figure.tsx';
import { Legend } from './Series.tsx';
import { stackedBars } from './StackedBars.tsx';

type DailyProps = {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly period: Period;
  /** From the lowest in the bars to the highest. */
  readonly series: readonly Series[];
  /** What is counted. */
  readonly what: string;
};

/** A row for each day, and one for the whole period. */
function tableOf(period: Period, series: readonly Series[]): Table {
  const row = (label: string, values: readonly number[]) => [label, ...[...values, sumOf(values)].map(amountOf)];
  return {
    columns: ['Day', ...series.map(({ name }) => name), 'Total'],
    rows: [
      ...daysOf(period).map((day, index) =>
        row(
          longDayOf(day),
          series.map(({ values }) => values[index] ?? 0),
        ),
      ),
      row(
        'All days',
        series.map(({ total }) => total),
      ),
    ],
  };
}

/** Bars of the counts of each day. */
export function DailyFigure({ id, title, summary, period, series, what }: DailyProps) {
  const isEmpty = series.every(({ total }) => total === 0);
  const labels = daysOf(period).map(shortDayOf);
  return (
    <Figure
      id={id}
      title={title}
      summary={summary}
      legend={<Legend names={series.map(({ name, total }) => `${name} (${amountOf(total)})`)} />}
      plot={isEmpty ? undefined : stackedBars({ labels, series, valueTitle: what, labelTitle: 'Day' })}
      table={tableOf(period, series)}
    />
  );
}
