import createCache from '@emotion/cache';
import { startTransition } from 'react';
import { App } from './App.tsx';
import { BrowserNavigation } from './navigation/BrowserNavigation.tsx';
import { orderDialog } from './ordering/OrderDialogLoader.tsx';
import { watchPage } from './reporting/watchPage.ts';
import { routeOf } from './routes.tsx';
import { makeStore, type State } from './store.ts';
import { emotionOptions, stylesId } from './theme/emotionOptions.ts';
import { toasts } from './toasts/ToastsLoader.tsx';

const readState = (): Partial<State> => {
  const text = document.getElementById('state')?.textContent;
  return text ? (JSON.parse(text) as Partial<State>) : {};
};

/** The rules that came with the page, by Emotion's ids: read from the rules themselves, which spares a list of them. */
const sentStyles = (): readonly string[] =>
  document.getElementById(stylesId)?.textContent?.match(/(?<=\.css-|@keyframes )[\w-]+/g) ?? [];

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** In milliseconds. By then a page that a form has been sent from has given way to the answer. */
const secondAttempt = 5_000;

const start = async (): Promise<void> => {
  // A task of its own for the largest module: between the tasks a slow phone answers to touch.
  await nextTask();
  const { hydrateRoot } = await import(/* webpackMode: "eager" */ 'react-dom/client');
  await nextTask();
  const store = makeStore(readState());
  watchPage(store.getState().site.sentryDsn);
  const needed = () =>
    Promise.all([
      routeOf(location.pathname).preload(),
      store.getState().ordering.planId ? orderDialog.preload() : undefined,
      store.getState().toasts.shown.length > 0 ? toasts.preload() : undefined,
    ]);
  // Scripts fail on a bad line, and where a form sent early has stopped them (layout/startScript.ts).
  await needed().catch(() => new Promise((resolve) => setTimeout(resolve, secondAttempt)).then(needed));
  // The same key as the server's; rules are set by script, which the page's policy allows.
  const cache = createCache({ ...emotionOptions, speedy: true });
  for (const id of sentStyles()) cache.inserted[id] = true;
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
