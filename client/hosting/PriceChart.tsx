import { css } from '@emotion/react';
import { randOf } from '../../shared/hosting/amounts.ts';
import { type Axis, doublingAxis } from '../../shared/hosting/axis.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { planAddress } from '../../shared/paths.ts';

const chart = css({
  width: '100%',
  maxWidth: '34rem',
  height: 'auto',
  overflow: 'visible',
  font: '600 13px system-ui, sans-serif',
  fill: 'var(--muted)',
  '& line': { stroke: 'var(--line)' },
  '& circle': { fill: 'var(--ground)', stroke: 'var(--accent)', strokeWidth: 2.5 },
  '& a': { fill: 'var(--text)' },
  '& a:is(:hover, :focus-visible) circle': { fill: 'var(--accent)' },
});

// In units of the viewBox.
const width = 400;
const height = 440;
/** Room for the name of the last point. */
const nameWidth = 44;
const plot = { left: 48, right: width - 4, top: 14, bottom: height - 44 };

/** A logarithmic scale: https://d3js.org/d3-scale/log */
function scale({ from, to }: Axis, [start, end]: readonly [number, number]) {
  return (value: number) => Math.round(start + ((end - start) * Math.log(value / from)) / Math.log(to / from));
}

/** The price of each plan against its memory, a link for each plan. */
export function PriceChart({ family: { path, plans } }: { readonly family: HostingFamily }) {
  const memory = doublingAxis(
    plans.map(({ resources }) => resources?.ram ?? 1),
    1,
  );
  const prices = doublingAxis(
    plans.map(({ price }) => randOf(price)),
    125,
  );
  const x = scale(memory, [plot.left, plot.right - nameWidth]);
  const y = scale(prices, [plot.bottom, plot.top]);
  const points = plans.map(({ id, name, price, resources }) => ({
    id,
    name,
    left: x(resources?.ram ?? 1),
    top: y(randOf(price)),
  }));
  // Names beside points that are close above each other stand on both sides.
  const isCrowded = (index: number) => {
    const [below, point] = [points[index - 1], points[index]];
    return below && point && below.left === point.left && below.top - point.top < 14;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset
    <svg
      css={chart}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label="Price a month by RAM, a link for each plan"
    >
      {memory.ticks.map((tick) => (
        <g key={tick} transform={`translate(${x(tick)})`}>
          <line y1={plot.top} y2={plot.bottom} />
          <text y={plot.bottom + 18} textAnchor="middle">{`${tick} GB`}</text>
        </g>
      ))}
      {prices.ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${y(tick)})`}>
          <line x1={plot.left} x2={plot.right} />
          <text x={plot.left - 6} y="4" textAnchor="end">{`R${tick}`}</text>
        </g>
      ))}
      {points.map(({ id, name, left, top }, index) => (
        <a key={id} href={planAddress(path, id)}>
          <g transform={`translate(${left} ${top})`}>
            <circle r="6" />
            <text x={isCrowded(index) ? -11 : 11} y="5" textAnchor={isCrowded(index) ? 'end' : undefined}>
              {name}
            </text>
          </g>
        </a>
      ))}
    </svg>
  );
}
