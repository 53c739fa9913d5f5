import type { SerializedStyles } from '@emotion/react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector } from '../hooks.ts';
import { type MenuName, menuClosed, menuId, menuOpened } from './menuSlice.ts';

export type MenuProps = {
  readonly name: MenuName;
  /** The accessible name of the opened navigation. */
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonLabel?: string;
  readonly buttonCss: readonly SerializedStyles[];
  readonly panelCss: SerializedStyles;
  readonly children: ReactNode;
};

/**
 * A button and the navigation it opens. The browser's own popover does the opening, so it works before scripts do,
 * closes on Escape and on a click elsewhere, and gives the focus back; the store follows it. Until scripts are there the
 * start script keeps `aria-expanded`.
 * https://developer.mozilla.org/docs/Web/API/Popover_API
 */
export function Menu({ name, label, button, buttonLabel, buttonCss, panelCss, children }: MenuProps) {
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.menu.open === name);
  const panel = useRef<HTMLElement>(null);
  const id = menuId(name);

  const isFollowed = useRef(false);
  useLayoutEffect(() => {
    const isShown = panel.current?.matches(':popover-open');
    // Opened while React hydrated: the store learns of it now.
    if (!isFollowed.current && isShown) dispatch(menuOpened(name));
    else if (isShown && !open) panel.current?.hidePopover();
    // A page that was built anew shows the menu that was open.
    else if (!isFollowed.current && open) panel.current?.showPopover();
    isFollowed.current = true;
  }, [dispatch, name, open]);

  useEffect(() => {
    // At once: the page that a link leads to may be a while in coming.
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
        aria-expanded={open}
        aria-controls={id}
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
          // A sub-group's own toggle rises no further, but React hears it all the same.
          if (event.target !== panel.current) return;
          dispatch(event.newState === 'open' ? menuOpened(name) : menuClosed(name));
        }}
      >
        {children}
      </nav>
    </>
  );
}
