import { deadlines } from '../lib/deadlines.ts';
import { isServerAtFault } from './smtpFault.ts';

/** Exponential backoff in milliseconds: doubles from the first delay up to an hour, with a jitter of a tenth. */
export function retryDelay(attempts: number, firstDelay: number, random = Math.random()): number {
  return Math.min(firstDelay * 2 ** (attempts - 1) * (0.9 + 0.2 * random), deadlines.mail.longestRetryDelay);
}

/** The most doublings of a pause. */
const mostFailures = 32;

export type MailServerHealth = ReturnType<typeof watchMailServer>;

/** Whether the mail server takes mails: while it is known to refuse all, one at a time is tried, after growing pauses. */
export function watchMailServer(firstDelay: number) {
  let failures = 0;
  let pausedUntil = 0;
  let isTrying = false;
  // An earlier process may have left mails that wait.
  let mayWait = true;
  let hurriedAt = Number.NEGATIVE_INFINITY;
  return {
    /** Milliseconds until the next mail may be tried; 0: now. */
    pause: (): number => Math.max(pausedUntil - performance.now(), 0),
    isReady: (): boolean => pausedUntil <= performance.now() && !(failures > 0 && isTrying),
    /** Called before a mail is sent. */
    begin: (): void => {
      isTrying = true;
    },
    /** `error`: of the sending; undefined: the mail was accepted. */
    note: (error?: unknown): void => {
      isTrying = false;
      if (error !== undefined) mayWait = true;
      const isAtFault = error !== undefined && isServerAtFault(error);
      if (!isAtFault) [failures, pausedUntil] = [0, 0];
      // Those that were under way at once fail as one.
      if (!isAtFault || pausedUntil > performance.now()) return;
      failures += 1;
      const delay = retryDelay(Math.min(failures, mostFailures), firstDelay);
      pausedUntil = performance.now() + Math.min(delay, deadlines.mail.poll);
    },
    /**
     * After a mail was accepted: whether those that wait are to be tried at once. Not again within the first delay of a retry: a
     * server that takes only so many mails a minute would be asked without end.
     */
    mayHurry: (): boolean => {
      if (!mayWait || performance.now() - hurriedAt < firstDelay) return false;
      [mayWait, hurriedAt] = [false, performance.now()];
      return true;
    },
  };
}
