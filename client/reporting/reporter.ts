import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { ClientError, ClientEvent } from '../../shared/clientEvents.ts';
import { endpoints } from '../../shared/paths.ts';
import { scrub } from '../../shared/scrub.ts';
import { lazyWithPreload } from '../ui/loading.ts';

/** A page load reports at most this many errors, and each message only once, because a page may fail in a loop. */
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
  const common = { type: 'error', path: location.pathname } as const;
  if (event instanceof PromiseRejectionEvent) return { ...common, kind: 'rejection', ...describe(event.reason) };
  if (event instanceof SecurityPolicyViolationEvent) {
    const { effectiveDirective, blockedURI, sourceFile, lineNumber: line, columnNumber: column } = event;
    const message = `${effectiveDirective} blocked ${scrub(blockedURI, 200)}`;
    return { ...common, kind: 'policy', message, source: scrub(sourceFile, 200), line, column };
  }
  const { error, message, filename = '', lineno: line, colno: column } = event as ErrorEvent;
  return { ...common, kind: 'error', ...describe(error ?? message), source: scrub(filename, 200), line, column };
}

function watchVitals(): void {
  let queue: ClientEvent[] = [];
  const queueMetric = ({ name, value, rating, navigationType }: Metric) => {
    queue.push({ type: 'vital', path, name, value, rating, navigation: navigationType });
  };
  // Web vitals belong to the page that was loaded, even after navigations within the document.
  const path = new URL(performance.getEntriesByType('navigation')[0]?.name ?? location.href).pathname;
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(queueMetric);
  addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || queue.length === 0) return;
    send(queue);
    queue = [];
  });
}

/** Starts to report web vitals. Returns a function that reports an error event. */
export function startReporter(sentryDsn: string | undefined): (event: Event) => void {
  watchVitals();
  const sentry =
    sentryDsn === undefined
      ? undefined
      : lazyWithPreload(() =>
          import(/* webpackChunkName: "sentry" */ './sentry.ts').then(({ startSentry }) => startSentry(sentryDsn)),
        );
  sentry?.preload().catch(() => {});
  const reported = new Set<string>();
  return (event) => {
    const error = toClientError(event);
    if (reported.has(error.message) || reported.size === maxErrors) return;
    reported.add(error.message);
    send([error]);
    sentry?.preload().then(
      (capture) => capture(event, error),
      () => {},
    );
  };
}
