import createCache from '@emotion/cache';
import { startTransition } from 'react';
import { parameters } from '../shared/paths.ts';
import { App } from './App.tsx';
import { readDocumentScripts } from './document/documentScripts.ts';
import { answerTimeout, formSentMark, retryDelay } from './document/handover.ts';
import { readPageState } from './document/pageState.ts';
import { menuId, menuNames, menuOpened } from './layout/menuSlice.ts';
import { BrowserNavigation } from './navigation/BrowserNavigation.tsx';
import { orderDialog } from './ordering/OrderDialogLoader.tsx';
import { isDraftOfOrder } from './ordering/orderDrafts.ts';
import { orderClosed } from './ordering/orderingSlice.ts';
import { watchPage } from './reporting/watchPage.ts';
import { routeOf } from './routes.tsx';
import { type AppStore, makeStore } from './store.ts';
import { forgetDrafts, watchDrafts } from './submission/drafts.ts';
import { emotionOptions } from './theme/emotionOptions.ts';
import { watchFocus } from './ui/focusKeeper.ts';

/** The address bar shows the page that the document is, without what has been shown once. */
function settleAddress(page: URL): void {
  const isAnswer = routeOf(page.pathname) !== routeOf(location.pathname);
  if (isAnswer || new URLSearchParams(location.search).has(parameters.submitted))
    history.replaceState(history.state, '', page.pathname + page.search);
}

function pause(milliseconds?: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Milliseconds in which a form that was sent before React came may still be answered. */
function answerDue(): number {
  const sent = performance.getEntriesByName(formSentMark).at(-1);
  return sent ? sent.startTime + answerTimeout - performance.now() : 0;
}

/** What was opened or closed before React came stays so. */
function takeOverPopovers({ dispatch, getState }: AppStore): void {
  const dialog = document.querySelector('dialog');
  if (getState().ordering.planId && dialog && !dialog.open) {
    dialog.remove();
    history.replaceState(history.state, '', location.pathname);
    dispatch(orderClosed());
  }
  const name = menuNames.find((menu) => document.getElementById(menuId(menu))?.matches(':popover-open'));
  if (name) dispatch(menuOpened(name));
}

async function start(): Promise<void> {
  // A task of its own for the largest module: between the tasks a slow phone answers to touch.
  await pause();
  const { hydrateRoot } = await import(/* webpackMode: "eager" */ 'react-dom/client');
  await pause();
  const { address, store: preloadedState } = readPageState();
  const store = makeStore(preloadedState);
  const { ordering } = store.getState();
  settleAddress(new URL(address, location.origin));
  watchFocus();
  watchPage(store.getState().site.sentryDsn);
  const needed = () =>
    Promise.all([routeOf(location.pathname).preload(), ordering.planId ? orderDialog.preload() : undefined]);
  // Scripts fail on a bad line, and where a form sent early has stopped them (document/startScript.ts).
  const haveAll = (): Promise<unknown> => needed().catch(() => pause(retryDelay).then(haveAll));
  await haveAll();
  // The answer to a form that was sent takes the page's place; the same must not be sent by script as well.
  while (answerDue() > 0) await pause(answerDue());
  watchDrafts({ answered: !ordering.isForeign && Object.keys(ordering.values).length > 0 });
  if (ordering.submitted) forgetDrafts(isDraftOfOrder(ordering.submitted.planId));
  takeOverPopovers(store);
  // Speedy: rules are set by script, which the page's policy allows.
  const cache = createCache({ ...emotionOptions, speedy: true });
  startTransition(() => {
    hydrateRoot(
      document,
      <App store={store} cache={cache} scripts={readDocumentScripts()}>
        {(page) => <BrowserNavigation>{page}</BrowserNavigation>}
      </App>,
      // Where a boundary has caught it, React would tell the console alone.
      { onCaughtError: reportError },
    );
  });
}

void start();
if (process.env.NODE_ENV === 'development')
  void import('./devReload.ts').then(({ reloadOnChange }) => reloadOnChange());
