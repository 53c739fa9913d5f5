import type { FrequentTexts } from '../frequentTexts.ts';
import { amountOf, counted } from '../numbers.ts';
import { Figure, type FigureProps } from './Figure.tsx';
import { rowBars } from './plots.ts';

type FrequentProps = Pick<FigureProps, 'id' | 'title'> & {
  /** The summary where there are none. */
  readonly none: string;
  readonly texts: FrequentTexts;
  /** What is counted: one, and many. */
  readonly what: readonly [one: string, many: string];
  /** The heads of the table. A text with a line end fills the first two columns, and is one label in the plot. */
  readonly columns: readonly string[];
};

const mostBars = 12;
const mostRows = 40;

/** Bars of the most frequent texts. */
export function FrequentFigure({ none, texts, what: [one, many], columns, ...figure }: FrequentProps) {
  const top = texts.top(mostRows);
  const shown = top.slice(0, mostBars);
  const cut = top.length > mostBars ? `; the ${mostBars} most frequent are shown` : '';
  const doubt =
    texts.error > 0 ? ` A count may be up to ${amountOf(texts.error)} too low: there are too many to keep.` : '';
  return (
    <Figure
      {...figure}
      none={texts.total === 0 && none}
      summary={`${counted(texts.total, one, many)}${cut}.${doubt}`}
      plot={rowBars({
        rows: shown.map(([text, value]) => ({ label: text.replace('\n', ': '), value })),
        valueTitle: `${many.charAt(0).toUpperCase()}${many.slice(1)}`,
      })}
      table={{ columns, rows: top.map(([text, count]) => [...text.split('\n'), amountOf(count)]) }}
    />
  );
}
