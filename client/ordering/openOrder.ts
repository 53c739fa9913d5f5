/*
 * Controls the order dialogs after the page's scripts have loaded. The `<dialog>` elements say which dialog is open. This
 * module opens and closes these elements, listens to them, and updates the address. It alone tells the store about dialogs.
 */
import type { Dispatch } from '@reduxjs/toolkit';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { HostingFamily } from '../../shared/hosting/family.ts';
import { parameters } from '../../shared/paths.ts';
import { orderClosed, orderOpened } from '../actions/actions.ts';
import { findOpenOrderDialog, findOrderDialog, orderDialogId, showOrderDialog } from '../early/orderDialog.ts';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import type { AppStore } from '../store.ts';

function withoutOrder(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  query.delete(parameters.order);
  // `URLSearchParams` encodes the commas between compared plans.
  return query.size > 0 ? `${pathname}?${query}`.replaceAll('%2C', ',') : pathname;
}

const openings = new Map<string, { readonly opened: Promise<void>; readonly markOpened: () => void }>();

function openingOf(planId: string) {
  let markOpened = () => {};
  const opened = new Promise<void>((resolve) => {
    markOpened = resolve;
  });
  const opening = openings.get(planId) ?? { opened, markOpened };
  openings.set(planId, opening);
  return opening;
}

/** Resolves when a plan's order dialog opens for the first time. Undefined on the server. */
export function whenOpened(planId: string): Promise<void> | undefined {
  return typeof window === 'undefined' ? undefined : openingOf(planId).opened;
}

/** Tells the store now, and at each change, which order dialog is open. Back and Forward close it. Call this before hydration. */
export function watchOrderDialogs({ dispatch, getState }: AppStore): void {
  const updateStore = (dialog: HTMLDialogElement | null) => {
    if (!dialog) return;
    const plan = dialog.id.slice(orderDialogId('').length);
    if (dialog.open) openingOf(plan).markOpened();
    const isKnown = plan === getState().openPlan;
    if (dialog.open !== isKnown) dispatch(dialog.open ? orderOpened(plan) : orderClosed(plan));
  };
  const rendered = getState().openPlan;
  if (rendered) updateStore(findOrderDialog(rendered));
  updateStore(findOpenOrderDialog());
  // The visitor has closed the dialog that the server rendered open. A reload of the same address would open the dialog again.
  if (rendered && rendered !== getState().openPlan)
    history.replaceState(history.state, '', withoutOrder(location.pathname, location.search));
  const follow = ({ target }: Event) => updateStore(target instanceof Element ? target.closest('dialog') : null);
  // Capture events at the document, because `toggle` and `close` do not bubble. Older browsers fire no `toggle` at a dialog. In
  // these browsers, `focusin` shows that a dialog has opened.
  for (const type of ['toggle', 'close', 'focusin']) document.addEventListener(type, follow, { capture: true });
  addEventListener('popstate', () => findOpenOrderDialog()?.close());
}

/** Opens a plan's order dialog. If the document does not contain the dialog, the store makes React render the dialog. */
export function openOrder(planId: string) {
  return (dispatch: Dispatch): void => {
    // Hydrate the dialog now: after a change of the location, React may have removed the HTML of dialogs that wait for hydration.
    openingOf(planId).markOpened();
    if (!showOrderDialog(planId)) dispatch(orderOpened(planId));
  };
}

export const orderResultId = 'order-result';

/** Closes a stored order's dialog and focuses the result. Returns false if the visitor has closed the dialog before. */
export function showStoredOrder(planId: string): boolean {
  const dialog = findOrderDialog(planId);
  if (!dialog?.open) return false;
  dialog.close();
  document.getElementById(orderResultId)?.focus();
  return true;
}

/** Keeps dialog and address in step. `isFromServer`: the page is being hydrated. */
export function useOrderAddress({ plans }: HostingFamily, isFromServer: boolean): void {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const planId = useAppSelector((state) => state.openPlan);
  const asked = new URLSearchParams(search).get(parameters.order);
  const order = plans.find(({ id }) => id === asked)?.id;

  // Synchronises the dialog with the address. Not at first: the visitor may have closed the dialog that the server rendered open.
  const opened = useRef(isFromServer ? order : undefined);
  useEffect(() => {
    if (order && order !== opened.current) dispatch(openOrder(order));
    opened.current = order;
  }, [order, dispatch]);

  // Synchronises the address with the dialog that the visitor has closed.
  const shown = useRef<string>(null);
  useEffect(() => {
    const isClosed = order && order === shown.current && order !== planId;
    // While another page loads, the browser already shows the address of that page. Leave that address alone.
    if (isClosed && window.location.search === search) navigate(withoutOrder(pathname, search), { replace: true });
    shown.current = planId;
  }, [order, planId, navigate, pathname, search]);
}
