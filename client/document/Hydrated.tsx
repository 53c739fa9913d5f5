import { useEffect, useLayoutEffect } from 'react';
import { restoreFocus } from '../ui/focusKeeper.ts';
import { hydratedEvent } from './handover.ts';

/** Last in the page, so its effects run after the page is hydrated: restores the focus, and ends the start script. */
export function Hydrated() {
  useLayoutEffect(restoreFocus, []);
  useEffect(() => {
    dispatchEvent(new Event(hydratedEvent));
  }, []);
  return null;
}
