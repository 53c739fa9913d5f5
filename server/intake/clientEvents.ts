import express, { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { clientEventLimits } from '../../shared/clientEvents.ts';
import { scrub } from '../../shared/scrub.ts';
import type { Config } from '../config/config.ts';
import { limitClient } from '../http/clients.ts';
import { refuseForeign, requestIdOf } from '../http/request.ts';
import { logEvents } from '../lib/logEvents.ts';
import { minute } from '../lib/times.ts';

/** The texts of an error or a web vital that are logged, with the greatest length of each in characters. */
const texts = { kind: 20, path: 200, message: 500, source: 200, stack: 2000, name: 20, rating: 20, navigation: 20 };
const numbers = ['line', 'column', 'value'];

type ClientEvent = Readonly<Record<string, unknown>>;

/** Reads the known fields. Texts are scrubbed and cut, because anyone can send any text. */
function fieldsOf(event: ClientEvent) {
  const fields: Record<string, string | number> = {};
  for (const [name, length] of Object.entries(texts)) {
    const text = event[name];
    if (typeof text === 'string' && text !== '') fields[name] = scrub(text, length);
  }
  for (const name of numbers) {
    const number = event[name];
    if (typeof number === 'number' && Number.isFinite(number)) fields[name] = Math.round(number * 1e4) / 1e4;
  }
  return fields;
}

function record(event: ClientEvent | null, requestId: string, log: Logger): void {
  if (event?.type === 'error')
    log.warn({ event: logEvents.clientError, requestId, ...fieldsOf(event) }, 'client error');
  if (event?.type === 'vital') log.info({ event: logEvents.webVital, requestId, ...fieldsOf(event) }, 'web vital');
}

const refuseOtherTypes: RequestHandler = (request, _response, next) =>
  next(request.is('application/json') ? undefined : { status: 415 });

/** The endpoint to which browsers report errors and web vitals. Logs these events, and ignores unknown events. */
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
    // Each page sends a handful of posts. The limit keeps a faulty page, or an attacker, from filling the log.
    limitClient({ limit: 30, windowMs: minute, message: '' }),
    express.json({ limit: clientEventLimits.body, strict: true }),
    queueBody,
    take,
  );
}
