import { useLayoutEffect, useRef } from 'react';

/**
 * Returns the focus to a button that loses it because it is disabled while `busy`, unless the visitor has moved the
 * focus elsewhere.
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
