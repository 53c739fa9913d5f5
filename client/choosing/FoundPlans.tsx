import { css } from '@emotion/react';
import { readCriteria } from '../../shared/hosting/criteria.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { findPlans } from '../../shared/hosting/planFinder.ts';
import { useAppSelector } from '../hooks.ts';

const result = css({ display: 'flex', flexWrap: 'wrap', gap: '0 1.25rem', '& a': { fontWeight: 600 } });

/** How many plans satisfy the criteria, and the best of them; if none does, the nearest plan and what it misses. */
export function FoundPlans({ family: { plans } }: { readonly family: HostingFamily }) {
  const query = useAppSelector((state) => state.choosing.query);
  const found = findPlans(plans, readCriteria(new URLSearchParams(query)));
  const [first] = found.plans;
  const count = found.best ? found.plans.length : 0;
  return (
    <span css={result}>
      <span>{`${count} of ${plans.length} plans`}</span>
      {found.best ? <a href={`#plan-${found.best.id}`}>{`Best fit: ${found.best.name}`}</a> : null}
      {found.best || !first ? null : <a href={`#plan-${first.id}`}>{`Nearest: ${first.name}`}</a>}
      {found.misses.map((miss) => (
        <span key={miss}>{miss}</span>
      ))}
    </span>
  );
}
