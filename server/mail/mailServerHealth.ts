import { deadlines } from '../lib/deadlines.ts';
import { retryDelay } from './retryDelay.ts';
import { isServerAtFault } from './smtpFault.ts';

export type MailServerHealth = ReturnType<typeof watchMailServer>;

/** Whether the mail server takes mails: while it is known to refuse all, one at a time is tried, after growing pauses. */
export function watchMailServer(firstDelay: number) {
  let failures = 0;
  let pausedUntil = 0;
  let isTrying = false;
  // An earlier process may have left mails that wait.
  let someMayWait = true;
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
      if (error !== undefined) someMayWait = true;
      const isAtFault = error !== undefined && isServerAtFault(error);
      if (!isAtFault) [failures, pausedUntil] = [0, 0];
      // Those that were under way at once fail as one.
      if (!isAtFault || pausedUntil > performance.now()) return;
      failures += 1;
      pausedUntil = performance.now() + Math.min(retryDelay(failures, firstDelay), deadlines.mail.poll);
    },
    /**
     * After a mail was accepted: whether those that wait are to be tried at once. Not again within the first delay of a retry: a
     * server that takes only so many mails a minute would be asked without end.
     */
    takeHurry: (): boolean => {
      if (!someMayWait || performance.now() - hurriedAt < firstDelay) return false;
      [someMayWait, hurriedAt] = [false, performance.now()];
      return true;
    },
  };
}
