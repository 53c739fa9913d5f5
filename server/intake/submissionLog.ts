import type { Request } from 'express';
import type { Logger } from 'pino';
import { type OriginConfig, otherNameOf } from '../http/origin.ts';

/** Milliseconds between two log lines about posts that were not stored. */
const faultInterval = 10_000;
/** The same for posts to another name of the site. */
const otherNameInterval = 60 * 60 * 1000;

/** Logs posts that were not stored: while the store is gone, a line for each would flood the log. */
export function createFaultLog(log: Logger): (error: unknown, requestId: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let untold = 0;
  return (error, requestId) => {
    if (performance.now() - toldAt < faultInterval) {
      untold += 1;
      return;
    }
    toldAt = performance.now();
    log.error({ err: error, requestId, ...(untold > 0 && { untold }) }, 'submission not stored');
    untold = 0;
  };
}

/** Warns of visitors who reach the site under another name: all that they send is refused. */
export function createOtherNameLog(config: OriginConfig, log: Logger): (request: Request) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (request) => {
    const reachedBy = otherNameOf(request, config);
    if (reachedBy === undefined || performance.now() - toldAt < otherNameInterval) return;
    toldAt = performance.now();
    log.warn(
      { reachedBy, publicOrigin: config.publicOrigin },
      'a post was refused because its visitor reached the site under another name than PUBLIC_ORIGIN: have the proxy redirect that name',
    );
  };
}
