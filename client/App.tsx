import type { EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { type ReactNode, Suspense, use } from 'react';
import { Provider } from 'react-redux';
import { useLocation } from 'react-router';
import { Document } from './document/Document.tsx';
import type { DocumentScripts } from './document/documentScripts.ts';
import { Frame } from './layout/Frame.tsx';
import { PageBoundary } from './layout/PageBoundary.tsx';
import { TakeOver } from './layout/TakeOver.tsx';
import { preloadPage, routeOf } from './routes.tsx';
import type { AppStore } from './store.ts';
import { PagePreload } from './ui/PageLink.tsx';

/** The page at the current path; until its chunk has come, the page before it stays. All paths are plain ones. */
function Page() {
  const { preload, loaded } = routeOf(useLocation().pathname);
  if (!loaded()) use(preload());
  return loaded();
}

export type AppProps = {
  readonly store: AppStore;
  readonly cache: EmotionCache;
  readonly scripts: DocumentScripts;
  /** Puts the router around the page: the server's or the browser's. */
  readonly children: (page: ReactNode) => ReactNode;
};

/** The frame and the page in it; each is built anew by itself. */
function Pages() {
  const { pathname } = useLocation();
  return (
    <PageBoundary page={pathname}>
      <Frame>
        <PageBoundary page={pathname}>
          <Suspense>
            <Page />
            <TakeOver />
          </Suspense>
        </PageBoundary>
      </Frame>
    </PageBoundary>
  );
}

export function App({ store, cache, scripts, children }: AppProps) {
  return (
    <Provider store={store}>
      <CacheProvider value={cache}>
        {children(
          <PagePreload value={preloadPage}>
            <Document scripts={scripts}>
              <Pages />
            </Document>
          </PagePreload>,
        )}
      </CacheProvider>
    </Provider>
  );
}
