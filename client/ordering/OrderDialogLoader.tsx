import { type ComponentType, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { HostingFamily, Plan } from '../../shared/hosting/family.ts';
import { parameters } from '../../shared/paths.ts';
import { orderOpened } from '../events/orderOpened.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { lazyWithPreload } from '../ui/lazyWithPreload.ts';
import { orderClosed } from './orderingSlice.ts';

export type OrderDialogProps = {
  readonly family: HostingFamily;
  readonly plan: Plan;
  readonly onClose: () => void;
};

export const orderDialog = lazyWithPreload<ComponentType<OrderDialogProps>>(() =>
  import(/* webpackChunkName: "ordering" */ './OrderDialog.tsx').then((loaded) => loaded.OrderDialog),
);

/** The order dialog, if the store holds an open plan of this family. */
export function OrderDialogLoader({ family }: { readonly family: HostingFamily }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const planId = useAppSelector((state) => state.ordering.planId);
  const plan = family.plans.find((candidate) => candidate.id === planId);

  useEffect(() => {
    // The URL can open the dialog, also after a navigation within the page.
    const order = new URLSearchParams(search).get(parameters.order);
    if (!order || !family.plans.some(({ id }) => id === order)) return;
    orderDialog.preload().then(
      () => dispatch(orderOpened(order)),
      () => {},
    );
  }, [dispatch, search, family]);

  // Removes a closed dialog's parameter from the URL, because a reload would open the dialog again.
  const shown = useRef<{ readonly search: string } | null>(null);
  useEffect(() => {
    if (plan) shown.current = { search };
    else if (shown.current?.search === search && new URLSearchParams(search).has(parameters.order))
      navigate(pathname, { replace: true });
    if (!plan) shown.current = null;
  }, [navigate, pathname, search, plan]);

  const OrderDialog = orderDialog.loaded();
  if (!plan || !OrderDialog) return null;
  return <OrderDialog key={plan.id} family={family} plan={plan} onClose={() => dispatch(orderClosed())} />;
}
