import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { plottedDay } from './calendar.ts';
import { amountOf, durationOf, sumOf } from './numbers.ts';

const { document } = parseHTML('<html></html>');
const inks = ['var(--series-1)', 'var(--series-2)', 'var(--series-3)', 'var(--series-4)', 'var(--series-5)'];
/** The width of a wide letter in pixels. It is an estimate, because Plot does not measure text. */
const letter = 6.8;

/** Draws one SVG element with its legend, small enough for a phone. Texts scale with the element. */
function draw(options: Plot.PlotOptions): string {
  const size = { width: 420, height: 240, marginTop: 28, marginBottom: 40, marginLeft: 52 };
  return Plot.plot({ document, className: 'plot', ...size, ...options }).outerHTML;
}

function widthOf(texts: readonly string[]): number {
  return letter * Math.max(...texts.map(({ length }) => length)) + 12;
}

/** An axis of counts, without fractions. */
function countAxis(counts: readonly number[], label: string) {
  const most = Math.max(1, ...counts);
  return { label, domain: [0, most], nice: true, grid: true, ticks: Math.min(most, 5), tickFormat: amountOf };
}

/** An axis of the names of rows, with room for the longest. */
function nameAxis(names: readonly string[]) {
  return {
    marginLeft: widthOf(names),
    height: 24 * names.length + 68,
    y: { domain: names, label: null, tickSize: 0 },
  };
}

type Series = { readonly name: string; readonly counts: readonly number[] };

function barsOf<Place>(places: readonly Place[], series: readonly Series[]) {
  return series.flatMap(({ name, counts }) =>
    places.map((place, index) => ({ name, place, count: counts[index] ?? 0 })),
  );
}

/** A bar for each day, with the series stacked. */
export function dailyBars(days: readonly number[], series: readonly Series[], label: string): string {
  const sums = days.map((_, index) => sumOf(series.map(({ counts }) => counts[index] ?? 0)));
  const bars = barsOf(days.map(plottedDay), series);
  return draw({
    x: { type: 'utc', label: null, ticks: days.length > 7 ? 'week' : 'day' },
    y: countAxis(sums, label),
    color: { legend: true, domain: series.map(({ name }) => name), range: inks },
    marks: [Plot.rectY(bars, { x: 'place', interval: 'day', y: 'count', fill: 'name' }), Plot.ruleY([0])],
  });
}

/** A bar for each range and series, side by side. */
export function rangeBars(ranges: readonly string[], series: readonly Series[], label: string): string {
  const bars = barsOf(ranges, series);
  return draw({
    fx: { domain: ranges, label, axis: 'bottom' },
    x: { axis: null, domain: series.map(({ name }) => name) },
    y: countAxis(
      bars.map(({ count }) => count),
      'Submissions',
    ),
    color: { legend: true, domain: series.map(({ name }) => name), range: inks },
    marks: [Plot.barY(bars, { fx: 'place', x: 'name', y: 'count', fill: 'name' }), Plot.ruleY([0])],
  });
}

type Duration = { readonly name: string; readonly milliseconds: number; readonly text: string };

/** A bar for each duration, with its name at the left and a text at its end. */
export function durationBars(rows: readonly Duration[], label: string): string {
  const most = Math.max(1, ...rows.map(({ milliseconds }) => milliseconds));
  return draw({
    ...nameAxis(rows.map(({ name }) => name)),
    marginRight: widthOf(rows.map(({ text }) => text)),
    x: { label, grid: true, ticks: 2, tickFormat: durationOf, domain: [0, most] },
    marks: [
      Plot.barX(rows, { x: 'milliseconds', y: 'name', fill: 'var(--series-1)' }),
      Plot.text(rows, { x: 'milliseconds', y: 'name', text: 'text', textAnchor: 'start', dx: 5 }),
      Plot.ruleX([0]),
    ],
  });
}

type Dot = { readonly name: string; readonly kind: string; readonly share: number };

/** A dot for each value, as a share of its limit. A line shows the limit. */
export function limitDots(dots: readonly Dot[], kinds: readonly string[], label: string): string {
  const most = Math.max(1.25, ...dots.map(({ share }) => share));
  return draw({
    ...nameAxis([...new Set(dots.map(({ name }) => name))]),
    x: { label, grid: true, ticks: 4, tickFormat: '.0%', domain: [0, most] },
    color: { domain: kinds, range: inks },
    symbol: { legend: true, domain: kinds },
    marks: [
      Plot.ruleX([1], { strokeWidth: 2 }),
      Plot.dot(dots, { x: 'share', y: 'name', stroke: 'kind', symbol: 'kind', r: 5, strokeWidth: 2 }),
    ],
  });
}
