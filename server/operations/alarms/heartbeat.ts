import type { Logger } from 'pino';
import { createRequester } from './request.ts';

const interval = 5 * 60 * 1000;

/** Requests `HEARTBEAT_URL` now and every five minutes, if `isWell`. Without requests, the service at this URL raises an alarm. */
export function startHeartbeat(url: string, log: Logger, isWell: () => boolean): void {
  const request = createRequester('HEARTBEAT_URL', url, log);
  const beat = () => {
    if (isWell()) void request();
  };
  beat();
  setInterval(beat, interval).unref();
}
