import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { logEvents } from '../lib/logEvents.ts';
import { pathOf } from './request.ts';

/** The header with the request's id, which is also in its log lines. */
export const requestIdHeader = 'X-Request-Id';

const requestId = Symbol('requestId');
type Identified = ServerResponse & { [requestId]?: string };

export function requestIdOf(response: Identified): string {
  return response[requestId] ?? '';
}

/** The fields of a request's log line. A request that cannot be parsed has only a status. */
export type AnsweredRequest = {
  readonly method?: string | undefined;
  readonly path?: string;
  readonly status: number;
  /** In milliseconds. */
  readonly responseTime?: number;
  /** Whether the answer was cut off. */
  readonly aborted?: true | undefined;
};

export type RequestLogOptions = {
  readonly log: Logger;
  /** Called with each request that is logged. */
  readonly onRequest?: ((request: AnsweredRequest) => void) | undefined;
};

/**
 * Creates what logs one `request` line for each request, at level `warn` if nothing was found. `responseTime` is in milliseconds.
 * Query, body, headers and client address are left out: they may be personal data.
 */
export function createRequestLog({ log, onRequest }: RequestLogOptions) {
  return {
    logRequest: (request: IncomingMessage, response: Identified): void => {
      const begun = performance.now();
      const id = randomUUID();
      const path = pathOf(request).slice(0, 200);
      response[requestId] = id;
      response.once('close', () => {
        const { method } = request;
        const { statusCode: status } = response;
        const responseTime = Math.round((performance.now() - begun) * 100) / 100;
        const aborted = response.writableFinished ? undefined : true;
        const line = { event: logEvents.request, requestId: id, method, path, status, responseTime, aborted };
        log[status === 404 ? 'warn' : 'info'](line, 'request');
        onRequest?.({ method, path, status, responseTime, aborted });
      });
    },
    /** Logs a request that Node cannot parse. Its line has neither method nor path. Returns the request's id. */
    logUnreadable: (status: number): string => {
      const id = randomUUID();
      log.info({ event: logEvents.request, requestId: id, status }, 'request');
      onRequest?.({ status });
      return id;
    },
  };
}
