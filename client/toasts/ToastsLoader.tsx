import { type ComponentType, useEffect, useState } from 'react';
import { useAppSelector } from '../hooks.ts';
import { lazyWithPreload } from '../ui/lazyWithPreload.ts';

export const toasts = lazyWithPreload<ComponentType>(() =>
  import(/* webpackChunkName: "toasts" */ './Toasts.tsx').then((loaded) => loaded.Toasts),
);

/** The toasts, once there has been one. */
export function ToastsLoader() {
  const isWanted = useAppSelector((state) => state.toasts.shown.length > 0);
  const [isLoaded, setLoaded] = useState(false);

  // Fetched while the line is there: a toast may have to say that it has gone. And once more when one is wanted.
  useEffect(() => {
    const fetchThem = () =>
      void toasts.preload().then(
        () => setLoaded(true),
        () => {},
      );
    if (isWanted || !toasts.loaded()) fetchThem();
    addEventListener('online', fetchThem);
    return () => removeEventListener('online', fetchThem);
  }, [isWanted]);

  const Toasts = isLoaded ? toasts.loaded() : undefined;
  return Toasts && isWanted ? <Toasts /> : null;
}
