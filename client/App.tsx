import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type ReactNode, Suspense, useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { Provider } from 'react-redux';
import { Outlet, Route, Routes, useLocation } from 'react-router';
import { notFoundPath } from '../shared/paths.ts';
import { unnoticedWait } from '../shared/waits.ts';
import { Document, type DocumentTexts } from './document/Document.tsx';
import { lostFocus, restoreFocus } from './early/focusKeeper.ts';
import { hydratedEvent } from './early/pageState.ts';
import { useHasLasted } from './hooks.ts';
import { Frame } from './layout/Frame.tsx';
import { PageBoundary } from './layout/PageBoundary.tsx';
import { ScrollAndFocus } from './navigation/ScrollAndFocus.tsx';
import { usePageLoad } from './navigation/usePageLoad.ts';
import { notFoundRoute, type PageRoute, pageRoutes, routeOf } from './routes.ts';
import type { AppStore, State } from './store.ts';
import { usePageLinks } from './usePageLinks.ts';

function Page({ loaded }: PageRoute) {
  return loaded();
}

/** The page's last element: its effects run after all others. They restore a lost focus, and tell the early scripts to stop. */
function Hydrated() {
  useLayoutEffect(() => restoreFocus(lostFocus()), []);
  useEffect(() => {
    dispatchEvent(new Event(hydratedEvent));
  }, []);
  return null;
}

/** The page in the frame. It has its own error boundary, so that an error in the page leaves the frame usable. */
function PageInFrame() {
  const { pathname } = useLocation();
  return (
    <PageBoundary page={pathname}>
      <Suspense>
        <Outlet />
        <Hydrated />
      </Suspense>
    </PageBoundary>
  );
}

/** Shows the page at the current location. The previous page stays visible until the new page's chunk has loaded. */
function Pages() {
  usePageLinks();
  const location = useLocation();
  const [loaded, failure] = usePageLoad(location, routeOf(location.pathname));
  const shown = useDeferredValue(loaded);
  const isSlow = useHasLasted(shown !== location, unnoticedWait);
  // React Router takes `/about//` and `/%61bout` for `/about`. Show the 404 page for these paths, as the server does.
  const isKnown = routeOf(shown.pathname) !== notFoundRoute;
  return (
    <PageBoundary page={shown.pathname}>
      <Routes location={isKnown ? shown : notFoundPath}>
        <Route element={<Frame isSlow={isSlow} failure={failure} page={<PageInFrame />} />}>
          {[...pageRoutes, notFoundRoute].map((route) => (
            <Route key={route.path} path={route.path} element={<Page key={route.path} {...route} />} />
          ))}
        </Route>
      </Routes>
      {/* This is outside `Routes`: inside, `useNavigationType` always says `POP`, because `Routes` gets a location. */}
      <ScrollAndFocus location={shown} />
    </PageBoundary>
  );
}

type AppProps = {
  readonly store: AppStore;
  /** The state that the server rendered. Components that hydrate late start with this state. Undefined on the server. */
  readonly serverState?: State;
  readonly cache: EmotionCache;
  readonly texts: DocumentTexts;
  /** Wraps the page in a router: `StaticRouter` on the server, `BrowserRouter` in the browser. */
  readonly children: (page: ReactNode) => ReactNode;
};

export function App({ store, serverState, cache, texts, children }: AppProps) {
  return (
    <Provider store={store} serverState={serverState}>
      <CacheProvider value={cache}>
        {children(
          <Document texts={texts}>
            <Pages />
          </Document>,
        )}
      </CacheProvider>
    </Provider>
  );
}
