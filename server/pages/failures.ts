import type { ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { closingHeaders } from '../http/connections.ts';
import { isRead, mediaTypeOf, mediaTypes, requestIdOf } from '../http/request.ts';
import type { Headers } from '../http/securityHeaders.ts';
import { plainPages, retryAfter, sendPlain } from './plainPages.ts';

/** Answers a request for which the queue has no room. */
export const refuseBusy: RequestHandler = (request, response) => {
  if (mediaTypeOf(request) !== mediaTypes.json) return sendPlain(response, 503, plainPages.busy);
  response.status(503).set({ 'Retry-After': retryAfter, 'Cache-Control': 'no-store' });
  response.json({ success: false, error: 'Too many requests are waiting. Please try again in a moment.' });
};

/** Refuses to write where there is only something to read. */
export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  if (isRead(request) || request.resolved.kind === 'other') return next();
  response.status(405).set('Allow', 'GET, HEAD').json({ success: false, error: 'Method not allowed.' });
};

export function createErrorHandler(sendNotFound: RequestHandler, log: Logger): ErrorRequestHandler {
  return (error: { status?: number; headers?: object }, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status = 500 } = error;
    // Express could not decode the path, so there is no such page.
    if (status === 400 && isRead(request)) return sendNotFound(request, response, next);
    // The client has made another fault. For example, it asks for a range beyond the end of a document.
    if (status >= 400 && status < 500) {
      response.removeHeader('Content-Type');
      response.removeHeader('Content-Disposition');
      response.set({ ...error.headers, 'Content-Length': '0' });
      return void response.status(status).end();
    }
    if (status === 503) return sendPlain(response, 503, plainPages.busy);
    log.error({ err: error, requestId: requestIdOf(response) }, 'request failed');
    sendPlain(response, 500, plainPages.failure);
  };
}

/** Refuses a request whose address Express cannot read, such as `http://[::1/`: Express then calls no route. */
export function refuseUnreadable(response: ServerResponse, commonHeaders: Headers): void {
  if (response.headersSent) return void response.socket?.destroy();
  response.writeHead(400, closingHeaders(commonHeaders, requestIdOf(response))).end();
}
