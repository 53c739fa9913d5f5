import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useNavigationType } from 'react-router';
import { mainId } from '../../shared/paths.ts';
import { navigated } from '../events/navigated.ts';
import { useAppDispatch } from '../hooks.ts';
import { entryKey } from './entryKey.ts';
import { keepPosition, keptPosition } from './scrollPositions.ts';

function jump(top: number): void {
  scrollTo({ top, behavior: 'instant' });
}

function takeScrolling(): void {
  history.scrollRestoration = 'manual';
}

/**
 * After a navigation: a new page begins at its top (or at the address's fragment) with the focus on its content, and
 * back and forward find the position that was left, also between the entries that links within a page have made.
 */
export function NavigationKeeper({ location }: { readonly location: Location }) {
  const type = useNavigationType();
  const dispatch = useAppDispatch();
  const before = useRef(location);
  /** The entry that the document shows, which is behind the history's while a page is on its way. */
  const shown = useRef({ key: '', path: location.pathname, top: 0 });

  useEffect(() => {
    const arrive = (key: string) => {
      shown.current = { ...shown.current, key, top: scrollY };
    };
    const leave = () => keepPosition(shown.current.key, shown.current.top);
    const onScroll = () => {
      shown.current.top = scrollY;
    };
    const onPopState = () => {
      const key = entryKey();
      // Another page is shown first.
      if (window.location.pathname !== shown.current.path) return;
      leave();
      const top = keptPosition(key);
      // An entry that is new here the browser scrolls itself: to the fragment, or where it was left before the scripts.
      if (top !== undefined) jump(top);
      arrive(key);
    };
    // A reload, or the way back from another site, is the browser's to restore.
    const onPageHide = () => {
      leave();
      history.scrollRestoration = 'auto';
    };

    const key = entryKey();
    if (history.scrollRestoration === 'manual' && scrollY === 0) jump(keptPosition(key) ?? 0);
    arrive(key);
    takeScrolling();
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('scroll', onScroll, { passive: true, signal });
    // Ahead of the router, which reads the entry's key.
    addEventListener('popstate', onPopState, { capture: true, signal });
    // By then the browser has scrolled to an entry that was left to it.
    addEventListener('hashchange', takeScrolling, { signal });
    addEventListener('pagehide', onPageHide, { signal });
    addEventListener('pageshow', takeScrolling, { signal });
    return () => listening.abort();
  }, []);

  useLayoutEffect(() => {
    if (before.current === location) return;
    before.current = location;
    const isNewPage = shown.current.path !== location.pathname;
    // An address that is replaced by the page itself leads the visitor nowhere.
    if (isNewPage || type !== NavigationType.Replace) dispatch(navigated({ isNewPage }));
    const isTraversal = type === NavigationType.Pop;
    // Between entries of the page that is shown, the event itself has seen to it.
    if (isNewPage || !isTraversal || shown.current.key !== entryKey()) {
      keepPosition(shown.current.key, shown.current.top);
      const kept = isTraversal ? keptPosition(location.key) : undefined;
      const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
      if (kept !== undefined) jump(kept);
      else if (target) target.scrollIntoView();
      else if (isNewPage) jump(0);
      shown.current = { key: location.key, path: location.pathname, top: scrollY };
    }
    if (isNewPage) document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [location, type, dispatch]);

  return null;
}
