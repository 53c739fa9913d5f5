import { css } from '@emotion/react';
import type { Found } from '../../shared/hosting/planFinder.ts';

const result = css({ display: 'flex', flexWrap: 'wrap', gap: '0 1.25rem', '& a': { fontWeight: 600 } });

/** How many of all plans satisfy the criteria, and the best of them; if none does, the nearest plan and what it misses. */
export function FoundPlans({
  found: { plans, best, misses },
  total,
}: {
  readonly found: Found;
  readonly total: number;
}) {
  const [first] = plans;
  return (
    <span css={result}>
      <span>{`${best ? plans.length : 0} of ${total} plans`}</span>
      {best ? <a href={`#plan-${best.id}`}>{`Best fit: ${best.name}`}</a> : null}
      {best || !first ? null : <a href={`#plan-${first.id}`}>{`Nearest: ${first.name}`}</a>}
      {misses.map((miss) => (
        <span key={miss}>{miss}</span>
      ))}
    </span>
  );
}
