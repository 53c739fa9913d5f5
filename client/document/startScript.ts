/*
 * Inline at the end of every page. Handles the page's events until hydration, and loads the page's scripts, heading
 * font and manifest after the first paint. Earlier, they would slow the first paint on a slow connection or processor.
 */
import { endpoints } from '../../shared/paths.ts';
import { keptPosition } from '../navigation/scrollPositions.ts';
import { keepDraft } from '../submission/drafts.ts';
import { headingFace } from '../theme/headingFace.ts';
import { keepChoice, themeName } from '../theme/themeChoice.ts';
import { answerTimeout, formSentMark, hydratedEvent, retryDelay } from './handover.ts';
import { readPageState } from './pageState.ts';

/** Milliseconds after which the scripts load without a first paint: a tab in the background has none. */
const paintTimeout = 1000;

const untilHydrated = new AbortController();
const { signal } = untilHydrated;

let isLoading = false;
let currentRetryDelay = retryDelay;
const failedScripts: string[] = [];
let pressedButton: HTMLButtonElement | undefined;

function loadScript(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.onerror = () => {
    script.remove();
    failedScripts.push(address);
    setTimeout(loadFailedScripts, currentRetryDelay);
  };
  document.head.append(script);
}

function loadFailedScripts(): void {
  for (const address of failedScripts.splice(0)) loadScript(address);
}

function loadManifest(): void {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = endpoints.manifest;
  document.head.append(link);
}

function loadHeadingFace(): void {
  const { family, source, weights } = headingFace;
  new FontFace(family, source, { weight: weights }).load().then(
    (face) => document.fonts.add(face),
    () => {},
  );
}

function load(): void {
  if (isLoading) return;
  isLoading = true;
  for (const address of readPageState().scripts) loadScript(address);
  loadManifest();
  loadHeadingFace();
}

// The browser may have painted only part of the page. The next frame paints the rest; one frame later, its paint timing
// is available: https://developer.mozilla.org/docs/Web/API/PerformancePaintTiming
requestAnimationFrame(() =>
  requestAnimationFrame(() => new PerformanceObserver(load).observe({ type: 'paint', buffered: true })),
);
setTimeout(load, paintTimeout);

// Submitting a form stops all loading: the response gets the whole connection, and no script submits the form again.
addEventListener(
  'submit',
  ({ target }) => {
    if ((target as HTMLFormElement).method === 'dialog') return;
    currentRetryDelay = answerTimeout;
    performance.mark(formSentMark);
    stop();
  },
  { signal },
);

// The page is restored from the back/forward cache.
addEventListener(
  'pageshow',
  ({ persisted }) => {
    if (!persisted) return;
    performance.clearMarks(formSentMark);
    loadFailedScripts();
  },
  { signal },
);

function keepInput({ target }: Event): void {
  const { dataset, name, value } = target as HTMLInputElement;
  if (dataset.draft) keepDraft(dataset.draft, value);
  else if (name === themeName) keepChoice(value);
}
// Some autofill programs fire only `change`.
for (const type of ['input', 'change']) addEventListener(type, keepInput, { signal });

// Tells screen readers whether a menu is open.
addEventListener(
  'toggle',
  (event) => {
    const { target, newState } = event as ToggleEvent;
    const button = document.querySelector(`[popovertarget="${(target as HTMLElement).id}"]`);
    button?.setAttribute('aria-expanded', String(newState === 'open'));
  },
  { signal, capture: true },
);

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
    setTimeout(() => {
      const current = button.isConnected
        ? button
        : document.querySelector<HTMLButtonElement>(`[aria-label="${button.ariaLabel}"]`);
      current?.click();
    });
  },
  { signal },
);
