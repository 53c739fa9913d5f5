import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { sumOf } from '../dailySeries.ts';
import { amountOf, durationOf } from '../numbers.ts';
import { patternOf } from './Series.tsx';

/** Draws a plot; returns an SVG element. `narrow`: for a telephone, or beside other plots. */
export type Draw = (narrow: boolean) => string;

type Titles = { readonly valueTitle: string; readonly labelTitle: string };

const { document } = parseHTML('<html></html>');
const bottomAxis = { labelAnchor: 'center', labelArrow: 'none', line: true, tickSize: 0 } as const;
const aboveBar = { dy: -9, className: 'value' } as const;
const leftAxis = { labelAnchor: 'top', labelArrow: 'none', grid: true, tickSize: 0 } as const;

function widthOf(narrow: boolean): number {
  return narrow ? 320 : 760;
}

/** The width of the longest text in the font of the plots, estimated from above. */
function textWidth(texts: readonly string[]): number {
  return 6.6 * Math.max(...texts.map(({ length }) => length));
}

/** Makes one shape of all bars of a pattern: a PDF holds the pattern once for each shape, and had 22 MB. */
function joinBars(drawing: Element): void {
  const outlineOf = (bar: Element): string => {
    const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => bar.getAttribute(name));
    return `M${x},${y}h${width}v${height}H${x}z`;
  };
  for (const group of drawing.querySelectorAll('[aria-label=bar], [aria-label=rect]')) {
    const bars = Map.groupBy(group.children, (bar) => bar.getAttribute('fill') ?? group.getAttribute('fill'));
    const shapes = Array.from(bars, ([fill, all]) => `<path fill="${fill}" d="${all.map(outlineOf).join('')}"></path>`);
    group.innerHTML = shapes.join('');
  }
}

function draw(narrow: boolean, options: Plot.PlotOptions, ...marks: Plot.Markish[]): string {
  const margins = { marginTop: 30, marginRight: 18, marginBottom: 42 };
  const size = { width: widthOf(narrow), height: narrow ? 252 : 292 };
  const drawing = Plot.plot({ document, className: 'plot', ...size, ...margins, ...options, marks });
  joinBars(drawing);
  // The figure names it. Plot names parts whose elements may have no name.
  drawing.setAttribute('aria-hidden', 'true');
  return drawing.outerHTML;
}

/** The axis of counts at the left, and the room for it. */
function countAxis(counts: readonly number[], label: string) {
  const most = Math.max(1, ...counts);
  const ticks = Math.min(most, 4);
  const y = { ...leftAxis, label, domain: [0, most], nice: ticks, ticks, tickFormat: amountOf };
  return { y, marginLeft: textWidth([amountOf(most)]) + 12 };
}

/** The axis below, with as many of the labels as have room, evenly spaced and with the last one. */
function labelAxis(labels: readonly string[], label: string, room: number) {
  const every = Math.ceil(((textWidth(labels) + 14) * labels.length) / room);
  const ticks = labels.filter((_, index) => (labels.length - 1 - index) % every === 0);
  return { ...bottomAxis, label, domain: labels, ticks };
}

