import type { Logger } from 'pino';
import { request, targetOf } from './request.ts';

export type HeartbeatOptions = {
  readonly url: string;
  /** Whether all is well. */
  readonly isWell: () => boolean;
  readonly log: Logger;
};

const interval = 5 * 60 * 1000;

/** Requests `HEARTBEAT_URL` now and every five minutes while all is well. Its absence is the alarm. */
export function startHeartbeat({ url, isWell, log }: HeartbeatOptions): { readonly stop: () => void } {
  const target = targetOf(url);
  const stopping = new AbortController();
  let isFailing = false;

  const beat = async (): Promise<void> => {
    if (!isWell()) return;
    const reason = await request(target, { signal: stopping.signal });
    if (stopping.signal.aborted) return;
    if (reason !== undefined && !isFailing)
      log.warn({ reason }, 'HEARTBEAT_URL does not answer: tried again every 5 minutes; check the address');
    if (reason === undefined && isFailing) log.info('HEARTBEAT_URL answers again');
    isFailing = reason !== undefined;
  };
  const timer = setInterval(beat, interval).unref();
  void beat();

  return {
    stop: () => {
      stopping.abort();
      clearInterval(timer);
    },
  };
}
