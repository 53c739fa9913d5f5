import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** The header that carries a request's id, the one in its log lines. */
export const requestIdHeader = 'X-Request-Id';

const requestId = Symbol('requestId');
const refusedWith = Symbol('refusedWith');
type Identified = ServerResponse & { [requestId]?: string; [refusedWith]?: number };

export function requestIdOf(response: Identified): string {
  return response[requestId] ?? '';
}

/** The path of a request, without the query, which may be personal. */
export function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}

/** One `request` line a request; `responseTime` is in milliseconds. Neither query, body, headers nor client address: they may be personal. */
export function logRequest(log: Logger, request: IncomingMessage, response: Identified): void {
  const begun = performance.now();
  const id = randomUUID();
  const path = pathOf(request).slice(0, 200);
  response[requestId] = id;
  response.once('close', () => {
    const { method } = request;
    const status = response[refusedWith] ?? response.statusCode;
    const responseTime = Math.round((performance.now() - begun) * 100) / 100;
    const aborted = response.writableFinished ? undefined : true;
    log.info({ requestId: id, method, path, status, responseTime, aborted }, 'request');
  });
}

/** Tells the client its request's id. */
export const sendRequestId: RequestHandler = (_request, response, next) => {
  response.setHeader(requestIdHeader, requestIdOf(response));
  next();
};

/**
 * The line of what was refused before all of it was read: that of the request under way, whatever becomes of it later,
 * or, where none could be made out, one without method and path. Gives the id for the answer.
 */
export function logRefusal(log: Logger, status: number, underWay: Identified | undefined): string {
  if (underWay) {
    underWay[refusedWith] = status;
    return requestIdOf(underWay);
  }
  const id = randomUUID();
  log.info({ requestId: id, status }, 'request');
  return id;
}
