import { useLayoutEffect, useRef } from 'react';

/**
 * A button that is disabled while something is under way loses the focus; when that is over it has it back, unless the
 * visitor has gone elsewhere meanwhile.
 */
export function useFocusBack(busy: boolean): void {
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    if (busy) {
      before.current = document.activeElement;
      return;
    }
    const { current } = before;
    before.current = null;
    if (current instanceof HTMLElement && document.activeElement === document.body) current.focus();
  }, [busy]);
}
