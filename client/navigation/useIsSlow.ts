import { useEffect, useState } from 'react';

/** What takes no longer, in milliseconds, seems to happen at once. */
const unnoticed = 200;

/** Whether `isPending` has lasted long enough to be noticed. */
export function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setSlow(true), unnoticed);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isPending]);
  return isSlow;
}
