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

/**
 * Starts Sentry. Returns a function that reports an error. The client is set up by hand, without the default
 * integrations that record clicks, requests and the console: such records may hold personal data.
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
    tracesSampleRate: 0.1,
    // No request gets trace headers, not even a request to this site.
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
