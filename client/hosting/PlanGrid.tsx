import { css } from '@emotion/react';
import { type SubmitEvent, useCallback } from 'react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { askFormAddress } from '../../shared/paths.ts';
import { orderOpened } from '../events/orderOpened.ts';
import { useAppDispatch } from '../hooks.ts';
import { OrderDialogs } from '../ordering/OrderDialogs.tsx';
import { showOrderDialog } from '../ordering/orderDialogElement.ts';
import { buttonStyles } from '../ui/Button.tsx';
import { Callout } from '../ui/Callout.tsx';
import { media } from '../ui/media.ts';
import { PageLink } from '../ui/PageLink.tsx';
import { PlanCard } from './PlanCard.tsx';

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
  gridRow: 'span 5',
  marginBottom: '1.25rem',
  [media.medium]: { gridColumn: '1 / -1' },
  [media.large]: { gridColumn: 'auto' },
  [media.extraLarge]: { gridColumn: 'span 2' },
});

const printed = css({ [media.print]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } });

function columnsOf({ columns, plans }: HostingFamily) {
  return columns === 3 ? three : plans.length === 4 ? four : many;
}

/**
 * The plans and their order dialogs. The plans are in a GET form: without scripts, a button requests the page with its
 * dialog open. The start script opens the dialog until React does.
 */
export function PlanGrid({ family }: { readonly family: HostingFamily }) {
  const dispatch = useAppDispatch();

  const open = useCallback(
    (planId: string) => {
      if (!showOrderDialog(planId)) dispatch(orderOpened(planId));
    },
    [dispatch],
  );

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const button = event.nativeEvent.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    open(button.value);
  };

  return (
    <>
      <form css={[grid, columnsOf(family), printed]} method="get" action={family.path} onSubmit={submit}>
        {family.plans.map((plan) => (
          <PlanCard key={plan.id} family={family} plan={plan} />
        ))}
        {family.beyond ? (
          <Callout css={beyond} {...family.beyond}>
            <PageLink css={buttonStyles('secondary')} to={askFormAddress(family.id)}>
              Ask Us
            </PageLink>
          </Callout>
        ) : null}
      </form>
      <OrderDialogs family={family} open={open} />
    </>
  );
}
