import createCache from '@emotion/cache';
import { startTransition } from 'react';
import { BrowserRouter } from 'react-router';
import { parameters } from '../shared/paths.ts';
import { App } from './App.tsx';
import { readDocumentTexts } from './document/documentTexts.ts';
import { answerTimeout, formSentMark, retryDelay } from './document/handover.ts';
import { readPageState } from './document/pageState.ts';
import { menuId, menuNames, menuOpened } from './layout/menuSlice.ts';
import { orderDialog } from './ordering/OrderDialogLoader.tsx';
import { orderClosed } from './ordering/orderingSlice.ts';
import { watchPage } from './reporting/watchPage.ts';
import { routeOf } from './routes.ts';
import { type AppStore, makeStore } from './store.ts';
import { forgetDrafts, watchDrafts } from './submission/drafts.ts';
import { isDraftOfOrder } from './submission/orderDrafts.ts';
import { emotionOptions } from './theme/emotionOptions.ts';
import { watchFocus } from './ui/focusKeeper.ts';

/** After a form post, or on an order's result, shows the page's own URL, so that a reload shows the usual page. */
function showAddress(page: URL): void {
  const isAnswer = routeOf(page.pathname) !== routeOf(location.pathname);
  if (isAnswer || new URLSearchParams(location.search).has(parameters.submitted))
    history.replaceState(history.state, '', page.pathname + page.search);
}

function pause(milliseconds?: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Milliseconds in which a form submitted before hydration may still be answered; zero or less if there is none. */
function timeToAnswer(): number {
  const sent = performance.getEntriesByName(formSentMark).at(-1);
  return sent ? sent.startTime + answerTimeout - performance.now() : 0;
}

/** Retries a load that failed on a bad connection, or was stopped by a form's submission (document/startScript.ts). */
function untilLoaded(load: () => Promise<unknown>): Promise<unknown> {
  return load().catch(() => pause(retryDelay).then(() => untilLoaded(load)));
}

/** Tells the store if the visitor closed the dialog or opened a menu before hydration. */
function syncPopovers({ dispatch, getState }: AppStore): void {
  const dialog = document.querySelector('dialog');
  if (getState().ordering.planId && dialog && !dialog.open) {
    dialog.remove();
    history.replaceState(history.state, '', location.pathname);
    dispatch(orderClosed());
  }
  const name = menuNames.find((menu) => document.getElementById(menuId(menu))?.matches(':popover-open'));
  if (name) dispatch(menuOpened(name));
}

async function hydrate(): Promise<void> {
  // Evaluate the largest module in a separate task: between tasks, a slow phone responds to touch.
  await pause();
  const { hydrateRoot } = await import(/* webpackMode: "eager" */ 'react-dom/client');
  await pause();
  const { address, store: preloadedState } = readPageState();
  const store = makeStore(preloadedState);
  const { ordering } = store.getState();
  showAddress(new URL(address, location.origin));
  watchFocus();
  watchPage(store.getState().site.sentryDsn);
  await untilLoaded(() =>
    Promise.all([routeOf(location.pathname).preload(), ordering.planId ? orderDialog.preload() : undefined]),
  );
  // The response to a submitted form replaces the page. After hydration, a script could submit the form again.
  while (timeToAnswer() > 0) await pause(timeToAnswer());
  watchDrafts({ answered: !ordering.isForeign && Object.keys(ordering.values).length > 0 });
  if (ordering.submitted) forgetDrafts(isDraftOfOrder(ordering.submitted.planId));
  syncPopovers(store);
  // The Content Security Policy allows `insertRule` (`speedy`), but no new text in a style element.
  const cache = createCache({ ...emotionOptions, speedy: true });
  startTransition(() => {
    hydrateRoot(
      document,
      <App store={store} cache={cache} texts={readDocumentTexts()}>
        {/* App.tsx uses `useDeferredValue` instead: during `popstate`, React renders transitions synchronously. */}
        {(page) => <BrowserRouter useTransitions={false}>{page}</BrowserRouter>}
      </App>,
      // By default, React only logs the errors that a boundary catches.
      { onCaughtError: reportError },
    );
  });
}

void hydrate();
