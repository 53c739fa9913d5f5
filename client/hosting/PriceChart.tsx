import { css } from '@emotion/react';
import { type HostingFamily, randOf, vatNote } from '../../shared/hosting/family.ts';
import { planAddress } from '../../shared/paths.ts';
import { Section } from '../content/Section.tsx';
import { media } from '../ui/styles.ts';

const columns = css({
  display: 'grid',
  gap: '2rem 3rem',
  alignItems: 'start',
  [media.large]: { gridTemplateColumns: 'minmax(0, 1.6fr) minmax(0, 1fr)' },
});
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
const table = css({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& caption': { textAlign: 'left', paddingBottom: '0.5rem', color: 'var(--muted)' },
  '& :is(th, td)': { padding: '0.25rem 0', borderBottom: '1px solid var(--line)', textAlign: 'right' },
  '& :is(th, td):first-child': { textAlign: 'left' },
});

// In units of the viewBox.
const width = 400;
const height = 440;
const plot = { left: 48, right: width - 4, top: 14, bottom: height - 44 };
const memoryTicks = [2, 4, 8, 16, 32, 64];
const priceTicks = [125, 250, 500, 1000, 2000, 4000];

/** A logarithmic scale: https://d3js.org/d3-scale/log */
function scale([from, to]: readonly [number, number], [start, end]: readonly [number, number]) {
  return (value: number) => Math.round(start + ((end - start) * Math.log(value / from)) / Math.log(to / from));
}
const x = scale([1.7, 112], [plot.left, plot.right]);
const y = scale([110, 6000], [plot.bottom, plot.top]);

/** The price of each plan against its memory: a link for each plan, and the same as a table. */
export function PriceChart({ family: { path, plans } }: { readonly family: HostingFamily }) {
  const points = plans.map(({ id, name, price, resources }) => {
    const ram = resources?.ram ?? 0;
    return { id, name, price, ram, left: x(ram), top: y(randOf(price)) };
  });
  // Names beside points that are close above each other stand on both sides.
  const isCrowded = (index: number) => {
    const [below, point] = [points[index - 1], points[index]];
    return below && point && below.left === point.left && below.top - point.top < 14;
  };
  return (
    <Section title="Price and RAM" lead={`Each step to the right doubles the memory. ${vatNote}`}>
      <div css={columns}>
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset */}
        <svg
          css={chart}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label="Price a month by RAM, a link for each plan"
        >
          {memoryTicks.map((tick) => (
            <g key={tick} transform={`translate(${x(tick)})`}>
              <line y1={plot.top} y2={plot.bottom} />
              <text y={plot.bottom + 18} textAnchor="middle">{`${tick} GB`}</text>
            </g>
          ))}
          {priceTicks.map((tick) => (
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
        <table css={table}>
          <caption>The same as a table</caption>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">RAM</th>
              <th scope="col">A month</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ id, name, price, ram }) => (
              <tr key={id}>
                <th scope="row">
                  <a href={planAddress(path, id)}>{name}</a>
                </th>
                <td>{`${ram} GB`}</td>
                <td>{price}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
