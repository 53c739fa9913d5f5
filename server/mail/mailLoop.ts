import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deadlines } from '../lib/deadlines.ts';
import type { Mail } from './mail.ts';
import type { SendMail } from './transport.ts';

export type MailLoopOptions<Claimed> = {
  readonly transport: SendMail;
  readonly log: Logger;
  /** Mails sent at once, so that one that hangs does not hold up the others. */
  readonly concurrency: number;
  /** Claims what is due next for some milliseconds; undefined: nothing is due. */
  readonly claim: (lease: number) => Promise<Claimed | undefined>;
  /** When a claim ends, in milliseconds since 1970 by the store's clock. */
  readonly leaseEnd: (claimed: Claimed) => number;
  /** Milliseconds until something is due; negative: it is; undefined: nothing waits. */
  readonly nextDue: () => Promise<number | undefined>;
  /** Sends what is claimed and records the outcome. Rejects when the store fails. */
  readonly deliver: (claimed: Claimed) => Promise<void>;
  /** Called with the store's error when it begins to fail: a mail may leave twice, none is lost. */
  readonly onInterrupted: (error: unknown) => void;
  readonly onResumed: () => void;
  /** Milliseconds after which the sending of one mail is aborted; `deadlines` has the default. */
  readonly sendTimeout?: number | undefined;
  /** Milliseconds between two looks at the store without a wake; `deadlines` has the default. */
  readonly pollInterval?: number | undefined;
};

export type MailLoop<Claimed> = {
  /** Looks for due mail now. The first call starts the loop. */
  wake(): void;
  /** Claims no more mail. Resolves when the last sending has ended; aborts those that last longer than this. */
  stop(timeoutMilliseconds: number): Promise<void>;
  /** Rejects with the transport's error, also after the timeout. */
  send(mail: Mail): Promise<void>;
  /** Records an outcome, with retries while the store fails: without its record the mail would leave again. */
  record(claimed: Claimed, write: () => Promise<void>): Promise<void>;
  /** Milliseconds since 1970 by the store's clock, as the last claim showed it. */
  storeTime(): number;
};

const recordRetryDelay = 2 * 1000;
const minWait = 100; // Another may hold what is due.

/** Sends single mails, and aborts those that take too long. */
function createSender(transport: SendMail, sendTimeout: number) {
  const sendings = new Set<AbortController>();
  return {
    send: async (mail: Mail): Promise<void> => {
      const sending = new AbortController();
      const timeout = setTimeout(() => sending.abort(), sendTimeout);
      sendings.add(sending);
      try {
        await transport.send(mail, sending.signal);
      } finally {
        sendings.delete(sending);
        clearTimeout(timeout);
      }
    },
    abortAll: (): void => {
      for (const sending of sendings) sending.abort();
    },
  };
}

/** Records an outcome, with retries until `mayRetry` says no. */
async function record(
  write: () => Promise<void>,
  mayRetry: () => boolean,
  stopping: AbortSignal,
  log: Logger,
): Promise<void> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await write();
    } catch (error) {
      if (!mayRetry()) throw error;
      if (!isTold) log.warn({ err: error }, 'outcome of a mail not recorded: will try again');
      await sleep(recordRetryDelay, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

/** Claims due mail and has it delivered, a few at once. `ended` is called after each. */
function createDeliveries<Claimed>(
  options: MailLoopOptions<Claimed>,
  lease: number,
  stopping: AbortSignal,
  noteInterruption: (error: unknown) => void,
  ended: () => void,
) {
  const running = new Set<Promise<void>>();
  /** Of the store's clock and this machine's, in milliseconds, when a claim was last made. */
  let clockDifference = 0;
  return {
    running,
    hasRoom: () => running.size < options.concurrency,
    storeTime: () => Date.now() + clockDifference,
    startDue: async (): Promise<void> => {
      while (running.size < options.concurrency && !stopping.aborted) {
        const claimed = await options.claim(lease);
        if (claimed === undefined) return;
        clockDifference = options.leaseEnd(claimed) - lease - Date.now();
        const delivering: Promise<void> = options
          .deliver(claimed)
          .catch(noteInterruption)
          .then(() => {
            running.delete(delivering);
            ended();
          });
        running.add(delivering);
      }
    },
  };
}

/** Sends due mail from the store, whenever it is woken and at intervals. */
export function mailLoop<Claimed>(options: MailLoopOptions<Claimed>): MailLoop<Claimed> {
  const { transport, log, sendTimeout = deadlines.mail.sending, pollInterval = deadlines.mail.poll } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { send, abortAll } = createSender(transport, sendTimeout);

  let isInterrupted = false;
  const noteInterruption = (error: unknown): void => {
    if (!isInterrupted && !signal.aborted) options.onInterrupted(error);
    isInterrupted = true;
  };

  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let again = false;
  const wake = (): void => {
    again = true;
    if (polling || signal.aborted) return;
    clearTimeout(timer);
    polling = poll();
  };
  const lease = sendTimeout + deadlines.mail.recording;
  const deliveries = createDeliveries(options, lease, signal, noteInterruption, wake);

  const poll = async (): Promise<void> => {
    let wait = pollInterval;
    try {
      do {
        again = false;
        await deliveries.startDue();
        const due = deliveries.hasRoom() ? await options.nextDue() : undefined;
        wait = due === undefined ? pollInterval : Math.min(Math.max(due, minWait), pollInterval);
      } while (again && !signal.aborted);
      if (isInterrupted) options.onResumed();
      isInterrupted = false;
    } catch (error) {
      noteInterruption(error);
      // Woken meanwhile: the store may be there again.
      if (again) wait = recordRetryDelay;
    }
    polling = undefined;
    if (!signal.aborted) timer = setTimeout(wake, wait);
  };

  const { storeTime } = deliveries;
  return {
    wake,
    storeTime,
    send,
    record: (claimed, write) =>
      record(write, () => !signal.aborted && storeTime() + recordRetryDelay < options.leaseEnd(claimed), signal, log),
    stop: async (timeoutMilliseconds) => {
      stopping.abort();
      clearTimeout(timer);
      const timeout = setTimeout(abortAll, timeoutMilliseconds);
      // What is aborted has a second for its record: a store that hangs must not keep the process.
      const hung = sleep(timeoutMilliseconds + deadlines.stop.record, undefined, { ref: false });
      await Promise.race([Promise.all([polling, ...deliveries.running]), hung]);
      clearTimeout(timeout);
      transport.close();
    },
  };
}
