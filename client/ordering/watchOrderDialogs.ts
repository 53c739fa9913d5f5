import { findOpenOrderDialog, planOfDialog } from '../early/orderDialogElement.ts';
import { orderOpened } from '../events/orderOpened.ts';
import type { AppStore } from '../store.ts';
import { orderClosed } from './orderingSlice.ts';
import { withoutOrder } from './withoutOrder.ts';

/**
 * Tells the store which order dialog is open: now, and at each event of a dialog, hydrated or not. Call this before
 * hydration.
 */
export function watchOrderDialogs({ dispatch, getState }: AppStore): void {
  const dialog = findOpenOrderDialog();
  const open = dialog ? planOfDialog(dialog) : undefined;
  const { planId } = getState().ordering;
  if (planId && planId !== open) {
    dispatch(orderClosed(planId));
    // The address would open the dialog again.
    history.replaceState(history.state, '', withoutOrder(location.pathname, location.search));
  }
  if (open) dispatch(orderOpened(open));

  const note = ({ target }: Event) => {
    const changed = target instanceof Element ? target.closest('dialog') : null;
    const plan = changed ? planOfDialog(changed) : undefined;
    if (plan) dispatch(changed?.open ? orderOpened(plan) : orderClosed(plan));
  };
  // Caught at the document, because the first two do not bubble. Older browsers fire no `toggle` at a dialog; there, the
  // focus tells that a dialog has opened.
  for (const type of ['toggle', 'close', 'focusin']) document.addEventListener(type, note, { capture: true });
}
