import type { FrequentTexts } from '../frequentTexts.ts';
import { amountOf, counted } from '../numbers.ts';
import { Figure } from './Figure.tsx';
import { rowBars } from './RowBars.tsx';

type FrequentProps = {
  readonly id: string;
  readonly title: string;
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
export function FrequentFigure({ id, title, none, texts, what: [one, many], columns }: FrequentProps) {
  const top = texts.top(mostRows);
  const shown = top.slice(0, mostBars);
  const doubt =
    texts.error > 0 ? ` A count may be up to ${amountOf(texts.error)} too low: there are too many to keep.` : '';
  return (
    <Figure
      id={id}
      title={title}
      summary={
        texts.total === 0
          ? none
          : `${counted(texts.total, one, many)}${top.length > shown.length ? `; the ${mostBars} most frequent are shown` : ''}.${doubt}`
      }
      plot={
        shown.length === 0
          ? undefined
          : rowBars({
              rows: shown.map(([text, value]) => ({
                label: text.replace('\n', ': '),
                value,
              })),
              valueTitle: `${many.charAt(0).toUpperCase()}${many.slice(1)}`,
            })
      }
      table={{ columns, rows: top.map(([text, count]) => [...text.split('\n'), amountOf(count)]) }}
    />
  );
}
