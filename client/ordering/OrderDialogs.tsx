import { memo, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { parameters } from '../../shared/paths.ts';
import { findOpenOrderDialog } from '../early/orderDialogElement.ts';
import { useAppSelector, useHydrated } from '../hooks.ts';
import { OrderDialog, type OrderDialogProps } from './OrderDialog.tsx';
import { withoutOrder } from './withoutOrder.ts';

/** Memoised: when its parent renders again after hydration, React would hydrate all dialogs at once. */
const DialogBoundary = memo((props: OrderDialogProps) => (
  <Suspense>
    <OrderDialog {...props} />
  </Suspense>
));

export type OrderDialogsProps = {
  readonly family: HostingFamily;
  /** Opens the order dialog of the plan with this id. */
  readonly open: (planId: string) => void;
};

/**
 * The order dialogs of a family. A page from the server contains them all; React hydrates them after the page, or when
 * the visitor uses one. After a navigation within the document, only the open one is rendered.
 */
export function OrderDialogs({ family, open }: OrderDialogsProps) {
  const { plans } = family;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const planId = useAppSelector((state) => state.ordering.planId);
  const isHydrated = useHydrated();
  // Text browsers show closed dialogs too: the open one comes first.
  const [fromServer] = useState(() =>
    isHydrated ? undefined : [...plans].sort((one, other) => Number(other.id === planId) - Number(one.id === planId)),
  );
  const asked = new URLSearchParams(search).get(parameters.order);
  const order = plans.find(({ id }) => id === asked)?.id;

  // The URL opens a dialog, also after a navigation within the page.
  const shownOrder = useRef(fromServer && order);
  useEffect(() => {
    if (order && order !== shownOrder.current) open(order);
    shownOrder.current = order;
  }, [order, open]);

  useEffect(() => {
    const close = () => findOpenOrderDialog()?.close();
    addEventListener('popstate', close);
    return () => removeEventListener('popstate', close);
  }, []);

  // Removes a closed dialog's parameter from the URL, because a reload would open the dialog again.
  const shownPlan = useRef<string>(null);
  useEffect(() => {
    const isClosed = order && order === shownPlan.current && order !== planId;
    // While another page loads, the browser's address is already that page's.
    if (isClosed && window.location.search === search) navigate(withoutOrder(pathname, search), { replace: true });
    shownPlan.current = planId;
  }, [order, planId, navigate, pathname, search]);

  return (
    // Search engines quote no text of a dialog. They read the attribute on few elements, `dialog` not among them.
    <div data-nosnippet>
      {(fromServer ?? plans.filter(({ id }) => id === planId)).map((plan) => (
        <DialogBoundary key={plan.id} family={family} plan={plan} />
      ))}
    </div>
  );
}
