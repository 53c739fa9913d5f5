import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { openPlanReducer } from './ordering/openPlanSlice.ts';
import { siteReducer } from './siteSlice.ts';
import { submissionReducer } from './submission/submissionSlice.ts';
import { themeReducer } from './theme/themeSlice.ts';
import { toastsReducer } from './toasts/toastsSlice.ts';

const reducer = combineReducers({
  site: siteReducer,
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
