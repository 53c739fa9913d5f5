import { useEffect, useState } from 'react';

/** Milliseconds up to which a delay goes unnoticed. */
const unnoticedDelay = 200;

/** Whether `isPending` has been true for long enough to be noticed. */
export function useIsSlow(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setSlow(true), unnoticedDelay);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isPending]);
  return isSlow;
}
