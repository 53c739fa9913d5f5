import { useEffect, useLayoutEffect } from 'react';
import { lostFocus, restoreFocus } from '../early/focusKeeper.ts';
import { hydratedEvent } from '../early/pageState.ts';

/** Last in the page, so its effects run after the page is hydrated: restores the focus, and ends the start script. */
export function Hydrated() {
  useLayoutEffect(() => restoreFocus(lostFocus()), []);
  useEffect(() => {
    dispatchEvent(new Event(hydratedEvent));
  }, []);
  return null;
}
