import { css } from '@emotion/react';
import { readCriteria } from '../../shared/hosting/criteria.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { findPlans } from '../../shared/hosting/planFinder.ts';

const result = css({ display: 'flex', flexWrap: 'wrap', gap: '0 1.25rem', '& a': { fontWeight: 600 } });

export type FoundPlansProps = { readonly family: HostingFamily; readonly query: string };

/** How many plans satisfy the criteria, and the best of them; if none does, the nearest plan and what it misses. */
export function FoundPlans({ family: { plans }, query }: FoundPlansProps) {
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
