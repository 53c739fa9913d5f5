import { use, useEffect, useState } from 'react';
import type { LazyWithPreload } from '../ui/lazyWithPreload.ts';

/**
 * A part that loads when it is needed: undefined until then. If the page needs it from the start, as the server has
 * rendered it, the page waits for it.
 */
export function useReachedPart<Part>(part: LazyWithPreload<Part>, isNeeded: boolean): Part | undefined {
  const [isNeededFirst] = useState(isNeeded);
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (isNeeded)
      part.preload().then(
        () => setLoaded(true),
        () => {},
      );
  }, [isNeeded, part]);
  if (!isNeeded) return undefined;
  return part.loaded() ?? (isNeededFirst ? use(part.preload()) : undefined);
}
