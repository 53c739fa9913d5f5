import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { amountOf } from './numbers.ts';

const { document } = parseHTML('<html></html>');
/** The estimated width of a wide letter in pixels. Plot does not measure texts, so the margins for texts follow from this. */
const letter = 6.8;

/** Draws a plot and its legend in the size of a phone. Where the page is wider, the plot and its texts grow. */
export function draw(options: Plot.PlotOptions): string {
  const size = { width: 420, height: 240, marginTop: 28, marginBottom: 40, marginLeft: 52 };
  return Plot.plot({ document, className: 'plot', ...size, ...options }).outerHTML;
}

/** The estimated space for the longest of these texts, in pixels. */
export function widthOf(texts: readonly string[]): number {
  return letter * Math.max(...texts.map(({ length }) => length)) + 12;
}

/** Plot's options for a legend and a colour for each series. `styles.ts` sets these colours. */
export function colours(names: readonly string[]) {
  return { legend: true, domain: names, range: names.map((_, index) => `var(--series-${index + 1})`) };
}

/** An axis of counts. Only whole numbers have labels. */
export const countAxis = {
  grid: true,
  ticks: 5,
  tickFormat: (count: number) => (Number.isInteger(count) ? amountOf(count) : ''),
};

/** The base line of bars, and an invisible line at 1. Without the latter, Plot draws bars of full height if all counts are 0. */
export const barLines = [Plot.ruleY([0]), Plot.ruleY([1], { stroke: 'none' })];

/** The layout of a plot with one row for each name. The names are at the left. */
export function rowsOf(names: readonly string[]) {
  return { marginLeft: widthOf(names), height: 24 * names.length + 68, y: { domain: names, label: null, tickSize: 0 } };
}
