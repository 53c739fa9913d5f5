import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type ReactNode, Suspense, use } from 'react';
import { Provider } from 'react-redux';
import { Route, Routes } from 'react-router';
import { Document } from './Document.tsx';
import { Frame } from './layout/Frame.tsx';
import { PageLoadBoundary } from './layout/PageLoadBoundary.tsx';
import { notFoundRoute, type PageRoute, pageRoutes, preloadPage } from './routes.tsx';
import type { AppStore } from './store.ts';
import { PagePreload } from './ui/PageLink.tsx';

/** The route's page; until its chunk has come, the page before it stays. */
const LoadedPage = ({ route }: { readonly route: PageRoute }) => {
  if (!route.loaded()) use(route.preload());
  return route.loaded();
};

export type AppProps = {
  readonly store: AppStore;
  readonly cache: EmotionCache;
  /** Puts the router around the page: the server's or the browser's. */
  readonly children: (page: ReactNode) => ReactNode;
};

export const App = ({ store, cache, children }: AppProps) => (
  <Provider store={store}>
    <CacheProvider value={cache}>
      {children(
        <PagePreload value={preloadPage}>
          <Document>
            <Frame>
              <PageLoadBoundary>
                <Suspense>
                  <Routes>
                    {[...pageRoutes, notFoundRoute].map((route) => (
                      <Route key={route.path} path={route.path} element={<LoadedPage route={route} />} />
                    ))}
                  </Routes>
                </Suspense>
              </PageLoadBoundary>
            </Frame>
          </Document>
        </PagePreload>,
      )}
    </CacheProvider>
  </Provider>
);
