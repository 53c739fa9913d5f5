import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useAppDispatch } from '../hooks.ts';
import { navigated } from './navigated.ts';
import { keptPosition } from './scrollPositions.ts';

// The server has no layout to be in time for, and React says so.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * After a navigation: a new page begins at its top (or at the address's fragment) with the focus on its content, and
 * back and forward find the position that was left.
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
    if (previous === location) return;
    before.current = location;
    const isNewPage = previous.pathname !== location.pathname;
    dispatch(navigated({ isNewPage }));
    if (type === NavigationType.Pop) scrollTo({ top: keptPosition(location.key), behavior: 'instant' });
    else {
      const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
      if (target) target.scrollIntoView();
      else if (isNewPage) scrollTo({ top: 0, behavior: 'instant' });
    }
    if (isNewPage) document.getElementById('main')?.focus({ preventScroll: true });
  }, [location, type, dispatch]);

  return null;
};
