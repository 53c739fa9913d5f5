import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { clientEventLimits } from '../../shared/clientEvents.ts';
import { scrub } from '../../shared/scrub.ts';
import { limitClient } from '../http/clientLimit.ts';
import { isForeign, type OriginConfig } from '../http/origin.ts';
import { requestIdOf } from '../http/requestLog.ts';
import { logEvents } from '../lib/logEvents.ts';

/** A page sends a handful of posts. The limit keeps a faulty page, or an attacker, from filling the log. */
const limit = { posts: 30, milliseconds: 60 * 1000 } as const;

type Fields = { readonly [field: string]: string | number };
type Incoming = Readonly<Record<string, unknown>>;

function text(event: Incoming, field: string, maxLength: number): Fields {
  const value = event[field];
  return typeof value === 'string' && value !== '' ? { [field]: scrub(value, maxLength) } : {};
}
function number(event: Incoming, field: string): Fields {
  const value = event[field];
  return typeof value === 'number' && Number.isFinite(value) ? { [field]: Math.round(value * 1e4) / 1e4 } : {};
}

/** The known fields of an error event, scrubbed and cut, because anyone can send them. */
function errorFields(event: Incoming): Fields {
  return {
    ...text(event, 'kind', 20),
    ...text(event, 'path', 200),
    ...text(event, 'message', 500),
    ...text(event, 'source', 200),
    ...number(event, 'line'),
    ...number(event, 'column'),
    ...text(event, 'stack', 2000),
  };
}
function vitalFields(event: Incoming): Fields {
  return {
    ...text(event, 'path', 200),
    ...text(event, 'name', 20),
    ...number(event, 'value'),
    ...text(event, 'rating', 20),
    ...text(event, 'navigation', 20),
  };
}

function record(event: unknown, requestId: string, log: Logger): void {
  if (typeof event !== 'object' || event === null) return;
  const incoming = event as Incoming;
  if (incoming.type === 'error')
    log.warn({ event: logEvents.clientError, requestId, ...errorFields(incoming) }, 'client error');
  if (incoming.type === 'vital')
    log.info({ event: logEvents.webVital, requestId, ...vitalFields(incoming) }, 'web vital');
}

/** Logs browser errors and web vitals; ignores unknown events. */
export function clientEventsRoute(config: OriginConfig, queueBody: RequestHandler, log: Logger): Router {
  const refuseForeign: RequestHandler = (request, response, next) => {
    if (isForeign(request, config)) response.status(403).end();
    else if (!request.is('application/json')) response.status(415).end();
    else next();
  };
  const take: RequestHandler = ({ body }, response) => {
    const events: unknown[] = Array.isArray(body) ? body.slice(0, clientEventLimits.events) : [body];
    for (const event of events) record(event, requestIdOf(response), log);
    response.status(204).end();
  };
  const unreadable: ErrorRequestHandler = (error: { status?: number }, _request, response, _next) => {
    response.status(error.status === 413 || error.status === 415 ? error.status : 400).end();
  };
  return Router().post(
    '/',
    refuseForeign,
    limitClient({
      limit: limit.posts,
      windowMs: limit.milliseconds,
      message: '',
    }),
    express.json({ limit: clientEventLimits.body, strict: true }),
    queueBody,
    take,
    unreadable,
  );
}
