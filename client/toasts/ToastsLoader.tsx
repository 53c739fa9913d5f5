import { type ComponentType, useEffect, useState } from 'react';
import { useAppSelector } from '../hooks.ts';
import { lazyWithPreload } from '../ui/lazyWithPreload.ts';

export const toasts = lazyWithPreload<ComponentType>(() =>
  import(/* webpackChunkName: "toasts" */ './Toasts.tsx').then((loaded) => loaded.Toasts),
);

/** Renders the toasts and their live region after their chunk has loaded. */
export function ToastsLoader() {
  const isWanted = useAppSelector((state) => state.toasts.shown.length > 0);
  const [isLoaded, setLoaded] = useState(false);

  // Preloads the chunk, because a toast may have to report a lost connection. A new toast, or `online`, retries.
  useEffect(() => {
    const preload = () =>
      void toasts.preload().then(
        () => setLoaded(true),
        () => {},
      );
    if (isWanted || !toasts.loaded()) preload();
    addEventListener('online', preload);
    return () => removeEventListener('online', preload);
  }, [isWanted]);

  const Toasts = isLoaded ? toasts.loaded() : undefined;
  return Toasts ? <Toasts /> : null;
}
