import type { SerializedStyles } from '@emotion/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAppDispatch, useAppSelector, useHydrated } from '../hooks.ts';
import { type MenuName, menuClosed, menuOpened } from './menuSlice.ts';

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
 * closes on Escape and on a click elsewhere, and gives the focus back; the store follows it.
 * https://developer.mozilla.org/docs/Web/API/Popover_API
 */
export const Menu = ({ name, label, button, buttonLabel, buttonCss, panelCss, children }: MenuProps) => {
  const dispatch = useAppDispatch();
  const open = useAppSelector((state) => state.menu.open === name);
  const hydrated = useHydrated();
  const panel = useRef<HTMLElement>(null);
  const id = `${name}-menu`;

  useEffect(() => {
    // Opened before hydration: the store learns of it now.
    if (panel.current?.matches(':popover-open')) dispatch(menuOpened(name));
  }, [dispatch, name]);

  useEffect(() => {
    if (!open && panel.current?.matches(':popover-open')) panel.current.hidePopover();
  }, [open]);

  return (
    <>
      <button
        type="button"
        css={buttonCss}
        popoverTarget={id}
        aria-label={buttonLabel}
        aria-expanded={hydrated ? open : undefined}
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
};
