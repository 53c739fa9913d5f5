import { css } from '@emotion/react';
import type { ComponentType } from 'react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { lazyWithPreload, useLoaded } from '../ui/lazyWithPreload.ts';

const chart = lazyWithPreload<ComponentType<{ readonly family: HostingFamily }>>(() =>
  import(/* webpackChunkName: "price-chart" */ './PriceChart.tsx').then((loaded) => loaded.PriceChart),
);

const disclosure = css({
  marginBottom: '2.5rem',
  '& summary': { width: 'fit-content', padding: '0.625rem 0.5rem', color: 'var(--accent)', cursor: 'pointer' },
  '& p': { marginBottom: '1rem', color: 'var(--muted)' },
});

/** The price chart, folded and loaded after hydration: the page from the server has the same in a table. */
export function PriceChartLoader({ family }: { readonly family: HostingFamily }) {
  const PriceChart = useLoaded(chart);
  return (
    <details css={disclosure} className="needs-scripts no-print">
      <summary>Price and RAM as a Chart</summary>
      <p>Each step to the right doubles the memory.</p>
      {PriceChart ? <PriceChart family={family} /> : null}
    </details>
  );
}
