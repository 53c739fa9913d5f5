import { css } from '@emotion/react';
import type { Found } from '../../shared/hosting/planFinder.ts';

const best = css({ fontWeight: 600 });

export type FoundPlansProps = { readonly found: Found; readonly total: number };

/** How many plans satisfy the criteria, and the best of them: or else the nearest plan, and what it misses. */
export function FoundPlans({ found: { plans, best: fit, misses }, total }: FoundPlansProps) {
  const [first] = plans;
  return (
    <>
      <span>{`${fit ? plans.length : 0} of ${total} plans`}</span>
      {first ? (
        <>
          {' · '}
          <a css={best} href={`#plan-${(fit ?? first).id}`}>
            {fit ? `Best fit: ${fit.name}` : `Nearest: ${first.name}`}
          </a>
        </>
      ) : null}
      {misses.length > 0 ? <span>{` · ${misses.join(' · ')}`}</span> : null}
    </>
  );
}
