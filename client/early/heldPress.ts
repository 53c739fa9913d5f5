import { parameters } from '../../shared/paths.ts';

/** Milliseconds that a press waits for the rest of the document. No event says that it has broken off. */
const documentTimeout = 2000;

/**
 * Until the document is complete, an order button's dialog may be missing. A press in that time is repeated afterwards.
 * If the document takes too long, the repeated press requests the page with the dialog open.
 */
export function holdPresses(): void {
  let pressed: HTMLElement | undefined;
  let isHolding = true;
  const repeat = () => {
    isHolding = false;
    pressed?.click();
    pressed = undefined;
  };
  addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!isHolding || submitter?.getAttribute('name') !== parameters.order) return;
    event.preventDefault();
    if (!pressed) setTimeout(repeat, documentTimeout);
    pressed = submitter;
  });
  document.addEventListener('DOMContentLoaded', repeat);
}
