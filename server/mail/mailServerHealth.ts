import { deadlines } from '../lib/deadlines.ts';
import { isRecipientAtFault, isServerAtFault } from './smtpFault.ts';

/** The milliseconds before the next attempt. They double with each attempt up to an hour, and vary at random by a tenth. */
export function retryDelay(attempts: number, firstDelay: number, random = Math.random()): number {
  return Math.min(firstDelay * 2 ** (attempts - 1) * (0.9 + 0.2 * random), deadlines.mail.longestRetryDelay);
}

/** Watches whether the mail server accepts mails. While it accepts none, only one mail at a time is tried, after growing pauses. */
export function watchMailServer(firstDelay: number) {
  let failures = 0;
  let pausedUntil = 0;
  let isTrying = false;
  // Whether mails perhaps wait because of the server. True at the start, because an earlier process may have left such mails.
  let someMayWait = true;
  let triedAllAt = Number.NEGATIVE_INFINITY;
  return {
    /** Milliseconds until the next mail may be tried; 0: now. */
    pause: (): number => Math.max(pausedUntil - performance.now(), 0),
    isReady: (): boolean => pausedUntil <= performance.now() && !(failures > 0 && isTrying),
    begin: (): void => {
      isTrying = true;
    },
    /** Call `begin` before an attempt to send, and this afterwards. `error`: why it failed; undefined: the mail was accepted. */
    record: (error?: unknown): void => {
      isTrying = false;
      if (error !== undefined && !isRecipientAtFault(error)) someMayWait = true;
      const isAtFault = error !== undefined && isServerAtFault(error);
      if (!isAtFault) [failures, pausedUntil] = [0, 0];
      // Mails that were being sent at the same time count as one failure: the first of them has begun the pause.
      if (!isAtFault || pausedUntil > performance.now()) return;
      failures += 1;
      pausedUntil = performance.now() + Math.min(retryDelay(failures, firstDelay), deadlines.mail.poll);
    },
    /**
     * Called after a mail was accepted. Returns true if all waiting mails should be tried now. Returns true at most once in
     * `firstDelay` milliseconds: otherwise a server that limits mails per minute would be tried without end.
     */
    shouldTryAll: (): boolean => {
      if (!someMayWait || performance.now() - triedAllAt < firstDelay) return false;
      [someMayWait, triedAllAt] = [false, performance.now()];
      return true;
    },
  };
}
