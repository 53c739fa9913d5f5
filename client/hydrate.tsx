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

/** Shows the page's own address, without the parameter of an order's result: a reload shows the page as usual. */
function showAddress(page: URL): void {
  const isAnswer = routeOf(page.pathname) !== routeOf(location.pathname);
  if (isAnswer || new URLSearchParams(location.search).has(parameters.submitted))
    history.replaceState(history.state, '', page.pathname + page.search);
}

function pause(milliseconds?: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Milliseconds in which a form that was sent before hydration may still be answered; not positive: there is none. */
function timeToAnswer(): number {
  const sent = performance.getEntriesByName(formSentMark).at(-1);
  return sent ? sent.startTime + answerTimeout - performance.now() : 0;
}

/** Repeats what fails on a bad line, or because a form that was sent has stopped it (document/startScript.ts). */
function untilLoaded(load: () => Promise<unknown>): Promise<unknown> {
  return load().catch(() => pause(retryDelay).then(() => untilLoaded(load)));
}

/** A dialog that was closed, or a menu that was opened, before hydration stays so. */
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

async function hydrate(): Promise<void> {
  // The largest module is evaluated in a task of its own: between tasks a slow phone responds to touch.
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
  // The answer to a form that was sent replaces the page; the same must not be sent by script as well.
  while (timeToAnswer() > 0) await pause(timeToAnswer());
  watchDrafts({ answered: !ordering.isForeign && Object.keys(ordering.values).length > 0 });
  if (ordering.submitted) forgetDrafts(isDraftOfOrder(ordering.submitted.planId));
  takeOverPopovers(store);
  // The page's policy allows rules that are inserted by script, but no text in a style element.
  const cache = createCache({ ...emotionOptions, speedy: true });
  startTransition(() => {
    hydrateRoot(
      document,
      <App store={store} cache={cache} texts={readDocumentTexts()}>
        {/* The app defers the page itself (App.tsx): in `popstate`, React does not let a transition wait. */}
        {(page) => <BrowserRouter useTransitions={false}>{page}</BrowserRouter>}
      </App>,
      // React itself would only write what a boundary has caught to the console.
      { onCaughtError: reportError },
    );
  });
}

void hydrate();
