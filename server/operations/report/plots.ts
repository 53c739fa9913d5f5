import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { amountOf } from './numbers.ts';

const { document } = parseHTML('<html></html>');
/** The width of a wide letter in pixels. This is an estimate, because Plot does not measure text. */
const letter = 6.8;

/** Draws one SVG element with its legend, small enough for a phone. Texts scale with the element. */
export function draw(options: Plot.PlotOptions): string {
  const size = { width: 420, height: 240, marginTop: 28, marginBottom: 40, marginLeft: 52 };
  return Plot.plot({ document, className: 'plot', ...size, ...options }).outerHTML;
}

/** The space for the longest of these texts, in pixels. */
export function widthOf(texts: readonly string[]): number {
  return letter * Math.max(...texts.map(({ length }) => length)) + 12;
}

/** The legend and colours of series. `styles.ts` sets the colours. */
export function colours(names: readonly string[]) {
  return { legend: true, domain: names, range: names.map((_, index) => `var(--series-${index + 1})`) };
}

/** An axis of counts, with labels at whole numbers. */
export const countAxis = {
  grid: true,
  ticks: 5,
  tickFormat: (count: number) => (Number.isInteger(count) ? amountOf(count) : ''),
};

/** The base line of bars, and an invisible line at 1: without it, Plot draws bars of full height if all counts are 0. */
export const barLines = [Plot.ruleY([0]), Plot.ruleY([1], { stroke: 'none' })];

/** The layout for rows of a plot, with their names at the left. */
export function rowsOf(names: readonly string[]) {
  return {
    marginLeft: widthOf(names),
    height: 24 * names.length + 68,
    y: { domain: names, label: null, tickSize: 0 },
  };
}
