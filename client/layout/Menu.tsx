import type { SerializedStyles } from '@emotion/react';
import { type ReactNode, useEffect, useRef } from 'react';

type MenuProps = {
  readonly id: string;
  /** The accessible name of the navigation. */
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonLabel?: string;
  readonly buttonCss: SerializedStyles | readonly SerializedStyles[];
  readonly isCurrent?: boolean;
  readonly panelCss: SerializedStyles;
  readonly children: ReactNode;
};

/**
 * A button and the navigation that it opens: a native popover, which works before hydration, closes on Escape and on a
 * click elsewhere, returns the focus, and tells screen readers whether it is open.
 * https://developer.mozilla.org/docs/Web/API/Popover_API
 */
export function Menu({ id, label, button, buttonLabel, buttonCss, isCurrent, panelCss, children }: MenuProps) {
  const panel = useRef<HTMLElement>(null);

  // Synchronises the popover with clicks and the browser's history.
  useEffect(() => {
    // Browsers without popovers lack `hidePopover`. They always show the menu in the page.
    const close = () => panel.current?.hidePopover?.();
    // Close the menu at once: the linked page may take a while to load.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) close();
    };
    const listening = new AbortController();
    panel.current?.addEventListener('click', onClick, { signal: listening.signal });
    addEventListener('popstate', close, { signal: listening.signal });
    return () => listening.abort();
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