type StackedBarsData = Titles & {
  /** One for each bar, in order. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly values: readonly number[] }[];
};

/** One bar for each label, with its series one upon the other and their sum above it where there is room. */
export function stackedBars({ labels, series, valueTitle, labelTitle }: StackedBarsData): Draw {
  const parts = series.flatMap(({ values }, index) =>
    values.map((value, at) => ({ value, label: labels[at], fill: patternOf(index) })),
  );
  const sums = labels.map((_, at) => sumOf(series.map(({ values }) => values[at] ?? 0)));
  const counts = countAxis(sums, valueTitle);
  return (narrow) => {
    const room = widthOf(narrow) - counts.marginLeft;
    const padding = Math.max(0.2, 1 - (60 * labels.length) / room);
    const hasSums = textWidth(sums.map(amountOf)) <= room / labels.length;
    return draw(
      narrow,
      { ...counts, x: { ...labelAxis(labels, labelTitle, room), padding } },
      Plot.barY(parts, { x: 'label', y: 'value', fill: 'fill', filter: 'value' }),
      Plot.text(hasSums ? sums : [], { ...aboveBar, x: labels, y: sums, text: amountOf, filter: Boolean }),
    );
  };
}

export type HistogramData = Titles & {
  /** Milliseconds: the limits between the bars, which are one more. */
  readonly limits: readonly number[];
  readonly counts: readonly number[];
};

/** A bar for each range of durations, as wide as the others whatever the range. */
export function histogramBars({ limits, counts, valueTitle, labelTitle }: HistogramData): Draw {
  const bar = { x: (_: number, index: number) => index, interval: 1, y: counts };
  const percentOf = (count: number) => (100 * count) / sumOf(counts);
  const tickFormat = (index: number) => durationOf(limits[index - 1]);
  return (narrow) => {
    const ticks = limits.map((_, index) => index + 1).filter((index) => !narrow || index % 3 === 1);
    return draw(
      narrow,
      { ...countAxis(counts, valueTitle), x: { ...bottomAxis, label: labelTitle, ticks, tickFormat } },
      Plot.rectY(counts, { ...bar, filter: Boolean, fill: patternOf(0), insetLeft: 3 }),
      Plot.textY(counts, {
        ...bar,
        ...aboveBar,
        text: (count) => (percentOf(count) < 0.5 ? '<1%' : `${Math.round(percentOf(count))}%`),
        filter: (count) => count > 0 && !(narrow && percentOf(count) < 0.5),
      }),
    );
  };
}

type QuantileLinesData = Titles & {
  /** One for each point in time, in order. */
  readonly labels: readonly string[];
  /** Up to three from the highest to the lowest, in milliseconds; undefined where there is no value. */
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
};

const looks = [
  { stroke: 'var(--ink-2)', strokeDasharray: '2 3', symbol: 'circle' },
  { stroke: 'var(--ink-1)', strokeDasharray: '7 4', symbol: 'square' },
  { stroke: 'var(--ink-0)', strokeDasharray: 'none', symbol: 'triangle' },
] as const;
/** Where there are more points, their marks are small. */
const mostMarks = 40;
const lineHeight = 13;

/** Lines over time on a logarithmic scale, told apart by strokes, marks and the names at their ends. */
export function quantileLines({ labels, lines, valueTitle, labelTitle }: QuantileLinesData): Draw {
  const r = labels.length > mostMarks ? 1.5 : 3;
  const ends = lines.map(({ name, values }) => {
    const last = values.findLastIndex((value) => value !== undefined);
    return { name, label: labels[last], value: values[last] };
  });
  const names = Plot.initializer<Plot.TextOptions>(
    { x: 'label', y: 'value', text: 'name', textAnchor: 'start', dx: 8, className: 'halo' },
    // From above to below, each as far down as keeps it from covering the one above.
    (_data, _facets, _channels, { y }) => {
      const places: number[] = [];
      for (const { value } of ends) places.push(Math.max(y?.(value), (places.at(-1) ?? 0) + lineHeight));
      return { channels: { y: { value: places } } };
    },
  );
  return (narrow) =>
    draw(
      narrow,
      {
        marginLeft: 52,
        marginRight: 46,
        x: { ...labelAxis(labels, labelTitle, widthOf(narrow) - 98), type: 'point' },
        y: { ...leftAxis, type: 'log', nice: true, clamp: true, ticks: 3, tickFormat: durationOf, label: valueTitle },
      },
      lines.map(({ values }, index) => {
        const look = { x: labels, y: values, strokeWidth: 2, ...looks[index] };
        return [
          Plot.line(labels, look),
          Plot.dot(labels, { ...look, strokeDasharray: 'none', r, fill: 'var(--surface)' }),
        ];
      }),
      Plot.text(ends, names),
    );
}

type RowBarsData = Pick<Titles, 'valueTitle'> & {
  readonly rows: readonly {
    readonly label: string;
    readonly value: number;
    /** The value as it is written beside its bar; else as on the axis. */
    readonly text?: string;
    /** Whether it is beyond the limit: drawn in a pattern of its own. */
    readonly isBeyond?: boolean;
  }[];
  /** Writes a value with its unit. Without it the values are counts. */
  readonly format?: (value: number) => string;
  /** A value up to which all is well. */
  readonly limit?: { readonly value: number; readonly label: string };
};

const rowHeight = 26;
const labelHeight = 17;
/** Where a label is longer, all labels are above their bars. */
const mostLabelWidth = 330;

/** A bar for each row with its label at the left, or in a narrow plot above it. */
export function rowBars({ rows, valueTitle, format, limit }: RowBarsData): Draw {
  const tickFormat = (value: number) => (format ?? amountOf)(value);
  const texts = rows.map(({ value, text: written }) => written ?? tickFormat(value));
  const most = Math.max(...rows.map(({ value }) => value), limit ? limit.value * 1.25 : 0) || 1;
  const longest = textWidth(rows.map(({ label }) => label));
  const y = rows.map((_, index) => index);
  return (narrow) => {
    const isAbove = narrow || longest > mostLabelWidth;
    const top = isAbove ? labelHeight : 0;
    const marginTop = limit ? 26 : 6;
    const ticks = Math.min(narrow ? 3 : 5, format ? 5 : most);
    const above = { dy: -12, lineWidth: widthOf(narrow) / 12, textOverflow: 'ellipsis', className: 'halo' } as const;
    return draw(
      narrow,
      {
        height: marginTop + rows.length * (rowHeight + top) + 42,
        marginTop,
        marginLeft: isAbove ? 4 : longest + 12,
        marginRight: textWidth(texts) + 12,
        x: { ...bottomAxis, label: valueTitle, domain: [0, most], ticks, tickFormat, grid: true },
        y: { axis: null, padding: 0, domain: y },
      },
      Plot.barX(rows, {
        x: 'value',
        y,
        fill: ({ isBeyond }) => patternOf(isBeyond ? 'beyond' : 0),
        insetTop: top + 4,
        insetBottom: 5,
      }),
      limit && [
        Plot.ruleX([limit.value], { insetTop: -3 }),
        Plot.text([limit.label], {
          x: [limit.value],
          frameAnchor: 'top',
          lineAnchor: 'bottom',
          dy: -9,
          className: 'halo',
        }),
      ],
      Plot.text(rows, { y, text: 'label', frameAnchor: 'left', ...(isAbove ? above : { dx: -10, textAnchor: 'end' }) }),
      Plot.text(rows, { x: 'value', y, text: texts, textAnchor: 'start', dx: 6, dy: top / 2, className: 'value' }),
    );
  };
}
