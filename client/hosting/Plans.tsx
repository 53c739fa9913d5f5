import { css } from '@emotion/react';
import { type SubmitEvent, useCallback, useRef, useState } from 'react';
import { maxCompared, readCompared } from '../../shared/hosting/comparison.ts';
import { hasFinder, readCriteria } from '../../shared/hosting/criteria.ts';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { askFormAddress, parameters } from '../../shared/paths.ts';
import { orderOpened } from '../events/orderOpened.ts';
import { useAppDispatch } from '../hooks.ts';
import { OrderDialogs } from '../ordering/OrderDialogs.tsx';
import { showOrderDialog } from '../ordering/orderDialogElement.ts';
import { Button, buttonStyles } from '../ui/Button.tsx';
import { Callout } from '../ui/Callout.tsx';
import { fetchAhead, lazyWithPreload } from '../ui/lazyWithPreload.ts';
import { media } from '../ui/media.ts';
import { PageLink } from '../ui/PageLink.tsx';
import { PlanCard } from './PlanCard.tsx';
import { PlanFinder } from './PlanFinder.tsx';
import { useChosenQuery } from './useChosenQuery.ts';
import { useReachedPart } from './useReachedPart.ts';

const grid = css({
  display: 'grid',
  gridAutoRows: 'auto',
  gap: '0 1.25rem',
});
const three = css({ [media.medium]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } });
const four = css({
  [media.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.extraLarge]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
});
const many = css({
  [media.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.large]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [media.extraLarge]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
});
// Fills the last row of the fourteen plans: a whole row of two columns, one of three columns, two of four.
const beyond = css({
  gridRow: 'span 6',
  marginBottom: '1.25rem',
  [media.medium]: { gridColumn: '1 / -1' },
  [media.large]: { gridColumn: 'auto' },
  [media.extraLarge]: { gridColumn: 'span 2' },
});
const printed = css({ [media.print]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } });
// In sight while a plan is chosen, also before hydration.
const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0.5rem 1rem',
  padding: '0.75rem 1rem',
  background: 'var(--surface-2)',
  border: '1px solid var(--line)',
  borderRadius: '0.75rem',
  'form:has([name=compare]:checked) > &': { position: 'sticky', bottom: '0.75rem', zIndex: 10 },
});

function columnsOf({ columns, plans }: HostingFamily) {
  return columns === 3 ? three : plans.length === 4 ? four : many;
}

const finderPart = lazyWithPreload(async () => {
  const [{ findPlans }, { FoundPlans }] = await Promise.all([
    import(/* webpackChunkName: "plan-finder" */ '../../shared/hosting/planFinder.ts'),
    import(/* webpackChunkName: "plan-finder" */ './FoundPlans.tsx'),
  ]);
  return { findPlans, FoundPlans };
});
const comparisonPart = lazyWithPreload(() => import(/* webpackChunkName: "comparison" */ './Comparison.tsx'));

/**
 * The plans, with finder, comparison and order dialogs. All of it is one GET form: without scripts, its buttons request
 * the page with the plans found or compared, or with an order dialog open. Until hydration, the start script opens it.
 */
export function Plans({ family }: { readonly family: HostingFamily }) {
  const dispatch = useAppDispatch();
  const form = useRef<HTMLFormElement>(null);
  const { query, addressCount, follow } = useChosenQuery(family, form);
  const [timesAsked, setTimesAsked] = useState(0);

  const chosen = new URLSearchParams(query);
  const criteria = readCriteria(chosen);
  const compared = readCompared(family, chosen);
  const isFinding = hasFinder(family) && Object.keys(criteria).length > 0;
  const finder = useReachedPart(finderPart, isFinding);
  const comparison = useReachedPart(comparisonPart, compared.length > 0);
  const found = finder?.findPlans(family.plans, criteria);
  const shown = found?.plans ?? family.plans;

  const open = useCallback(
    (planId: string) => {
      if (!showOrderDialog(planId)) dispatch(orderOpened(planId));
    },
    [dispatch],
  );

  const submit = (event: SubmitEvent) => {
    const { submitter } = event.nativeEvent;
    event.preventDefault();
    if (submitter?.getAttribute('name') === parameters.order) open((submitter as HTMLButtonElement).value);
    else setTimesAsked(timesAsked + 1);
  };

  return (
    <>
      <form
        ref={form}
        method="get"
        action={`${family.path}#plans`}
        noValidate
        autoComplete="off"
        onSubmit={submit}
        onInput={follow}
      >
        {hasFinder(family) ? (
          <PlanFinder key={addressCount} family={family} criteria={criteria} onReach={() => fetchAhead(finderPart)}>
            {finder && found ? <finder.FoundPlans found={found} total={family.plans.length} /> : null}
          </PlanFinder>
        ) : null}
        <div css={[grid, columnsOf(family), printed]}>
          {shown.map((plan) => (
            <PlanCard
              key={plan.id}
              family={family}
              plan={plan}
              isBest={plan === found?.best}
              isCompared={compared.includes(plan.id)}
              isFull={compared.length === maxCompared}
            />
          ))}
          {family.beyond ? (
            <Callout css={beyond} {...family.beyond}>
              <PageLink css={buttonStyles('secondary')} to={askFormAddress(family.id)}>
                Ask Us
              </PageLink>
            </Callout>
          ) : null}
        </div>
        {compared
          .filter((id) => shown.every((plan) => plan.id !== id))
          .map((id) => (
            <input key={id} type="hidden" name={parameters.compare} value={id} />
          ))}
        <div css={bar}>
          <p role="status">
            {compared.length > 0
              ? `${compared.length} of ${maxCompared} plans chosen`
              : 'Choose up to four plans to compare.'}
          </p>
          <Button type="submit" variant="secondary">
            Compare
          </Button>
        </div>
        {comparison ? (
          <comparison.Comparison family={family} compared={compared} query={query} timesAsked={timesAsked} />
        ) : null}
      </form>
      <OrderDialogs family={family} open={open} />
    </>
  );
}
