import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { amountOf } from '../numbers.ts';
import { LabelAxis, rectangle, textWidth, ValueAxis } from './Axes.tsx';
import type { PlotDrawing, PlotSize } from './Figure.tsx';
import { seriesClass } from './Series.tsx';

export type StackedBarsData = {
  /** One for each bar, in order. */
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
  readonly valueTitle: string;
  readonly labelTitle: string;
};

/** One bar for each label, with its series one upon the other and their sum above it where there is room. */
export function stackedBars({ labels, series, valueTitle, labelTitle }: StackedBarsData) {
  return ({ width, narrow }: PlotSize): PlotDrawing => {
    const sums = labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
    const most = Math.max(1, ...sums);
    const left = textWidth(amountOf(most)) + 12;
    const area = { left, top: 30, right: width - 4, bottom: narrow ? 210 : 260 };
    const x = scaleBand<number>()
      .domain(labels.map((_, index) => index))
      .range([area.left, area.right])
      .padding(labels.length > 12 ? 0.2 : 0.35);
    const y = scaleLinear().domain([0, most]).nice(4).range([area.bottom, area.top]);
    const ticks = y.ticks(4).filter(Number.isInteger);
    const layers = stack<number, number>()
      .keys(series.map((_, index) => index))
      .value((bar, key) => series[key]?.values[bar] ?? 0)(labels.map((_, index) => index));
    const barWidth = Math.min(x.bandwidth(), 56);
    const indent = (x.bandwidth() - barWidth) / 2;
    const hasRoom = sums.every((sum) => textWidth(amountOf(sum)) <= x.step());
    const placeOf = (bar: number) => (x(bar) ?? 0) + indent;
    return {
      height: area.bottom + 42,
      drawing: (
        <>
          <ValueAxis area={area} ticks={ticks.map((at) => ({ at: y(at), label: amountOf(at) }))} title={valueTitle} />
          {layers.map((layer) => (
            <path
              key={layer.key}
              className={seriesClass(layer.key)}
              // One shape for a series: a PDF holds the pattern once for each.
              d={layer
                .map(([from, to], bar) => (to > from ? rectangle(placeOf(bar), y(to), barWidth, y(from) - y(to)) : ''))
                .join('')}
            />
          ))}
          {sums.map((sum, bar) =>
            sum > 0 && hasRoom ? (
              <text
                key={labels[bar]}
                x={placeOf(bar) + barWidth / 2}
                y={y(sum) - 5}
                textAnchor="middle"
                className="value"
              >
                {amountOf(sum)}
              </text>
            ) : null,
          )}
          <LabelAxis
            area={area}
            ticks={labels.map((label, bar) => ({ at: placeOf(bar) + barWidth / 2, label }))}
            title={labelTitle}
            width={width}
          />
        </>
      ),
    };
  };
}
