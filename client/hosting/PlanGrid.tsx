import { css } from '@emotion/react';
import type { SubmitEvent } from 'react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { orderAddress, parameters } from '../../shared/paths.ts';
import { useAppDispatch } from '../hooks.ts';
import { orderDialog } from '../ordering/OrderDialogLoader.tsx';
import { orderOpened } from '../ordering/orderingSlice.ts';
import { media } from '../ui/media.ts';
import { PlanCard } from './PlanCard.tsx';

const grid = css({
  display: 'grid',
  gridAutoRows: 'auto',
  gap: '0 1.25rem',
  [media.medium]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  [media.large]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
});
const fourColumns = css({ [media.extraLarge]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } });

/**
 * The plans, inside a form of the GET kind: without scripts an order button asks the server for the page with its
 * dialog open, and so does a click made before the scripts have arrived.
 */
export const PlanGrid = ({ family }: { readonly family: HostingFamily }) => {
  const dispatch = useAppDispatch();

  const open = (event: SubmitEvent<HTMLFormElement>) => {
    const button = event.nativeEvent.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    orderDialog.preload().then(
      () => dispatch(orderOpened(button.value)),
      () => location.assign(orderAddress(family.path, button.value)),
    );
  };

  return (
    <form css={[grid, family.columns === 4 && fourColumns]} method="get" action={family.path} onSubmit={open}>
      {family.plans.map((plan) => (
        <PlanCard key={plan.id} family={family} plan={plan} parameter={parameters.order} />
      ))}
    </form>
  );
};
