import type { ComponentType } from 'react';
import { useAppSelector } from '../hooks.ts';
import { lazyWithPreload, useLoaded } from '../ui/lazyWithPreload.ts';
import type { ToastsProps } from './Toasts.tsx';

const toasts = lazyWithPreload<ComponentType<ToastsProps>>(() =>
  import(/* webpackChunkName: "toasts" */ './Toasts.tsx').then((loaded) => loaded.Toasts),
);

/** The toasts and their live region. They load before the first toast, which may have to report a lost connection. */
export function ToastsLoader(props: ToastsProps) {
  const isWanted = useAppSelector((state) => state.toasts.shown.length > 0);
  const Toasts = useLoaded(toasts, isWanted);
  return Toasts ? <Toasts {...props} /> : null;
}
