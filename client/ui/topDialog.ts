import { useSyncExternalStore } from 'react';

/**
 * The modal dialog that is open. All outside of it is inert, so what must be seen and heard meanwhile (toasts) is
 * placed inside it.
 */
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
