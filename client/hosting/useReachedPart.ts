import { useEffect, useState } from 'react';
import type { LazyWithPreload } from '../ui/lazyWithPreload.ts';

/** A part that loads when it is needed: undefined until then. */
export function useReachedPart<Part>(part: LazyWithPreload<Part>, isNeeded: boolean): Part | undefined {
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (isNeeded)
      part.preload().then(
        () => setLoaded(true),
        () => {},
      );
  }, [isNeeded, part]);
  return isNeeded ? part.loaded() : undefined;
}
