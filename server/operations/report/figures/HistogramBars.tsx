import { scaleBand, scaleLinear } from 'd3-scale';
import { amountOf, durationOf, shareOf } from '../numbers.ts';
import { LabelAxis, textWidth, ValueAxis } from './Axes.tsx';
import type { PlotDrawing, PlotSize, Table } from './Figure.tsx';
import { seriesClass } from './Series.tsx';

export type HistogramData = {
  /** Milliseconds: the limits between the bars, which are one more. */
  readonly limits: readonly number[];
  readonly counts: readonly number[];
  readonly valueTitle: string;
  readonly limitTitle: string;
};

/** A bar for each range of durations, as wide as the others whatever the range. */
export function histogramBars({ limits, counts, valueTitle, limitTitle }: HistogramData) {
  return ({ width, narrow }: PlotSize): PlotDrawing => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const most = Math.max(1, ...counts);
    const left = textWidth(amountOf(most)) + 12;
    const area = { left, top: 30, right: width - 4, bottom: narrow ? 200 : 220 };
    const x = scaleBand<number>()
      .domain(counts.map((_, index) => index))
      .range([area.left, area.right])
      .padding(0.12);
    const y = scaleLinear().domain([0, most]).nice(4).range([area.bottom, area.top]);
    const ticks = y.ticks(4).filter(Number.isInteger);
    const limitAt = (index: number) => (x(index) ?? 0) + x.bandwidth() + (x.step() - x.bandwidth()) / 2;
    return {
      height: area.bottom + 42,
      drawing: (
        <>
          <ValueAxis area={area} ticks={ticks.map((at) => ({ at: y(at), label: amountOf(at) }))} title={valueTitle} />
          {counts.map((count, index) => {
            const percent = (100 * count) / total;
            const label = percent < 0.5 ? '<1%' : `${Math.round(percent)}%`;
            const from = index === 0 ? 'less' : durationOf(limits[index - 1] ?? 0);
            return count > 0 ? (
              <g key={from}>
                <rect
                  className={seriesClass(0)}
                  x={x(index)}
                  y={Math.min(y(count), area.bottom - 1)}
                  width={x.bandwidth()}
                  height={Math.max(area.bottom - y(count), 1)}
                />
                {textWidth(label) <= x.step() + 2 && !(narrow && percent < 0.5) && (
                  <text x={(x(index) ?? 0) + x.bandwidth() / 2} y={y(count) - 5} textAnchor="middle" className="value">
                    {label}
                  </text>
                )}
              </g>
            ) : null;
          })}
          <LabelAxis
            area={area}
            ticks={limits.map((limit, index) => ({ at: limitAt(index), label: durationOf(limit) }))}
            title={limitTitle}
            width={width}
          />
        </>
      ),
    };
  };
}

/** The table of a histogram. */
export function histogramTable({ limits, counts }: HistogramData, range: string, what: string): Table {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rangeOf = (index: number) => {
    const [from, to] = [limits[index - 1], limits[index]];
    if (from === undefined) return `under ${durationOf(to ?? 0)}`;
    return to === undefined ? `${durationOf(from)} and more` : `${durationOf(from)} to ${durationOf(to)}`;
  };
  return {
    columns: [range, what, 'Share'],
    rows: counts.map((count, index) => [rangeOf(index), amountOf(count), shareOf(count, total)]),
  };
}
