import { useEffect } from 'react';
import { takenOver } from './startScript.ts';

/** Tells the page's start script that React has taken over. Comes last in the frame, when its effects have run. */
export const TakeOver = () => {
  useEffect(() => {
    dispatchEvent(new Event(takenOver));
  }, []);
  return null;
};
