import { type ComponentProps, useEffect, useRef } from 'react';
import { paths } from '../../shared/paths.ts';

/** The links before and after the hosting pages, in the header and in the mobile menu. */
export const mainLinks = [
  { path: paths.home, name: 'Home' },
  { path: paths.services, name: 'Services' },
];
export const lastLinks = [
  { path: paths.about, name: 'About Us' },
  { path: paths.contact, name: 'Contact' },
];

/** A native popover with navigation. It handles Escape, clicks elsewhere, focus and screen readers, also before hydration. */
export function Menu(props: ComponentProps<'nav'>) {
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

  return <nav {...props} ref={panel} popover="auto" />;
}
