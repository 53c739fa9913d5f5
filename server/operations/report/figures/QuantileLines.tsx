import { scaleLog, scalePoint } from 'd3-scale';
import { line, symbol, symbolCircle, symbolSquare, symbolTriangle } from 'd3-shape';
import { durationOf } from '../numbers.ts';
import { HaloText, LabelAxis, textWidth, ValueAxis } from './Axes.tsx';
import type { PlotDrawing, PlotSize } from './Figure.tsx';

export type QuantileLinesData = {
  /** One for each point in time, in order. */
  readonly labels: readonly string[];
  /** Up to three lines, in milliseconds; undefined where there is no value. */
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
  readonly valueTitle: string;
  readonly labelTitle: string;
};

const symbols = [symbolCircle, symbolSquare, symbolTriangle];
const mostMarks = 40;
const lineHeight = 15;

/** Moves labels down until none covers another; `places` are their wished heights from above to below. */
function spread(places: readonly number[]): readonly number[] {
  const moved: number[] = [];
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? Number.NEGATIVE_INFINITY) + lineHeight));
  return moved;
}

/** Lines over time on a logarithmic scale, told apart by strokes, marks and the names at their ends. */
export function quantileLines({ labels, lines, valueTitle, labelTitle }: QuantileLinesData) {
  return ({ width, narrow }: PlotSize): PlotDrawing => {
    const values = lines.flatMap((one) => one.values.filter((value) => value !== undefined && value > 0)) as number[];
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const area = { left: 52, top: 30, right: width - 46, bottom: narrow ? 230 : 270 };
    const low = 10 ** Math.floor(Math.log10(least));
    const high = Math.max(10 ** Math.ceil(Math.log10(most)), low * 10);
    const x = scalePoint<number>()
      .domain(labels.map((_, index) => index))
      .range([area.left, area.right])
      .padding(0.5);
    const y = scaleLog().domain([low, high]).range([area.bottom, area.top]);
    const powers = Array.from({ length: Math.round(Math.log10(high / low)) + 1 }, (_, index) => low * 10 ** index);
    const heightOf = (value: number) => y(Math.max(value, low));
    const ends = lines
      .map(({ name, values: all }) => {
        const index = all.findLastIndex((value) => value !== undefined);
        return { name, index, value: all[index] ?? low };
      })
      .sort((one, other) => other.value - one.value);
    const endPlaces = spread(ends.map(({ value }) => heightOf(value) + 4));
    return {
      height: area.bottom + 42,
      drawing: (
        <>
          <ValueAxis
            area={area}
            ticks={powers.map((power) => ({ at: y(power), label: durationOf(power) }))}
            title={valueTitle}
          />
          <LabelAxis
            area={area}
            ticks={labels.map((label, index) => ({ at: x(index) ?? 0, label }))}
            title={labelTitle}
            width={width}
          />
          {lines.map(({ name, values: all }, index) => {
            const path = line<number | undefined>()
              .defined((value) => value !== undefined)
              .x((_, point) => x(point) ?? 0)
              .y((value) => heightOf(value ?? low))(all as (number | undefined)[]);
            const mark = symbol(symbols[index], narrow ? 20 : 34)() ?? '';
            // A value between two gaps is a mark without a line.
            const isAlone = (point: number) => all[point - 1] === undefined && all[point + 1] === undefined;
            return (
              <g key={name} className={`line l${index}`}>
                <path d={path ?? ''} className="stroke" />
                {all.map((value, point) =>
                  value !== undefined && (all.length <= mostMarks || isAlone(point)) ? (
                    <path
                      key={labels[point]}
                      d={mark}
                      className="mark"
                      transform={`translate(${x(point) ?? 0},${heightOf(value)})`}
                    />
                  ) : null,
                )}
              </g>
            );
          })}
          {ends.map(({ name, index }, place) => (
            <HaloText
              key={name}
              x={Math.min((x(index) ?? 0) + 8, width - textWidth(name))}
              y={endPlaces[place] ?? 0}
              anchor="start"
            >
              {name}
            </HaloText>
          ))}
        </>
      ),
    };
  };
}
