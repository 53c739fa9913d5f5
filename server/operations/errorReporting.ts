import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoggerOptions } from 'pino';
import { scrubReport } from '../../shared/scrub.ts';
import { pathOf } from '../http/request.ts';

/** The share of requests whose duration Sentry gets, from 0 to 1. */
const tracesSampleRate = 0.1;

export type ErrorReporting = Awaited<ReturnType<typeof startErrorReporting>>;

/** Loads Sentry, and starts reporting. Of a request, reports contain only method, path and status. */
export async function startErrorReporting(dsn: string) {
  const sentry = await import(/* webpackMode: "lazy", webpackChunkName: "sentry" */ '@sentry/node-core/light');
  sentry.init({
    dsn,
    sendClientReports: false,
    maxBreadcrumbs: 0,
    includeServerName: false,
    tracesSampleRate,
    defaultIntegrations: false,
    integrations: [sentry.linkedErrorsIntegration()],
    beforeSend: scrubReport,
    beforeSendTransaction: scrubReport,
  });
  return {
    report: (error: unknown, message: string): void => {
      if (error instanceof Error) sentry.captureException(error, { tags: { log: message } });
      else sentry.captureMessage(message, 'error');
    },
    /** Measures a request until its response is closed, and sends the duration. */
    trace: (request: IncomingMessage, response: ServerResponse): void => {
      const name = `${request.method} ${pathOf(request).slice(0, 200)}`;
      // Sentry draws by `tracesSampleRate` once for each trace, so each request needs a trace of its own.
      const span = sentry.startNewTrace(() => sentry.startInactiveSpan({ name, op: 'http.server' }));
      response.once('close', () => {
        sentry.setHttpStatus(span, response.statusCode);
        span.end();
      });
    },
    /** Resolves when all reports are sent, or after `timeout` milliseconds. */
    flush: (timeout: number): Promise<unknown> => sentry.flush(timeout),
  };
}

const errorLevel = 50;

/** Hooks for pino that send every log line of level error or above to Sentry. */
export function logHooks({ report }: ErrorReporting): NonNullable<LoggerOptions['hooks']> {
  return {
    logMethod(parameters, method, level) {
      const [fields, message] = parameters as unknown[];
      if (level >= errorLevel) report((fields as { err?: unknown }).err, String(message ?? fields));
      method.apply(this, parameters);
    },
  };
}
