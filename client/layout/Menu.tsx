import type { SerializedStyles } from '@emotion/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { type MenuName, menuClosed, menuId, menuOpened } from './menuSlice.ts';

export type MenuProps = {
  readonly name: MenuName;
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

/**
 * A button and the navigation that it opens: a native popover, which works before hydration, closes on Escape and on a
 * click elsewhere, returns the focus, and tells screen readers whether it is open. The store follows it.
 * https://developer.mozilla.org/docs/Web/API/Popover_API
 */
export function Menu({ name, label, button, buttonLabel, buttonCss, isCurrent, panelCss, children }: MenuProps) {
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.menu.open === name);
  const panel = useRef<HTMLElement>(null);
  const id = menuId(name);

  const isMounted = useRef(false);
  useLayoutEffect(() => {
    const isShown = panel.current?.matches(':popover-open');
    // The visitor opened the menu during hydration.
    if (!isMounted.current && isShown) dispatch(menuOpened(name));
    else if (isShown && !open) panel.current?.hidePopover();
    // The menu was open when an error made React mount the page again.
    else if (!isMounted.current && open) panel.current?.showPopover();
    isMounted.current = true;
  }, [dispatch, name, open]);

  useEffect(() => {
    // Close at once: the linked page may take a while to load.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a')) dispatch(menuClosed(name));
    };
    const nav = panel.current;
    nav?.addEventListener('click', onClick);
    return () => nav?.removeEventListener('click', onClick);
  }, [dispatch, name]);

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
      <nav
        id={id}
        css={panelCss}
        ref={panel}
        popover="auto"
        aria-label={label}
        onToggle={(event) => {
          // React calls this for the <details> inside too, although `toggle` does not bubble in the DOM.
          if (event.target !== panel.current) return;
          dispatch(event.newState === 'open' ? menuOpened(name) : menuClosed(name));
        }}
      >
        {children}
      </nav>
    </>
  );
}
