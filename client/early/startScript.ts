/*
 * This script is inline at the end of every page. It shows drafts, watches plain posts, and loads scripts and heading font
 * after the first paint: loading these files earlier would delay the first paint on a slow connection or processor.
 */
import { comparisonId } from '../../shared/paths.ts';
import { hydratedEvent, isRestored, readPageState } from './pageState.ts';
import { timeToResponse, watchPlainPosts } from './plainPost.ts';
import { storedPosition } from './storage.ts';

/** If there is no first paint within this many milliseconds, the scripts load anyway: a tab in the background never paints. */
const paintTimeout = 1000;
/** If a script fails to load, at least this many milliseconds pass before the next try. */
const retryPause = 5000;

const { scripts, store } = readPageState<{ submission: { [form: string]: { stored: readonly unknown[] } } }>();

// Forget a form's drafts once its submission is stored. After a reload or a return, keep them: they may be of a later order.
for (const [form, { stored }] of Object.entries(store.submission ?? {}))
  if (stored.length > 0 && !isRestored()) drafts.forgetForm(form);
drafts.show(isRestored());
// Show the drafts again at `pageshow`: just before this event, Chromium writes texts of an earlier visit into the fields. Also, a
// page from the back/forward cache may show texts that are already sent.
addEventListener('pageshow', ({ persisted }) => drafts.show(persisted || isRestored()));

function loadScript(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.onerror = () => {
    script.remove();
    setTimeout(() => loadScript(address), Math.max(retryPause, timeToResponse()));
  };
  document.head.append(script);
}

const painted = new Promise<unknown>((resolve) => {
  setTimeout(resolve, paintTimeout);
  // The browser may have painted only part of the page. The next frame paints the rest. One frame later, the browser can
  // report the time of the paint: https://developer.mozilla.org/docs/Web/API/PerformancePaintTiming
  requestAnimationFrame(() =>
    requestAnimationFrame(() => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })),
  );
});
painted.then(() => {
  for (const address of scripts) loadScript(address);
});

watchPlainPosts();

// A shared link to a comparison shows the comparison, and not the top of the page.
if (!(isRestored() || location.hash || document.querySelector('dialog[open]')))
  document.getElementById(comparisonId)?.closest('section')?.scrollIntoView();

const { pathname } = location;

/** Handles back and forward before hydration: restores the scroll position, or loads another page from the server. */
function travel(): void {
  const position = storedPosition(history.state?.key);
  if (location.pathname !== pathname) location.reload();
  else if (position !== undefined) scrollTo(0, position);
}
addEventListener('popstate', travel);
addEventListener(hydratedEvent, () => removeEventListener('popstate', travel));
