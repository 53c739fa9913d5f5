import { useEffect, useState, useSyncExternalStore } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { AppDispatch, AppStore, State } from './store.ts';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<State>();
export const useAppStore = useStore.withTypes<AppStore>();

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

/** Whether `value` has been truthy and unchanged for `milliseconds`. */
export function useHasLasted(value: unknown, milliseconds: number): boolean {
  const [lasted, setLasted] = useState<unknown>();
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => setLasted(value), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasted(undefined);
    };
  }, [value, milliseconds]);
  return Boolean(value) && lasted === value;
}
