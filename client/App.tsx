import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type ReactNode, Suspense } from 'react';
import { Provider } from 'react-redux';
import { Route, Routes } from 'react-router';
import { Document } from './Document.tsx';
import { Frame } from './layout/Frame.tsx';
import { PageLoadBoundary } from './layout/PageLoadBoundary.tsx';
import { notFoundRoute, pageRoutes } from './routes.tsx';
import type { AppStore } from './store.ts';

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
        <Document>
          <Frame>
            <PageLoadBoundary>
              <Suspense>
                <Routes>
                  {[...pageRoutes, notFoundRoute].map(({ path, Component }) => (
                    <Route key={path} path={path} element={<Component />} />
                  ))}
                </Routes>
              </Suspense>
            </PageLoadBoundary>
          </Frame>
        </Document>,
      )}
    </CacheProvider>
  </Provider>
);
