import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router';
import { useAppDispatch } from '../hooks.ts';
import { menuClosed } from './menuSlice.ts';

const positionKey = (location: Location): string => `scroll:${location.key}`;

const keep = (location: Location, position: number): void => {
  try {
    sessionStorage.setItem(positionKey(location), String(position));
  } catch {
    // Storage is full or forbidden: back leads to the top.
  }
};

const kept = (location: Location): number => {
  try {
    return Number(sessionStorage.getItem(positionKey(location)) ?? 0);
  } catch {
    return 0;
  }
};

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * After a change of path: the menu closes, a new page begins at its top (or at the address's fragment) with the focus
 * on its content, and back and forward find the position that was left.
 */
export const NavigationKeeper = () => {
  const location = useLocation();
  const type = useNavigationType();
  const dispatch = useAppDispatch();
  const before = useRef(location);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    // A reload, or the way back from another site, is the browser's to restore.
    const leave = () => {
      history.scrollRestoration = 'auto';
    };
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, []);

  useBrowserLayoutEffect(() => {
    const previous = before.current;
    if (previous.key === location.key) return;
    before.current = location;
    dispatch(menuClosed());
    if (type === NavigationType.Pop) {
      scrollTo({ top: kept(location), behavior: 'instant' });
      return;
    }
    const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    if (target) target.scrollIntoView();
    else if (previous.pathname !== location.pathname) scrollTo({ top: 0, behavior: 'instant' });
    if (previous.pathname !== location.pathname) document.getElementById('main')?.focus({ preventScroll: true });
  }, [location, type, dispatch]);

  // After the effect above, which may scroll. When the address changes, the page is already another and may be shorter:
  // so what was last scrolled to is what is kept.
  useBrowserLayoutEffect(() => {
    let position = scrollY;
    const onScroll = () => {
      position = scrollY;
    };
    const leave = () => keep(location, position);
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [location]);

  return null;
};
