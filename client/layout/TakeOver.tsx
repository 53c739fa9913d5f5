import { useEffect, useLayoutEffect } from 'react';
import { hydratedEvent } from '../document/handover.ts';
import { restoreFocus } from '../ui/focusKeeper.ts';

/** Comes last in the page, when all of it is React's: tells the start script, and gives the focus back. */
export function TakeOver() {
  useLayoutEffect(restoreFocus, []);
  useEffect(() => {
    dispatchEvent(new Event(hydratedEvent));
  }, []);
  return null;
}
