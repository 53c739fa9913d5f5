import type { Logger } from 'pino';
import { minute } from '../../lib/times.ts';
import { createRequester } from './requester.ts';

/** Requests `HEARTBEAT_URL` now and every five minutes, if `isWell`. Without requests, the service at this URL raises an alarm. */
export function startHeartbeat(url: string, log: Logger, isWell: () => boolean): void {
  const request = createRequester('HEARTBEAT_URL', url, log);
  const beat = () => {
    if (isWell()) void request();
  };
  beat();
  setInterval(beat, 5 * minute).unref();
}
