import { type ComponentType, useEffect, useState } from 'react';
import { useAppSelector } from '../hooks.ts';
import { lazily } from '../ui/lazily.ts';

export const toasts = lazily<ComponentType>(() =>
  import(/* webpackChunkName: "toasts" */ './Toasts.tsx').then((loaded) => loaded.Toasts),
);

// Fetched with the visitor's first act, while the line is there: a toast may have to say that it has gone.
const acts = ['pointerdown', 'keydown'] as const;

/** The toasts, once there has been one. */
export const ToastsLoader = () => {
  const isWanted = useAppSelector((state) => state.toasts.shown.length > 0);
  const [isLoaded, setLoaded] = useState(toasts.loaded() !== undefined);

  useEffect(() => {
    const fetchThem = () =>
      void toasts.preload().then(
        () => setLoaded(true),
        () => {},
      );
    if (isWanted) fetchThem();
    for (const act of acts) addEventListener(act, fetchThem, { once: true, passive: true });
    return () => {
      for (const act of acts) removeEventListener(act, fetchThem);
    };
  }, [isWanted]);

  const Toasts = isLoaded ? toasts.loaded() : undefined;
  return Toasts && isWanted ? <Toasts /> : null;
};
