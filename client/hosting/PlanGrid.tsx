import { css } from '@emotion/react';
import { type SubmitEvent, useEffect } from 'react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { orderAddress, parameters, paths } from '../../shared/paths.ts';
import { orderOpened } from '../events/orderOpened.ts';
import { useAppDispatch } from '../hooks.ts';
import { orderDialog } from '../ordering/OrderDialogLoader.tsx';
import { buttonStyles } from '../ui/Button.tsx';
import { Callout } from '../ui/Callout.tsx';
import { fetchAhead } from '../ui/lazyWithPreload.ts';
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

/** The plans in a GET form: before hydration or without JavaScript, a button requests the page with its dialog open. */
export function PlanGrid({ family }: { readonly family: HostingFamily }) {
  const dispatch = useAppDispatch();

  useEffect(() => fetchAhead(orderDialog), []);

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
    <form css={[grid, columnsOf(family), printed]} method="get" action={family.path} onSubmit={open}>
      {family.plans.map((plan) => (
        <PlanCard key={plan.id} family={family} plan={plan} parameter={parameters.order} />
      ))}
      {family.beyond ? (
        <Callout css={beyond} {...family.beyond}>
          <PageLink css={buttonStyles('secondary')} to={paths.contact}>
            Ask Us
          </PageLink>
        </Callout>
      ) : null}
    </form>
  );
}
