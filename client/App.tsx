import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type ReactNode, Suspense, use, useDeferredValue } from 'react';
import { Provider } from 'react-redux';
import { Outlet, Route, Routes, useLocation } from 'react-router';
import { Document } from './document/Document.tsx';
import type { DocumentTexts } from './document/documentTexts.ts';
import { Frame } from './layout/Frame.tsx';
import { PageBoundary } from './layout/PageBoundary.tsx';
import { TakeOver } from './layout/TakeOver.tsx';
import { NavigationKeeper } from './navigation/NavigationKeeper.tsx';
import { useIsSlow } from './navigation/useIsSlow.ts';
import { notFoundRoute, type PageRoute, pageRoutes, preloadPage } from './routes.ts';
import type { AppStore } from './store.ts';
import { PagePreload } from './ui/PageLink.tsx';

function Page({ preload, loaded }: PageRoute) {
  if (!loaded()) use(preload());
  return loaded();
}

/** The frame and the page in it, each with its own error boundary. */
function Layout({ isSlow }: { readonly isSlow: boolean }) {
  const { pathname } = useLocation();
  return (
    <PageBoundary page={pathname}>
      <Frame isSlow={isSlow}>
        <PageBoundary page={pathname}>
          <Suspense>
            <Outlet />
            <TakeOver />
          </Suspense>
        </PageBoundary>
      </Frame>
    </PageBoundary>
  );
}

/** Shows the page at the current location. The previous page stays visible until the new page's chunk has loaded. */
function Pages() {
  const location = useLocation();
  const shown = useDeferredValue(location);
  const isSlow = useIsSlow(shown !== location);
  return (
    <>
      <Routes location={shown}>
        <Route element={<Layout isSlow={isSlow} />}>
          {[...pageRoutes, notFoundRoute].map((route) => (
            <Route key={route.path} path={route.path} element={<Page key={route.path} {...route} />} />
          ))}
        </Route>
      </Routes>
      <NavigationKeeper location={shown} />
    </>
  );
}

export type AppProps = {
  readonly store: AppStore;
  readonly cache: EmotionCache;
  readonly texts: DocumentTexts;
  /** Wraps the page in a router: `StaticRouter` on the server, `BrowserRouter` in the browser. */
  readonly children: (page: ReactNode) => ReactNode;
};

export function App({ store, cache, texts, children }: AppProps) {
  return (
    <Provider store={store}>
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
