import { deadlines } from '../lib/deadlines.ts';
import { isServerAtFault } from './smtpFault.ts';

/** Exponential backoff in milliseconds: doubles from the first delay up to an hour, with a jitter of a tenth. */
export function retryDelay(attempts: number, firstDelay: number, random = Math.random()): number {
  return Math.min(firstDelay * 2 ** (attempts - 1) * (0.9 + 0.2 * random), deadlines.mail.longestRetryDelay);
}

/** Whether the mail server takes mails: while it is known to refuse all, one at a time is tried, after growing pauses. */
export function watchServer(firstDelay: number) {
  let failures = 0;
  let pausedUntil = 0;
  let isTrying = false;
  return {
    /** Milliseconds until the next mail may be tried; 0: now. */
    pause: (): number => Math.max(pausedUntil - performance.now(), 0),
    isReady: (): boolean => pausedUntil <= performance.now() && !(failures > 0 && isTrying),
    /** Called before a mail is sent. */
    begin: (): void => {
      isTrying = true;
    },
    /** `error`: of the sending; undefined: it was accepted. */
    note: (error?: unknown): void => {
      isTrying = false;
      const isAtFault = error !== undefined && isServerAtFault(error);
      if (!isAtFault) [failures, pausedUntil] = [0, 0];
      // Those that were under way at once fail as one.
      if (!isAtFault || pausedUntil > performance.now()) return;
      failures += 1;
      pausedUntil = performance.now() + Math.min(retryDelay(Math.min(failures, 32), firstDelay), deadlines.mail.poll);
    },
  };
}
