import express, { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { clientEventLimits } from '../../shared/clientEvents.ts';
import { scrub } from '../../shared/scrub.ts';
import type { Config } from '../config/config.ts';
import { limitClient } from '../http/clients.ts';
import { refuseForeign, requestIdOf } from '../http/request.ts';
import { logEvents } from '../lib/logEvents.ts';

/** A page sends a handful of posts. The limit keeps a faulty page, or an attacker, from filling the log. */
const limit = { limit: 30, windowMs: 60 * 1000 } as const;

/** The logged fields of an event: `number`, or the longest text in characters. */
type KnownFields = { readonly [field: string]: number | 'number' };

const errorFields: KnownFields = {
  kind: 20,
  path: 200,
  message: 500,
  source: 200,
  line: 'number',
  column: 'number',
  stack: 2000,
};
const vitalFields: KnownFields = { path: 200, name: 20, value: 'number', rating: 20, navigation: 20 };

/** Reads the known fields. Texts are scrubbed and cut, because anyone can send them. */
function read(event: Readonly<Record<string, unknown>>, known: KnownFields) {
  const fields: Record<string, string | number> = {};
  for (const [field, length] of Object.entries(known)) {
    const value = event[field];
    if (length === 'number') {
      if (typeof value === 'number' && Number.isFinite(value)) fields[field] = Math.round(value * 1e4) / 1e4;
    } else if (typeof value === 'string' && value !== '') fields[field] = scrub(value, length);
  }
  return fields;
}

function record(event: Readonly<Record<string, unknown>> | null, requestId: string, log: Logger): void {
  if (event?.type === 'error')
    log.warn({ event: logEvents.clientError, requestId, ...read(event, errorFields) }, 'client error');
  if (event?.type === 'vital')
    log.info({ event: logEvents.webVital, requestId, ...read(event, vitalFields) }, 'web vital');
}

const refuseOtherTypes: RequestHandler = (request, _response, next) =>
  next(request.is('application/json') ? undefined : { status: 415 });

/** Logs browser errors and web vitals; ignores unknown events. */
export function clientEventsRoute(http: Config['http'], queueBody: RequestHandler, log: Logger): Router {
  const take: RequestHandler = ({ body }, response) => {
    const events = Array.isArray(body) ? body.slice(0, clientEventLimits.events) : [body];
    for (const event of events) record(event, requestIdOf(response), log);
    response.status(204).end();
  };
  return Router().post(
    '/',
    refuseForeign(http),
    refuseOtherTypes,
    limitClient({ ...limit, message: '' }),
    express.json({ limit: clientEventLimits.body, strict: true }),
    queueBody,
    take,
  );
}
