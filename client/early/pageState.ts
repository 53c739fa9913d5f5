/** The data that the server passes to the browser, as JSON in the document. `StoreState`: the state of the Redux store. */
export type PageState<StoreState> = {
  /** Path and query of the page. The document's URL can differ, for example after a form post. */
  readonly address: string;
  readonly scripts: readonly string[];
  readonly store: Partial<StoreState>;
};

export const pageStateId = 'page-state';
/** The event that is fired on `window` after hydration. */
export const hydratedEvent = 'hydrated';

export function readPageState<StoreState>(): PageState<StoreState> {
  return JSON.parse(document.getElementById(pageStateId)?.textContent ?? '') as PageState<StoreState>;
}

/** Whether the visitor has reloaded the page or come back to it. In both cases, the browser restores the fields' earlier texts. */
export function isRestored(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type !== 'navigate';
}
