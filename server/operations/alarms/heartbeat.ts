import type { Logger } from 'pino';
import { createRequester } from './request.ts';

export type HeartbeatOptions = {
  readonly url: string;
  /** Whether all is well. */
  readonly isWell: () => boolean;
  readonly log: Logger;
  /** The first request waits for it. */
  readonly begin: Promise<void>;
};

const interval = 5 * 60 * 1000;

/** Requests `HEARTBEAT_URL` once `begin` has resolved, and every five minutes, while all is well. Its absence is the alarm. */
export function startHeartbeat({ url, isWell, log, begin }: HeartbeatOptions): { readonly stop: () => void } {
  const failing = 'HEARTBEAT_URL does not answer: tried again every 5 minutes; check the address';
  const { request, stop } = createRequester({ url, log, failing, works: 'HEARTBEAT_URL answers again' });
  const beat = () => {
    if (isWell()) void request();
  };
  const timer = setInterval(beat, interval).unref();
  void begin.then(beat);
  return {
    stop: () => {
      stop();
      clearInterval(timer);
    },
  };
}
