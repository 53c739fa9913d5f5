import createCache from '@emotion/cache';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { BrowserNavigation } from './navigation/BrowserNavigation.tsx';
import { orderDialog } from './ordering/OrderDialogLoader.tsx';
import { watchPage } from './reporting/watchPage.ts';
import { routeOf } from './routes.tsx';
import { makeStore, type State } from './store.ts';
import { emotionOptions } from './theme/emotionOptions.ts';
import { toasts } from './toasts/ToastsLoader.tsx';

const readState = (): Partial<State> => {
  const text = document.getElementById('state')?.textContent;
  return text ? (JSON.parse(text) as Partial<State>) : {};
};

const start = async (): Promise<void> => {
  const store = makeStore(readState());
  watchPage(store.getState().site.sentryDsn);
  await Promise.all([
    routeOf(location.pathname).preload(),
    store.getState().ordering.planId ? orderDialog.preload() : undefined,
    store.getState().toasts.shown.length > 0 ? toasts.preload() : undefined,
  ]);
  // The same key as the server's; rules are set by script, which the page's policy allows.
  const cache = createCache({ ...emotionOptions, speedy: true });
  startTransition(() => {
    hydrateRoot(
      document,
      <App store={store} cache={cache}>
        {(page) => <BrowserNavigation>{page}</BrowserNavigation>}
      </App>,
    );
  });
};

void start();
if (process.env.NODE_ENV === 'development')
  void import('./devReload.ts').then(({ reloadOnChange }) => reloadOnChange());
