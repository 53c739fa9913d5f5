import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { Fragment, type ReactNode, Suspense, useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { Provider } from 'react-redux';
import { Route, Routes, useLocation } from 'react-router';
import { unnoticedWait } from '../shared/waits.ts';
import { Document } from './document/Document.tsx';
import type { DocumentTexts } from './document/documentTexts.ts';
import { lostFocus, restoreFocus } from './early/focusKeeper.ts';
import { hydratedEvent } from './early/pageState.ts';
import { useHasLasted } from './hooks.ts';
import { Frame } from './layout/Frame.tsx';
import { PageBoundary } from './layout/PageBoundary.tsx';
import { NavigationKeeper } from './navigation/NavigationKeeper.tsx';
import { usePageLoad } from './navigation/usePageLoad.ts';
import { preloadPage, routeOf } from './routes.ts';
import type { AppStore, State } from './store.ts';
import { PagePreload } from './ui/PageLink.tsx';

/** Restores the focus, and ends the start script. It is last in the page, so that its effects run after hydration. */
function Hydrated() {
  useLayoutEffect(() => restoreFocus(lostFocus()), []);
  useEffect(() => {
    dispatchEvent(new Event(hydratedEvent));
  }, []);
  return null;
}

/** Shows the page at the current location. The previous page stays visible until the new page's chunk has loaded. */
function Pages() {
  const location = useLocation();
  const [loaded, tryAgain] = usePageLoad(location, routeOf(location.pathname));
  const shown = useDeferredValue(loaded);
  const isSlow = useHasLasted(shown !== location, unnoticedWait);
  const { pathname } = shown;
  const page = routeOf(pathname);
  const content = (
    <Frame isSlow={isSlow} tryAgain={tryAgain}>
      <PageBoundary page={pathname}>
        <Suspense>
          <Fragment key={page.path}>{page.loaded()}</Fragment>
          <Hydrated />
        </Suspense>
      </PageBoundary>
    </Frame>
  );
  return (
    <PageBoundary page={pathname}>
      {/* One route for all paths: `Routes` is here to give the content the shown location. */}
      <Routes location={shown}>
        <Route path="*" element={content} />
      </Routes>
      {/* Outside `Routes`, which hides the navigation type when it gets a location. */}
      <NavigationKeeper location={shown} />
    </PageBoundary>
  );
}

type AppProps = {
  readonly store: AppStore;
  /** In the browser: the state that the server rendered, for parts that hydrate late. */
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
          <PagePreload value={preloadPage}>
            <Document texts={texts}>
              <Pages />
            </Document>
          </PagePreload>,
        )}
      </CacheProvider>
    </Provider>
  );
}
