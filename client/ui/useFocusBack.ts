import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A button that is disabled while something is under way loses the focus; when that is over it has it back. `otherwise`
 * gets it where the button stays disabled. Does nothing when the visitor has gone elsewhere meanwhile.
 */
export const useFocusBack = (busy: boolean, otherwise?: RefObject<HTMLElement | null>): void => {
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (busy) {
      before.current = document.activeElement;
      return;
    }
    const { current } = before;
    before.current = null;
    if (!(current instanceof HTMLElement) || !current.isConnected) return;
    if (document.activeElement !== document.body && document.activeElement !== current) return;
    if (current.matches(':disabled')) otherwise?.current?.focus({ preventScroll: true });
    else current.focus();
  }, [busy, otherwise]);
};
