import { useSyncExternalStore } from 'react';

/** The open modal dialog. Everything outside it is inert, so toasts are rendered inside it. */
let top: HTMLDialogElement | null = null;
const listeners = new Set<() => void>();

export function setTopDialog(dialog: HTMLDialogElement | null): void {
  top = dialog;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(
    subscribe,
    () => top,
    () => null,
  );
}
