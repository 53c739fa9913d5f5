import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useNavigationType } from 'react-router';
import { mainId } from '../../shared/paths.ts';
import { navigated } from '../actions/actions.ts';
import { storedPosition, storePosition } from '../early/storage.ts';
import { useAppDispatch } from '../hooks.ts';

/** The history entry's key. Makes a key where React Router makes none: for a first entry and for fragment links. */
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

/** The history entry of the displayed page. While another page loads, the browser's entry is already the other page's. */
type ShownEntry = { readonly key: string; readonly path: string; top: number };

/** Synchronises scrolling with the window's history: keeps each entry's position, and restores the position on the same page. */
function useKeptPositions(shown: RefObject<ShownEntry>): void {
  useEffect(() => {
    const arrive = (key: string) => {
      shown.current = { ...shown.current, key, top: scrollY };
    };
    const leave = () => storePosition(shown.current.key, shown.current.top);
    const onScroll = () => {
      shown.current.top = scrollY;
    };
    const onPopState = () => {
      const key = entryKey();
      // If the entry is another page's, `ScrollAndFocus` scrolls, after that page is displayed.
      if (window.location.pathname !== shown.current.path) return;
      leave();
      const top = storedPosition(key);
      // Without a stored position, the browser scrolls: to the fragment, or to where this entry was left before hydration.
      if (top !== undefined) jump(top);
      arrive(key);
    };
    const onPageHide = () => {
      leave();
      // Let the browser restore the position after a reload, or on return from another site. But a page that usePageLoad.ts
      // loads as a document starts at its top.
      if (window.location.pathname === shown.current.path) history.scrollRestoration = 'auto';
    };

    const key = entryKey();
    if (history.scrollRestoration === 'manual' && scrollY === 0) jump(storedPosition(key) ?? 0);
    arrive(key);
    disableScrollRestoration();
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('scroll', onScroll, { passive: true, signal });
    // `capture` makes this listener run before the router's listener, which reads the entry's key.
    addEventListener('popstate', onPopState, { capture: true, signal });
    // The browser scrolls to an entry from before hydration, and then fires `hashchange`. After that, this component scrolls there.
    addEventListener('hashchange', disableScrollRestoration, { signal });
    addEventListener('pagehide', onPageHide, { signal });
    addEventListener('pageshow', disableScrollRestoration, { signal });
    return () => listening.abort();
  }, [shown]);
}

/** Opens the `details` around a link's target: browsers do so by themselves only when they load a document. */
function openDetails(target: HTMLElement | null): HTMLElement | null | undefined {
  const details = target?.closest('details');
  details?.setAttribute('open', '');
  return details?.querySelector('summary');
}

/** Sets scroll position and focus after a navigation, also by Back and Forward and between fragments. */
export function ScrollAndFocus({ location }: { readonly location: Location }) {
  const type = useNavigationType();
  const dispatch = useAppDispatch();
  const lastLocation = useRef(location);
  const shown = useRef<ShownEntry>({ key: '', path: location.pathname, top: 0 });
  useKeptPositions(shown);

  // Synchronises the window's scroll position and the document's focus with the location.
  useLayoutEffect(() => {
    if (lastLocation.current === location) return;
    const isNewPage = shown.current.path !== location.pathname;
    const target = document.getElementById(location.hash.slice(1));
    const summary = openDetails(target);
    lastLocation.current = location;
    // If the page replaces its own URL, the visitor has not navigated.
    if (isNewPage || type !== NavigationType.Replace) dispatch(navigated({ isNewPage }));
    const isTraversal = type === NavigationType.Pop;
    // Between entries of the displayed page, `onPopState` has already scrolled.
    if (isNewPage || !isTraversal || shown.current.key !== entryKey()) {
      // An entry that the page has replaced is gone.
      if (type !== NavigationType.Replace) storePosition(shown.current.key, shown.current.top);
      const position = isTraversal ? storedPosition(location.key) : undefined;
      if (position !== undefined) jump(position);
      else if (target) target.scrollIntoView();
      else if (isNewPage) jump(0);
      shown.current = { key: location.key, path: location.pathname, top: scrollY };
    }
    // Focus content, link target and summary in turn: the last element that can have the focus keeps the focus.
    if (isNewPage)
      for (const element of [document.getElementById(mainId), target, summary]) element?.focus({ preventScroll: true });
  }, [location, type, dispatch]);

  return null;
}
