import type { ReactNode } from 'react';

/** The space around the area of a plot, and its size. */
export type Area = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The width of a text in the font of the plots, estimated from above. */
export function textWidth(text: string): number {
  return text.length * 6.6;
}

/** A text cut at its end to fit into a width. */
export function truncated(text: string, width: number): string {
  const length = Math.floor(width / 6.6);
  return text.length <= length ? text : `${text.slice(0, Math.max(length - 1, 1)).trimEnd()}…`.toWellFormed();
}

type Tick = { readonly at: number; readonly label: string };

/** Horizontal lines with values at their left; `title` names the quantity and its unit. */
export function ValueAxis({ area, ticks, title }: { area: Area; ticks: readonly Tick[]; title: string }) {
  return (
    <g>
      <text x={0} y={12} className="axis-title">
        {title}
      </text>
      {ticks.map(({ at, label }) => (
        <g key={at}>
          <line className="grid" x1={area.left} x2={area.right} y1={at} y2={at} />
          <text x={area.left - 6} y={at + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

/** A part of a path: a rectangle. */
export function rectangle(x: number, y: number, width: number, height: number): string {
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return `M${rounded(x)},${rounded(y)}h${rounded(width)}v${rounded(height)}h${rounded(-width)}z`;
}

/** Labels below the area: as many, evenly spaced and with the last one, as fit. `width`: of the whole drawing. */
export function LabelAxis({ area, ticks, title, width }: LabelAxisProps) {
  const widest = Math.max(...ticks.map(({ label }) => textWidth(label)), 1);
  const apart = ticks.length > 1 ? ((ticks.at(-1)?.at ?? 0) - (ticks[0]?.at ?? 0)) / (ticks.length - 1) : width;
  const every = Math.max(1, Math.ceil((widest + 14) / apart));
  const shown = ticks.filter((_, index) => (ticks.length - 1 - index) % every === 0);
  const placeOf = ({ at, label }: Tick) => {
    const half = textWidth(label) / 2;
    if (at - half < 0) return { x: Math.max(0, at - 3), textAnchor: 'start' as const };
    return at + half > width ? { x: width, textAnchor: 'end' as const } : { x: at, textAnchor: 'middle' as const };
  };
  return (
    <g>
      <line className="base" x1={area.left} x2={area.right} y1={area.bottom} y2={area.bottom} />
      {shown.map((tick) => (
        <text key={tick.at} {...placeOf(tick)} y={area.bottom + 17}>
          {tick.label}
        </text>
      ))}
      <text x={(area.left + area.right) / 2} y={area.bottom + 35} textAnchor="middle" className="axis-title">
        {title}
      </text>
    </g>
  );
}
type LabelAxisProps = {
  readonly area: Area;
  readonly ticks: readonly Tick[];
  readonly title: string;
  readonly width: number;
};

/** A label on the ground of the card, so that lines behind it do not cross it. */
export function HaloText({ x, y, children, anchor = 'middle' }: HaloProps) {
  return (
    <text x={x} y={y} textAnchor={anchor} className="halo">
      {children}
    </text>
  );
}
type HaloProps = {
  readonly x: number;
  readonly y: number;
  readonly children: ReactNode;
  readonly anchor?: 'start' | 'middle' | 'end';
};
