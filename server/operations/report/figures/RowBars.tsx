import { scaleLinear } from 'd3-scale';
import { amountOf } from '../numbers.ts';
import { LabelAxis, rectangle, textWidth, truncated } from './Axes.tsx';
import type { PlotDrawing, PlotSize } from './Figure.tsx';

export type RowBarsData = {
  readonly rows: readonly {
    readonly label: string;
    readonly value: number;
    /** The value as it is written beside its bar; else as on the axis. */
    readonly text?: string;
    /** Whether it is beyond the limit: drawn in a pattern of its own. */
    readonly isBeyond?: boolean;
  }[];
  readonly valueTitle: string;
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
export function rowBars({ rows: given, valueTitle, format, limit }: RowBarsData) {
  const write = format ?? amountOf;
  const rows = given.map((row) => ({ ...row, text: row.text ?? write(row.value) }));
  return ({ width, narrow }: PlotSize): PlotDrawing => {
    const longest = Math.max(...rows.map(({ label }) => textWidth(label)));
    const isAbove = narrow || longest > mostLabelWidth;
    const left = isAbove ? 2 : longest + 12;
    const values = Math.max(...rows.map(({ text }) => textWidth(text))) + 12;
    const top = limit ? 26 : 6;
    const step = isAbove ? rowHeight + labelHeight : rowHeight;
    const area = { left, top, right: width - values, bottom: top + rows.length * step };
    const most = Math.max(...rows.map(({ value }) => value), limit ? limit.value * 1.25 : 0) || 1;
    const x = scaleLinear().domain([0, most]).range([area.left, area.right]);
    const ticks = x.ticks(narrow ? 3 : 5).filter((tick) => format || Number.isInteger(tick));
    const placeOf = (index: number) => area.top + index * step + (isAbove ? labelHeight : 0);
    const bars = (beyond: boolean) =>
      rows
        .map(({ value, isBeyond = false }, index) =>
          isBeyond === beyond
            ? rectangle(area.left, placeOf(index) + 4, Math.max(x(value) - area.left, 1), rowHeight - 9)
            : '',
        )
        .join('');
    return {
      height: area.bottom + 42,
      drawing: (
        <>
          {ticks.map((at) => (
            <line key={at} className="grid" x1={x(at)} x2={x(at)} y1={area.top} y2={area.bottom} />
          ))}
          <path className="s0" d={bars(false)} />
          <path className="beyond" d={bars(true)} />
          {limit && (
            <g className="limit">
              <line x1={x(limit.value)} x2={x(limit.value)} y1={area.top - 6} y2={area.bottom} />
              <text x={x(limit.value)} y={12} textAnchor="middle">
                {limit.label}
              </text>
            </g>
          )}
          {rows.map(({ label, value, text }, index) => (
            <g key={label}>
              {isAbove ? (
                <text x={area.left} y={placeOf(index) - 1} className="halo">
                  {truncated(label, width)}
                </text>
              ) : (
                <text x={area.left - 10} y={placeOf(index) + 17} textAnchor="end">
                  {label}
                </text>
              )}
              <text x={x(value) + 6} y={placeOf(index) + 17} className="halo value">
                {text}
              </text>
            </g>
          ))}
          <LabelAxis
            area={area}
            ticks={ticks.map((at) => ({ at: x(at), label: write(at) }))}
            title={valueTitle}
            width={width}
          />
        </>
      ),
    };
  };
}
