import type { Request } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { otherNameOf } from '../http/origin.ts';
import { createLogLimit } from '../lib/logLimit.ts';

/** Logs posts that were not stored: while the store is gone, a line for each would flood the log. */
export function createFaultLog(log: Logger): (error: unknown, requestId: string) => void {
  const limit = createLogLimit(1, 10_000);
  return (error, requestId) => {
    const untold = limit();
    if (untold === undefined) return;
    log.error({ err: error, requestId, ...(untold > 0 && { untold }) }, 'submission not stored');
  };
}

/** Warns of visitors who reach the site under another name: all that they send is refused. */
export function createOtherNameLog(config: Config['http'], log: Logger): (request: Request) => void {
  const limit = createLogLimit(1, 60 * 60 * 1000);
  return (request) => {
    const reachedBy = otherNameOf(request, config);
    if (reachedBy === undefined || limit() === undefined) return;
    log.warn(
      { reachedBy, publicOrigin: config.publicOrigin },
      'a post was refused because its visitor reached the site under another name than PUBLIC_ORIGIN: have the proxy redirect that name',
    );
  };
}
