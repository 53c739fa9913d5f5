import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { ClientError, ClientEvent } from '../../shared/clientEvents.ts';
import { endpoints } from '../../shared/paths.ts';
import { scrub } from '../../shared/scrub.ts';

/** The most errors reported per page load, each message once: a page may fail in a loop. */
const maxErrors = 10;

function send(events: readonly ClientEvent[]): void {
  const body = new Blob([JSON.stringify(events)], { type: 'application/json' });
  navigator.sendBeacon(endpoints.clientEvents, body);
}

function describe(reason: unknown): Pick<ClientError, 'message' | 'stack'> {
  return reason instanceof Error
    ? { message: `${reason.name}: ${scrub(reason.message, 500)}`, stack: reason.stack && scrub(reason.stack) }
    : { message: scrub(String(reason), 500) };
}

function toClientError(event: Event): ClientError {
  const path = location.pathname;
  if (event instanceof PromiseRejectionEvent)
    return { type: 'error', kind: 'rejection', path, ...describe(event.reason) };
  if (event instanceof SecurityPolicyViolationEvent)
    return {
      type: 'error',
      kind: 'policy',
      path,
      message: `${event.effectiveDirective} blocked ${scrub(event.blockedURI, 200)}`,
      source: scrub(event.sourceFile, 200),
      line: event.lineNumber,
      column: event.columnNumber,
    };
  const { error, message, filename, lineno, colno } = event as ErrorEvent;
  return {
    type: 'error',
    kind: 'error',
    path,
    ...describe(error ?? message),
    source: scrub(filename ?? '', 200),
    line: lineno,
    column: colno,
  };
}

function watchVitals(): void {
  let queue: ClientEvent[] = [];
  const note = ({ name, value, rating, navigationType }: Metric) => {
    queue.push({ type: 'vital', path, name, value, rating, navigation: navigationType });
  };
  // Web vitals belong to the page that was loaded, even after navigations within the document.
  const path = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).pathname;
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(note);
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || queue.length === 0) return;
    send(queue);
    queue = [];
  });
}

/** Starts to report web vitals. Resolves with a function that reports an error event. */
export async function startReporter(sentryDsn: string | undefined): Promise<(event: Event) => void> {
  watchVitals();
  const capture = sentryDsn
    ? await import(/* webpackChunkName: "sentry" */ './sentry.ts').then(
        ({ startSentry }) => startSentry(sentryDsn),
        () => undefined,
      )
    : undefined;
  const reported = new Set<string>();
  return (event) => {
    const error = toClientError(event);
    if (reported.has(error.message) || reported.size === maxErrors) return;
    reported.add(error.message);
    send([error]);
    capture?.(event, error);
  };
}
