import { memo, Suspense, use, useState } from 'react';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { useAppSelector, useHydrated } from '../hooks.ts';
import { OrderDialog, type OrderDialogProps } from './OrderDialog.tsx';
import { useOrderAddress, whenOpened } from './orderDialogs.ts';

type BoundaryProps = OrderDialogProps & { readonly isFromServer: boolean };

/** Hydrates a dialog when it opens. Until then, the HTML from the server is enough. */
function DialogInTime({ isFromServer, ...props }: BoundaryProps) {
  if (isFromServer && typeof window !== 'undefined') use(whenOpened(props.plan.id));
  return <OrderDialog {...props} />;
}

/** Memoised: when its parent renders again after hydration, React would hydrate all dialogs at once. */
const DialogBoundary = memo((props: BoundaryProps) => (
  <Suspense>
    <DialogInTime {...props} />
  </Suspense>
));

/**
 * The order dialogs of a family. A page from the server contains them all; React hydrates each when it opens. After a
 * navigation within the document, only the open one is rendered.
 */
export function OrderDialogs({ family }: { readonly family: HostingFamily }) {
  const { plans } = family;
  const planId = useAppSelector((state) => state.ordering.planId);
  const isHydrated = useHydrated();
  // Text browsers show closed dialogs too: the open one comes first.
  const [fromServer] = useState(() =>
    isHydrated ? undefined : [...plans].sort((one, other) => Number(other.id === planId) - Number(one.id === planId)),
  );
  useOrderAddress(family, fromServer !== undefined);

  return (
    // Search engines must not quote the dialogs' texts. They read this attribute on `div`, but not on `dialog`.
    <div data-nosnippet>
      {(fromServer ?? plans.filter(({ id }) => id === planId)).map((plan) => (
        <DialogBoundary key={plan.id} family={family} plan={plan} isFromServer={fromServer !== undefined} />
      ))}
    </div>
  );
}
