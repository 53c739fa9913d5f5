import { parameters } from '../../shared/paths.ts';
import { findOpenOrderDialog, showOrderDialog } from './orderDialog.ts';
import { hydratedEvent } from './pageState.ts';
import { showModal } from './showModal.ts';

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
