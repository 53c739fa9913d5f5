import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { AppDispatch, State } from './store.ts';

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<State>();

/** Whether `value` has been truthy and unchanged for `milliseconds`. */
export function useHasLasted(value: unknown, milliseconds: number): boolean {
  const [lasted, setLasted] = useState<unknown>();
  // Synchronises with the clock.
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
