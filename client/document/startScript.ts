/*
 * Stands inline at the end of every page and serves it until it is hydrated.
 *
 * The page's scripts, its heading face and its manifest load after the first paint: before it, they would share a slow
 * line and a slow processor with the visible page.
 */
import { endpoints } from '../../shared/paths.ts';
import { keptPosition } from '../navigation/scrollPositions.ts';
import { keepDraft } from '../submission/drafts.ts';
import { headingFace } from '../theme/headingFace.ts';
import { keepChoice, themeName } from '../theme/themeChoice.ts';
import { answerTimeout, formSentMark, hydratedEvent, retryDelay } from './handover.ts';
import { readPageState } from './pageState.ts';

/** How long the scripts wait for the first paint, in milliseconds: a tab in the background has none. */
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

// The browser may have painted half a page by now. The next frame shows the rest, and the one after it knows the paint.
// https://developer.mozilla.org/docs/Web/API/PerformancePaintTiming
requestAnimationFrame(() =>
  requestAnimationFrame(() => new PerformanceObserver(load).observe({ type: 'paint', buffered: true })),
);
setTimeout(load, paintTimeout);

// A form that is sent stops what is still loading: the answer has the line for itself, and no script sends the same again.
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

// The visitor comes back to the page as it was left.
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
// Some programs that fill in forms fire `change` alone.
for (const type of ['input', 'change']) addEventListener(type, keepInput, { signal });

// Screen readers hear that a menu opens or closes.
addEventListener(
  'toggle',
  (event) => {
    const { target, newState } = event as ToggleEvent;
    const button = document.querySelector(`[popovertarget="${(target as HTMLElement).id}"]`);
    button?.setAttribute('aria-expanded', String(newState === 'open'));
  },
  { signal, capture: true },
);

// Back and forward in a reloaded document find the position that was left; another page is the server's to show.
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

// A press on a button that does nothing without scripts, such as the theme's, is repeated once the page is hydrated.
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
