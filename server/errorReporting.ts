import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoggerOptions } from 'pino';
import { scrubReport } from '../shared/scrub.ts';
import { pathOf } from './requestLog.ts';

/** The outside error-reporting service, where one is configured. */
export type ErrorReporting = {
  readonly report: (error: unknown, message: string) => void;
  /** Times a request, so that the service can show what is slow. */
  readonly trace: (request: IncomingMessage, response: ServerResponse) => void;
  /** Resolves when all reports are out, or after the given milliseconds. */
  readonly flush: (patience: number) => Promise<unknown>;
};

/** The share of requests that are traced. */
const traced = 0.1;

/** Loaded only when it is wanted. Nothing of a request but its method, path and status leaves this process. */
export async function startErrorReporting(dsn: string): Promise<ErrorReporting> {
  const sentry = await import(/* webpackMode: "lazy", webpackChunkName: "sentry" */ '@sentry/node-core/light');
  sentry.init({
    dsn,
    sendDefaultPii: false,
    sendClientReports: false,
    maxBreadcrumbs: 0,
    includeServerName: false,
    tracesSampleRate: traced,
    tracePropagationTargets: [],
    defaultIntegrations: false,
    integrations: [sentry.linkedErrorsIntegration()],
    beforeSend: scrubReport,
    beforeSendTransaction: scrubReport,
  });
  return {
    report: (error, message) => {
      if (error instanceof Error) sentry.captureException(error, { tags: { log: message } });
      else sentry.captureMessage(message, 'error');
    },
    trace: (request, response) => {
      // Each request is a trace of its own, and so drawn for the sample by itself.
      const span = sentry.startNewTrace(() =>
        sentry.startInactiveSpan({
          name: `${request.method} ${pathOf(request).slice(0, 200)}`,
          op: 'http.server',
          forceTransaction: true,
          attributes: { 'sentry.source': 'url' },
        }),
      );
      response.once('close', () => {
        sentry.setHttpStatus(span, response.statusCode);
        span.end();
      });
    },
    flush: (patience) => sentry.flush(patience),
  };
}

const errorLevel = 50;

/** Of the logger: whatever is logged as an error is reported as one, too. */
export function logHooks({ report }: ErrorReporting): NonNullable<LoggerOptions['hooks']> {
  return {
    logMethod(parameters, method, level) {
      const [fields, message] = parameters as unknown[];
      if (level >= errorLevel) report((fields as { err?: unknown }).err, String(message ?? fields));
      method.apply(this, parameters);
    },
  };
}
