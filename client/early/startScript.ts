/*
 * Inline at the end of every page. Handles the page's events until hydration, and loads the page's scripts and
 * heading font after the first paint. Earlier, they would slow the first paint on a slow connection or processor.
 */
import { parameters } from '../../shared/paths.ts';
import { requestTimeout } from '../../shared/submission.ts';
import { draftName } from './drafts.ts';
import { headingFace } from './headingFace.ts';
import { findOrderDialog, showOrderDialog } from './orderDialog.ts';
import { hydratedEvent, readPageState } from './pageState.ts';
import { forgetPlainPost, notePlainPost, watchPlainPosts } from './plainPost.ts';
import { keptPosition } from './scrollPositions.ts';

/** What the page needs of the store's state before its scripts have loaded. */
type EarlyState = { ordering: { planId: string | null; submitted: Record<'planId' | 'reference', string> | null } };

/** Milliseconds after which the scripts load without a first paint: a tab in the background has none. */
const paintTimeout = 1000;

const { scripts, store } = readPageState<EarlyState>();
const { ordering } = store;
if (ordering?.submitted) {
  const { planId, reference } = ordering.submitted;
  const told = draftName('told', planId);
  // Once: the visitor may come back to the result with another order begun.
  if (drafts.read(told) !== reference) drafts.forgetForm(planId);
  drafts.keep(told, reference);
}
const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const showDrafts = () => drafts.show(navigation?.type === 'reload' || navigation?.type === 'back_forward');
showDrafts();
// Chromium restores older texts between `load` and `pageshow`.
addEventListener('load', () => drafts.keepShown(document));
addEventListener('pageshow', showDrafts, { once: true });

const untilHydrated = new AbortController();
const { signal } = untilHydrated;

let isLoading = false;
/** Milliseconds before a script that failed to load is tried again. */
let scriptPause = 5000;
const failedScripts: string[] = [];
let pressedButton: HTMLButtonElement | undefined;

function loadScript(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.onerror = () => {
    script.remove();
    failedScripts.push(address);
    setTimeout(loadFailedScripts, scriptPause);
  };
  document.head.append(script);
}

function loadFailedScripts(): void {
  for (const address of failedScripts.splice(0)) loadScript(address);
}

function load(): void {
  if (isLoading) return;
  isLoading = true;
  for (const address of scripts) loadScript(address);
  const { family, source, weights } = headingFace;
  const face = new FontFace(family, source, { weight: weights });
  face
    .load()
    .then(() => document.fonts.add(face))
    .catch(() => {});
}

// The browser may have painted only part of the page. The next frame paints the rest; one frame later, its paint timing
// is available: https://developer.mozilla.org/docs/Web/API/PerformancePaintTiming
requestAnimationFrame(() =>
  requestAnimationFrame(() => new PerformanceObserver(load).observe({ type: 'paint', buffered: true })),
);
setTimeout(load, paintTimeout);

/** The plan of a pressed order button, if the document contains the plan's dialog. */
function orderedPlan(target: EventTarget | null): string | undefined {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>(`[name=${parameters.order}]`) : null;
  return button && findOrderDialog(button.value) ? button.value : undefined;
}

const pressEvents = 'pointerdown touchstart mousedown pointerup touchend mouseup keydown keypress keyup click submit';
// React would hydrate the whole page before the press goes on, so it does not see these events (docs/decisions/0021).
for (const type of pressEvents.split(' '))
  addEventListener(
    type,
    (event) => {
      const isSubmit = event instanceof SubmitEvent;
      const plan = orderedPlan(isSubmit ? event.submitter : event.target);
      if (!plan) return;
      event.stopPropagation();
      if (!isSubmit) return;
      event.preventDefault();
      showOrderDialog(plan);
    },
    { signal, capture: true },
  );

addEventListener(
  'submit',
  (event) => {
    const { defaultPrevented, target } = event;
    if (defaultPrevented || (target as HTMLFormElement).method !== 'post') return;
    // Stop all loading: the response gets the whole connection, and no script submits the form again.
    scriptPause = requestTimeout;
    notePlainPost();
    stop();
  },
  { signal },
);

// The server renders an open dialog non-modal.
if (ordering?.planId) showOrderDialog(ordering.planId);

watchPlainPosts(drafts, () => signal.aborted);
// The page is restored from the back/forward cache.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  forgetPlainPost();
  drafts.readAgain();
  loadFailedScripts();
});

// In a reloaded document, back and forward restore the scroll position, or load another page from the server.
const { pathname } = location;
addEventListener(
  'popstate',
  () => {
    const position = keptPosition(history.state?.key);
    if (location.pathname !== pathname) location.reload();
    else if (position !== undefined) scrollTo(0, position);
  },
  { signal },
);

// Stores the last click on a button that needs scripts, such as the theme toggle. It is repeated after hydration.
addEventListener(
  'click',
  ({ target }) => {
    pressedButton =
      (target as Element).closest<HTMLButtonElement>('button[type=button]:not([popovertarget])') ?? pressedButton;
  },
  { signal },
);

addEventListener(
  hydratedEvent,
  () => {
    untilHydrated.abort();
    const button = pressedButton;
    if (!button) return;
    const successor = `[aria-label="${button.ariaLabel}"]`;
    setTimeout(() => (button.isConnected ? button : document.querySelector<HTMLElement>(successor))?.click());
  },
  { signal },
);
