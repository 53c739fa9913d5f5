import { useSyncExternalStore } from 'react';

function subscribeToNothing() {
  return () => {};
}

/** False on the server and during hydration, then true. Use this hook for elements and texts that need scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
