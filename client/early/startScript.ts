/*
 * Inline at the end of every page: shows what the visitor has typed, posts forms, and loads the page's scripts and
 * heading font after the first paint. Earlier, they would slow the first paint on a slow connection or processor.
 */
import { headingFace } from './headingFace.ts';
import { hydratedEvent, isRestored, readPageState } from './pageState.ts';
import { timeToAnswer, watchPlainPosts } from './plainPost.ts';
import { keptPosition } from './scrollPositions.ts';

/** In milliseconds. Then the scripts load without a first paint, because a tab in the background never paints. */
const paintTimeout = 1000;
/** Milliseconds before a script that failed to load is tried again. */
const retryPause = 5000;

const { scripts, store } = readPageState<{ submission: { [form: string]: { stored: readonly string[] } } }>();

// Not if the page is restored: a visitor who comes back to the result of an order may have begun another order.
for (const [form, { stored }] of Object.entries(store.submission ?? {}))
  if (stored.length > 0 && !isRestored()) drafts.forgetForm(form);
drafts.show(isRestored());
// Drafts are shown again at `pageshow`: just before it Chromium restores older texts, and a page from the back/forward cache
// may have texts that are sent already.
addEventListener('pageshow', ({ persisted }) => drafts.show(persisted || isRestored()));

function loadScript(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.onerror = () => {
    script.remove();
    setTimeout(() => loadScript(address), Math.max(retryPause, timeToAnswer()));
  };
  document.head.append(script);
}

const painted = new Promise<unknown>((resolve) => {
  setTimeout(resolve, paintTimeout);
  // The browser may have painted only part of the page. The next frame paints the rest; one frame later, its paint timing
  // is available: https://developer.mozilla.org/docs/Web/API/PerformancePaintTiming
  requestAnimationFrame(() =>
    requestAnimationFrame(() => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })),
  );
});
painted.then(() => {
  for (const address of scripts) loadScript(address);
  const { family, source, weights } = headingFace;
  new FontFace(family, source, { weight: weights }).load().then(
    (face) => document.fonts.add(face),
    () => {},
  );
});

watchPlainPosts();

const { pathname } = location;
const untilHydrated = new AbortController();
addEventListener(hydratedEvent, () => untilHydrated.abort());

/** In a reloaded document, back and forward restore the scroll position, or load another page from the server. */
function travel(): void {
  const position = keptPosition(history.state?.key);
  if (location.pathname !== pathname) location.reload();
  else if (position !== undefined) scrollTo(0, position);
}
addEventListener('popstate', travel, { signal: untilHydrated.signal });
