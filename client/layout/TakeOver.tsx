import { useEffect, useLayoutEffect } from 'react';
import { restoreFocus } from '../ui/focusKeeper.ts';
import { takenOver } from './startScript.ts';

/** Comes last in the page, when all of it is React's: tells the start script, and gives the focus back. */
export function TakeOver() {
  useLayoutEffect(restoreFocus, []);
  useEffect(() => {
    dispatchEvent(new Event(takenOver));
  }, []);
  return null;
}
