import { useEffect, useLayoutEffect } from 'react';
import { hydratedEvent } from '../document/handover.ts';
import { restoreFocus } from '../ui/focusKeeper.ts';

/** Last in the page, so its effects run after the page is hydrated: restores the focus, and ends the start script. */
export function TakeOver() {
  useLayoutEffect(restoreFocus, []);
  useEffect(() => {
    dispatchEvent(new Event(hydratedEvent));
  }, []);
  return null;
}
