import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

declare global {
  namespace Express {
    interface Locals {
      /** Also in the answer's X-Request-Id and in the request's log line. */
      requestId: string;
      log: Logger;
    }
  }
}

/** One `request` line a request. Neither query, body, headers nor client address: they may be personal. */
export const requestLog =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const begun = process.hrtime.bigint();
    const requestId = randomUUID();
    response.locals.requestId = requestId;
    response.locals.log = log.child({ requestId });
    response.setHeader('X-Request-Id', requestId);
    const { method, path } = request;
    response.once('close', () => {
      log.info(
        {
          requestId,
          method,
          path: path.slice(0, 200),
          status: response.statusCode,
          milliseconds: Math.round(Number(process.hrtime.bigint() - begun) / 1e4) / 100,
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
