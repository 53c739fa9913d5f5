import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useNavigationType } from 'react-router';
import { mainId } from '../../shared/paths.ts';
import { keepPosition, keptPosition } from '../early/scrollPositions.ts';
import { navigated } from '../events/events.ts';
import { useAppDispatch } from '../hooks.ts';

/**
 * The key of the current history entry, which React Router stores in `history.state`. A document's first entry, and entries
 * made by fragment links, get their key here.
 */
function entryKey(): string {
  const state = history.state as { readonly key?: string } | null;
  if (state?.key) return state.key;
  const key = Math.random().toString(36).slice(2, 10);
  history.replaceState({ ...state, key }, '');
  return key;
}

function jump(top: number): void {
  scrollTo({ top, behavior: 'instant' });
}

function disableScrollRestoration(): void {
  history.scrollRestoration = 'manual';
}

/**
 * Sets scroll position and focus after a navigation. A new page starts at the top, or at the URL's fragment, with the
 * focus on its content. Back and forward restore the scroll position, also between entries made by fragment links.
 */
export function NavigationKeeper({ location }: { readonly location: Location }) {
  const type = useNavigationType();
  const dispatch = useAppDispatch();
  const lastLocation = useRef(location);
  /** The displayed history entry. While a page loads, the current entry of the history is already the next one. */
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
      // The layout effect below handles another page, after it is displayed.
      if (window.location.pathname !== shown.current.path) return;
      leave();
      const top = keptPosition(key);
      // Without a stored position, the browser scrolls: to the fragment, or to the position from before hydration.
      if (top !== undefined) jump(top);
      arrive(key);
    };
    const onPageHide = () => {
      leave();
      // After a reload, or on return from another site, the browser restores the position; but a page that is loaded as a
      // document instead (usePageLoad) starts at its top.
      if (window.location.pathname === shown.current.path) history.scrollRestoration = 'auto';
    };

    const key = entryKey();
    if (history.scrollRestoration === 'manual' && scrollY === 0) jump(keptPosition(key) ?? 0);
    arrive(key);
    disableScrollRestoration();
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('scroll', onScroll, { passive: true, signal });
    // Before the router's listener, which reads the entry's key.
    addEventListener('popstate', onPopState, { capture: true, signal });
    // Fires after the browser has scrolled to an entry without a stored position.
    addEventListener('hashchange', disableScrollRestoration, { signal });
    addEventListener('pagehide', onPageHide, { signal });
    addEventListener('pageshow', disableScrollRestoration, { signal });
    return () => listening.abort();
  }, []);

  useLayoutEffect(() => {
    if (lastLocation.current === location) return;
    const isNewPage = shown.current.path !== location.pathname;
    const target = document.getElementById(location.hash.slice(1));
    const details = target?.closest('details');
    // Browsers open it by themselves only when they load a document.
    details?.setAttribute('open', '');
    lastLocation.current = location;
    // If the page replaces its own URL, the visitor has not navigated.
    if (isNewPage || type !== NavigationType.Replace) dispatch(navigated({ isNewPage }));
    const isTraversal = type === NavigationType.Pop;
    // Between entries of the displayed page, `onPopState` has already scrolled.
    if (isNewPage || !isTraversal || shown.current.key !== entryKey()) {
      keepPosition(shown.current.key, shown.current.top);
      const kept = isTraversal ? keptPosition(location.key) : undefined;
      if (kept !== undefined) jump(kept);
      else if (target) target.scrollIntoView();
      else if (isNewPage) jump(0);
      shown.current = { key: location.key, path: location.pathname, top: scrollY };
    }
    // All are focused in turn. So the last element that can have the focus gets it.
    if (isNewPage) {
      const summary = details?.querySelector('summary');
      for (const element of [document.getElementById(mainId), target, summary]) element?.focus({ preventScroll: true });
    }
  }, [location, type, dispatch]);

  return null;
}
