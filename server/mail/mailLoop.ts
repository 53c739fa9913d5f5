import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deadlines } from '../lib/deadlines.ts';
import type { Claim, ClaimOptions, ConfirmationCaps, MailQueue, Outcome } from '../outbox/store.ts';
import { type DeliveryOptions, deliver } from './delivery.ts';
import { createHeldMails } from './heldMails.ts';
import type { Mail } from './mail.ts';
import { watchServer } from './retries.ts';

export type MailLoopOptions = DeliveryOptions & {
  readonly store: MailQueue;
  /** Whether senders get confirmations. */
  readonly mailConfirm: boolean;
  readonly mailConfirmCaps: ConfirmationCaps;
  /** Milliseconds after which the sending of one mail is aborted; `deadlines` has the default. */
  readonly sendTimeout?: number;
  /** Milliseconds between two looks at the store without a wake; `deadlines` has the default. */
  readonly pollInterval?: number;
};

export type MailLoop = {
  /** Looks for due mail now. */
  wake(): void;
  /** Claims no more mail. Resolves when the last sending has ended; aborts those that last longer than this. */
  stop(timeoutMilliseconds: number): Promise<void>;
};

const recordRetryDelay = 2 * 1000;
const minWait = 100; // Another may hold what is due.
const { lease, recording } = deadlines.mail;

/** Starts the loop that sends due mail of the store, whenever it is woken and at intervals. */
export function startMail(options: MailLoopOptions): MailLoop {
  const { store, transport, log, pollInterval = deadlines.mail.poll } = options;
  const stopping = new AbortController();
  const { signal } = stopping;

  let isInterrupted = false;
  const noteInterruption = (error: unknown): void => {
    if (!isInterrupted && !signal.aborted) log.warn({ err: error }, 'delivery interrupted');
    isInterrupted = true;
  };

  let timer: NodeJS.Timeout | undefined;
  let polling: Promise<void> | undefined;
  let again = false;
  const wake = (): void => {
    again = true;
    if (polling || signal.aborted) return;
    clearTimeout(timer);
    const pause = server.pause();
    if (pause > 0) timer = setTimeout(wake, pause);
    else polling = poll();
  };

  const server = watchServer(options.mailRetryMilliseconds);
  const held = createHeldMails(store, noteInterruption);
  const aborting = new AbortController();
  const { startDue } = createDeliveries(options, server, held, { signal, aborting: aborting.signal }, (delivering) =>
    delivering.catch(noteInterruption).then(() => {
      setImmediate(wake);
    }),
  );

  const poll = async (): Promise<void> => {
    let wait = pollInterval;
    try {
      do {
        again = false;
        wait = Math.min(await startDue(), pollInterval);
      } while (again && !signal.aborted && server.pause() === 0);
      if (isInterrupted) log.info('delivery goes on');
      isInterrupted = false;
    } catch (error) {
      noteInterruption(error);
      // Woken meanwhile: the store may be there again.
      if (again) wait = recordRetryDelay;
    }
    polling = undefined;
    if (!signal.aborted) timer = setTimeout(wake, server.pause() || wait);
  };

  const keepUp = () => void store.keepUp(lease).catch(noteInterruption);
  const upkeep = setInterval(keepUp, deadlines.mail.upkeep).unref();
  keepUp();
  wake();
  return {
    wake,
    stop: async (timeoutMilliseconds) => {
      stopping.abort();
      clearTimeout(timer);
      clearInterval(upkeep);
      const timeout = setTimeout(() => aborting.abort(), timeoutMilliseconds);
      // What is aborted has a second for its record: a store that hangs must not keep the process.
      const hung = sleep(timeoutMilliseconds + deadlines.stop.record, undefined, { ref: false });
      await Promise.race([Promise.resolve(polling).then(held.ended), hung]);
      clearTimeout(timeout);
      held.stop();
      transport.close();
    },
  };
}

/** Claims due mails and delivers them, a few at once. `ending` wraps each delivery's promise. */
function createDeliveries(
  options: MailLoopOptions,
  server: ReturnType<typeof watchServer>,
  held: ReturnType<typeof createHeldMails>,
  { signal, aborting }: { readonly signal: AbortSignal; readonly aborting: AbortSignal },
  ending: (delivering: Promise<void>) => Promise<void>,
) {
  const { store, transport, log, sendTimeout = deadlines.mail.sending } = options;
  const owner = randomUUID();
  const send = (mail: Mail) => transport.send(mail, AbortSignal.any([aborting, AbortSignal.timeout(sendTimeout)]));
  const kinds = options.mailConfirm ? (['operator', 'sender'] as const) : (['operator'] as const);
  /** Of the store's clock and this machine's, in milliseconds, when a mail was last claimed. */
  let clockDifference = 0;
  const storeTime = () => Date.now() + clockDifference;

  const start = (claim: Claim): void => {
    clockDifference = claim.leaseUntil - lease - Date.now();
    const end = performance.now() + sendTimeout + recording;
    server.begin();
    const mayRetry = () => !signal.aborted && performance.now() + recordRetryDelay < end;
    const record = (outcome: Outcome) => writeUntil(() => store.record(claim, outcome), mayRetry, signal, log);
    held.hold(claim, ending(deliver({ ...options, claim, send, record, storeTime, noteServer: server.note })), end);
  };
  const hasRoom = (of: ClaimOptions['of']): boolean => {
    return !signal.aborted && server.isReady() && held.hasRoom(of);
  };

  return {
    /** Resolves with the milliseconds until more is due. */
    startDue: async (): Promise<number> => {
      let wait = Number.POSITIVE_INFINITY;
      for (const of of kinds) {
        while (hasRoom(of)) {
          const claim = await store.claim({ owner, lease, of, caps: options.mailConfirmCaps });
          if (!claim) break;
          // While the store was away its lease has ended. What became of it is still to be recorded.
          if (!held.has(claim)) start(claim);
        }
        const due = hasRoom(of) ? await store.nextDue(of) : undefined;
        if (due !== undefined) wait = Math.min(wait, Math.max(due, minWait));
      }
      return wait;
    },
  };
}

/** Writes an outcome, with retries until `mayRetry` says no. */
async function writeUntil<Result>(
  write: () => Promise<Result>,
  mayRetry: () => boolean,
  stopping: AbortSignal,
  log: Logger,
): Promise<Result> {
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
