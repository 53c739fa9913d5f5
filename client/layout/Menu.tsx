import type { SerializedStyles } from '@emotion/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type MenuProps = {
  /** The id of the navigation. */
  readonly id: string;
  /** The accessible name of the navigation. */
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonLabel?: string;
  readonly buttonCss: SerializedStyles | readonly SerializedStyles[];
  /** Whether the menu contains the current page. */
  readonly isCurrent?: boolean;
  readonly panelCss: SerializedStyles;
  readonly children: ReactNode;
};

/** Closes the menu. Browsers without popovers always show the menu in the page, so nothing happens there. */
function close(panel: HTMLElement | null): void {
  panel?.hidePopover?.();
}

/**
 * A button and the navigation that it opens: a native popover, which works before hydration, closes on Escape and on a
 * click elsewhere, returns the focus, and tells screen readers whether it is open.
 * https://developer.mozilla.org/docs/Web/API/Popover_API
 */
export function Menu({ id, label, button, buttonLabel, buttonCss, isCurrent, panelCss, children }: MenuProps) {
  const panel = useRef<HTMLElement>(null);
  const location = useLocation();
  const locationBefore = useRef(location);

  useEffect(() => {
    // Do not close the menu at hydration: the visitor may have opened it before.
    if (location !== locationBefore.current) close(panel.current);
    locationBefore.current = location;
  }, [location]);

  useEffect(() => {
    const nav = panel.current;
    // Close at once: the linked page may take a while to load.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) close(nav);
    };
    nav?.addEventListener('click', onClick);
    return () => nav?.removeEventListener('click', onClick);
  }, []);

  return (
    <>
      <button
        type="button"
        css={buttonCss}
        popoverTarget={id}
        aria-label={buttonLabel}
        aria-controls={id}
        aria-current={isCurrent || undefined}
      >
        {button}
      </button>
      <nav id={id} css={panelCss} ref={panel} popover="auto" aria-label={label}>
        {children}
      </nav>
    </>
  );
}
