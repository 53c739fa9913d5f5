import { type ReactNode, useEffect, useMemo, useState, useTransition } from 'react';
import { createPath, type Location, NavigationType, type Navigator, Router, type To } from 'react-router';
import { newKey } from './entryKey.ts';
import { SlowNavigation, useIsSlow } from './SlowNavigation.ts';

type Entry = { readonly key: string; readonly state: unknown };

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'key' in state;
}

/** The current entry of the browser's history, as React Router describes one. */
function currentLocation(): Location {
  const { pathname, search, hash } = location;
  const entry: unknown = history.state;
  return {
    pathname,
    search,
    hash,
    state: isEntry(entry) ? entry.state : null,
    key: isEntry(entry) ? entry.key : 'default',
  };
}

function hrefOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to);
}

/**
 * React Router over the browser's history. Its own BrowserRouter does the same, but brings the parts of its data
 * router along: 4.7 KB of the 96 that a first visit may load.
 */
export function BrowserNavigation({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState(() => ({ location: currentLocation(), type: NavigationType.Pop }));
  const [isPending, startTransition] = useTransition();
  const isSlow = useIsSlow(isPending);

  const navigator = useMemo<Navigator & { readonly follow: (type: NavigationType) => void }>(() => {
    const follow = (type: NavigationType) => {
      const location = currentLocation();
      // The page that is left stays until the next one's chunk is there.
      startTransition(() => setShown({ location, type }));
    };
    const enter = (type: NavigationType.Push | NavigationType.Replace, to: To, state: unknown) => {
      const entry: Entry = { key: newKey(), state: state ?? null };
      if (type === NavigationType.Push) history.pushState(entry, '', hrefOf(to));
      else history.replaceState(entry, '', hrefOf(to));
      follow(type);
    };
    return {
      follow,
      createHref: hrefOf,
      push: (to, state) => enter(NavigationType.Push, to, state),
      replace: (to, state) => enter(NavigationType.Replace, to, state),
      go: (delta) => history.go(delta),
    };
  }, []);

  useEffect(() => {
    // In a task of its own: what React renders in this event does not wait for the page's chunk, it shows a gap.
    const onPopState = () => void setTimeout(() => navigator.follow(NavigationType.Pop));
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, [navigator]);

  return (
    <Router location={shown.location} navigationType={shown.type} navigator={navigator}>
      <SlowNavigation value={isSlow}>{children}</SlowNavigation>
    </Router>
  );
}
