import createCache from '@emotion/cache';
import { startTransition } from 'react';
import { BrowserRouter } from 'react-router';
import { App } from './App.tsx';
import { readDocumentTexts } from './document/Document.tsx';
import { showFocusedField, watchFocus } from './early/focusKeeper.ts';
import { hydratedEvent, isRestored, readPageState } from './early/pageState.ts';
import { timeToResponse } from './early/plainPost.ts';
import { watchOrderDialogs } from './ordering/openOrder.ts';
import { protectContent } from './protection/protectContent.ts';
import { watchPage } from './reporting/watchPage.ts';
import { routeOf } from './routes.ts';
import { makeStore, type State } from './store.ts';
import { emotionOptions, stylesAttribute } from './theme/emotionOptions.ts';
import { watchTheme } from './theme/watchTheme.ts';
import { untilLoaded } from './ui/loading.ts';

/** After a plain post, shows the page's own address instead of the endpoint's, so that a reload requests the page. */
function showAddress(page: URL): void {
  if (routeOf(page.pathname) !== routeOf(location.pathname))
    history.replaceState(history.state, '', page.pathname + page.search);
}

function pause(milliseconds?: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Evaluates the largest module in a separate task: between tasks, a slow phone responds to touch. */
async function loadReact() {
  await pause();
  const { hydrateRoot } = await import(/* webpackMode: "eager" */ 'react-dom/client');
  await pause();
  return hydrateRoot;
}

/** Resolves when the page's chunk has loaded, and no plain post waits for its response: a script could submit the form again. */
async function untilReady(): Promise<void> {
  await untilLoaded(() => routeOf(location.pathname).preload());
  while (timeToResponse() > 0) await pause(timeToResponse());
}

/** The cache of Emotion, which knows the styles in the page, so that Emotion does not insert them again. */
function createStyleCache() {
  // `speedy` makes Emotion use `insertRule`. The Content Security Policy allows this, but forbids new text in a style element.
  const cache = createCache({ ...emotionOptions, speedy: true });
  const styles = document.querySelector(`[${stylesAttribute}]`)?.textContent ?? '';
  for (const [, name = ''] of styles.matchAll(/(?:\.css-|@keyframes )([\w-]+)/g)) cache.inserted[name] = true;
  return cache;
}

async function hydrate(): Promise<void> {
  const hydrateRoot = await loadReact();
  const { address, store: preloadedState } = readPageState<State>();
  const store = makeStore(preloadedState);
  showAddress(new URL(address, location.origin));
  watchFocus();
  watchPage(store.getState().site.sentryDsn);
  await untilReady();
  if (!isRestored()) drafts.keepShown(document);
  // A phone is turned, or its keyboard appears.
  addEventListener('resize', showFocusedField);
  // Read the state before the first dispatch, because hydration must start with the state that the server rendered.
  const serverState = store.getState();
  watchOrderDialogs(store);
  const onHydrated = () => {
    watchTheme(store);
    protectContent(store);
  };
  addEventListener(hydratedEvent, onHydrated, { once: true });
  startTransition(() => {
    hydrateRoot(
      document,
      <App store={store} serverState={serverState} cache={createStyleCache()} texts={readDocumentTexts()}>
        {/* During `popstate`, React renders transitions synchronously. The router makes none; App.tsx uses `useDeferredValue`. */}
        {(page) => <BrowserRouter useTransitions={false}>{page}</BrowserRouter>}
      </App>,
      // By default, React only logs the errors that a boundary catches. `reportError` fires the event that watchPage.ts hears.
      { onCaughtError: reportError },
    );
  });
}

void hydrate();
