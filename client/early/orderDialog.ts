import { mainId, parameters } from '../../shared/paths.ts';
import { hydratedEvent } from './pageState.ts';

/** The id of the form that all order buttons submit. */
export const orderFormId = 'choose-plan';

export function orderDialogId(planId: string): string {
  return `order-${planId}`;
}

export function findOrderDialog(planId: string): HTMLDialogElement | null {
  return document.getElementById(orderDialogId(planId)) as HTMLDialogElement | null;
}

export function findOpenOrderDialog(): HTMLDialogElement | null {
  return document.querySelector(`dialog[id^=${orderDialogId('')}][open]`);
}

/** Opens a dialog as modal. Later, the browser returns the focus: to the plan's order button if nothing had the focus. */
export function showModal(dialog: HTMLDialogElement): void {
  if (dialog.matches(':modal')) return;
  const { activeElement } = document;
  const isInside = dialog.contains(activeElement);
  if (isInside || activeElement === document.body) {
    const plan = dialog.querySelector<HTMLInputElement>('[name=plan]')?.value;
    const opener = document.querySelector<HTMLElement>(`[name=${parameters.order}][value="${plan}"]`);
    (opener ?? document.getElementById(mainId))?.focus({ preventScroll: true });
  }
  // HTML alone cannot open a modal dialog. So close a dialog that the server rendered open, and open it again as modal.
  dialog.removeAttribute('open');
  dialog.showModal();
  const field = isInside ? activeElement : dialog.querySelector('[data-draft]');
  // `preventScroll`: browsers would scroll further than needed, and hide the dialog's title.
  (field as HTMLElement | null)?.focus({ preventScroll: true });
  field?.parentElement?.scrollIntoView({ block: 'nearest' });
}

/** Opens a plan's order dialog, and closes the dialog of another plan. Returns false if the document lacks the dialog. */
export function showOrderDialog(planId: string): boolean {
  const dialog = findOrderDialog(planId);
  if (!dialog) return false;
  const openDialog = findOpenOrderDialog();
  if (openDialog !== dialog) openDialog?.close();
  showModal(dialog);
  return true;
}

/** How long a press of an order button waits for the rest of the document, in milliseconds: a broken connection fires no event. */
const documentTimeout = 2000;
const pressEvents = 'pointerdown touchstart mousedown pointerup touchend mouseup keydown keypress keyup click submit';

function orderButtonOf(event: Event): HTMLButtonElement | null {
  const target = event instanceof SubmitEvent ? event.submitter : event.target;
  return target instanceof Element ? target.closest<HTMLButtonElement>(`[name=${parameters.order}]`) : null;
}

/**
 * Until hydration, opens the dialog of a pressed order button. If the dialog has not arrived yet, repeats the press when the
 * document is complete, or after `documentTimeout`. If the document still has no dialog, the repeated press requests the page
 * with the dialog open.
 */
export function watchOrderPresses(): void {
  let isArriving = true;
  let waiting: HTMLButtonElement | undefined;
  const repeat = () => {
    isArriving = false;
    waiting?.click();
    waiting = undefined;
  };
  const onPress = (event: Event) => {
    const button = orderButtonOf(event);
    if (!button) return;
    // Hide the event from React, which would hydrate the whole page before handling the press (docs/decisions/0021).
    event.stopPropagation();
    if (event.type !== 'submit') return;
    const isOpened = showOrderDialog(button.value);
    if (isOpened || isArriving) event.preventDefault();
    if (isOpened || !isArriving) return;
    waiting = button;
    setTimeout(repeat, documentTimeout);
  };

  const untilHydrated = new AbortController();
  addEventListener(hydratedEvent, () => untilHydrated.abort());
  for (const type of pressEvents.split(' '))
    addEventListener(type, onPress, { signal: untilHydrated.signal, capture: true });
  document.addEventListener('DOMContentLoaded', () => {
    // The server can render an open dialog only as non-modal. So make the dialog modal.
    const openDialog = findOpenOrderDialog();
    if (openDialog) showModal(openDialog);
    repeat();
  });
}
