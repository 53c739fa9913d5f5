import { sumOf } from '../dailySeries.ts';
import { amountOf, durationOf, shareOf } from '../numbers.ts';
import { Figure, type FigureProps } from './Figure.tsx';
import { type HistogramData, histogramBars } from './plots.ts';

type HistogramProps = Omit<FigureProps, 'plot' | 'table'> & { readonly data: HistogramData };

/** Bars of how many took how long. */
export function HistogramFigure({ data, ...figure }: HistogramProps) {
  const { limits, counts, valueTitle, labelTitle } = data;
  const rangeOf = (index: number) => {
    const [from, to] = [limits[index - 1], limits[index]];
    if (from === undefined) return `under ${durationOf(to)}`;
    return to === undefined ? `${durationOf(from)} and more` : `${durationOf(from)} to ${durationOf(to)}`;
  };
  const rows = counts.map((count, index) => [rangeOf(index), amountOf(count), shareOf(count, sumOf(counts))]);
  return <Figure {...figure} plot={histogramBars(data)} table={{ columns: [labelTitle, valueTitle, 'Share'], rows }} />;
}
