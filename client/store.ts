import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { openPlanReducer } from './ordering/openPlanSlice.ts';
import { submissionReducer } from './submission/submissionSlice.ts';
import { themeReducer } from './theme/themeSlice.ts';
import { toastsReducer } from './toasts/toastsSlice.ts';

/** Server configuration that the pages use. The configuration never changes in the browser. */
export type SiteState = {
  readonly publicOrigin: string;
  /** If absent, the company's own. */
  readonly remoteSupportUrl?: string;
  /** The live chat's iframe. If absent, the chat button links to the messaging service. */
  readonly chatFrame?: { readonly src: string; readonly sandbox: string };
  /** If set, the contact form uses hCaptcha; otherwise, proof of work. */
  readonly hCaptchaSiteKey?: string;
  /** If set, errors are sent to this Sentry project as well as to the site's server, and traces only to Sentry. */
  readonly sentryDsn?: string;
};

const reducer = combineReducers({
  site: (site: SiteState = { publicOrigin: '' }) => site,
  theme: themeReducer,
  openPlan: openPlanReducer,
  submission: submissionReducer,
  toasts: toastsReducer,
});

export type State = ReturnType<typeof reducer>;
export type AppStore = ReturnType<typeof makeStore>;
export type AppDispatch = AppStore['dispatch'];

/** Creates a store: one for each render on the server and each page load in the browser. */
export function makeStore(preloadedState: Partial<State> = {}) {
  return configureStore({ reducer, preloadedState, devTools: process.env.NODE_ENV !== 'production' });
}
