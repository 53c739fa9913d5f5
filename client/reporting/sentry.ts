import {
  BrowserClient,
  browserTracingIntegration,
  defaultStackParser,
  eventFiltersIntegration,
  getCurrentScope,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/browser';
import type { ClientError } from '../../shared/clientEvents.ts';
import { scrubReport } from '../../shared/scrub.ts';

/** The share of page loads that are traced. */
const traced = 0.1;

/**
 * The outside error-reporting service, for a site that is configured to use it. It is put together by hand, so that
 * none of its own watchers of clicks, requests or the console comes along: what they note may be personal.
 * https://docs.sentry.io/platforms/javascript/configuration/tree-shaking/
 */
export function startSentry(dsn: string): (event: Event, error: ClientError) => void {
  const client = new BrowserClient({
    dsn,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    sendDefaultPii: false,
    sendClientReports: false,
    maxBreadcrumbs: 0,
    tracesSampleRate: traced,
    // Nothing is added to requests, not even the site's own.
    tracePropagationTargets: [],
    integrations: [eventFiltersIntegration(), linkedErrorsIntegration(), browserTracingIntegration()],
    beforeSend: scrubReport,
    beforeSendTransaction: scrubReport,
  });
  getCurrentScope().setClient(client);
  client.init();
  return (event, { message }) => {
    const thrown: unknown =
      event instanceof PromiseRejectionEvent ? event.reason : (event as Partial<ErrorEvent>).error;
    if (thrown instanceof Error) client.captureException(thrown);
    else client.captureMessage(message, 'error');
  };
}
