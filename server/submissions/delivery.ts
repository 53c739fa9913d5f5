import type { Logger } from 'pino';
import { composeMail } from './mail.ts';
import { classifyFault, faultFields } from './smtpFault.ts';
import type { Store, Submission } from './store.ts';
import { RecipientRejected, type SendMail } from './transport.ts';

export type DeliveryOptions = {
  readonly store: Store;
  readonly transport: SendMail;
  readonly log: Logger;
  readonly mailFrom: string;
  readonly mailTo: string;
  readonly retryMilliseconds: number;
  readonly giveUpMilliseconds: number;
};

export type Delivery = {
  /** Looks for due mail now; called after each stored submission. */
  wake(): void;
  /** Takes no more mail and resolves when the one under way has ended. */
  stop(): Promise<void>;
};

const longestWait = 60 * 60 * 1000;
/** Longer than all of the transport's time-outs together. */
const lease = 5 * 60 * 1000;
/** How often the loop looks even if nothing is due: the operator's command line may have changed something. */
const idleLook = 15 * 1000;

/** Doubles from the first wait up to an hour; the jitter of a fifth keeps waiting mails from arriving all at once. */
export const retryDelay = (attempts: number, firstWait: number, random = Math.random()): number =>
  Math.min(firstWait * 2 ** (attempts - 1), longestWait) * (0.9 + 0.2 * random);

export const startDelivery = (options: DeliveryOptions): Delivery => {
  const { store, transport, log } = options;
  let stopped = false;
  let awake = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const fault = async (submission: Submission, error: unknown): Promise<void> => {
    const { reference, attempts, receivedAt } = submission;
    const reason = error instanceof Error ? error.message : String(error);
    const kind = classifyFault(
      error instanceof RecipientRejected ? Object.assign(error, { command: 'RCPT TO' }) : error,
    );
    const fields = { reference, attempts, ...faultFields(error) };
    if (kind === 'refused') {
      await store.failed(reference, reason);
      log.error(fields, 'mail refused: kept as failed');
      return;
    }
    const now = Date.now();
    if (now - receivedAt >= options.giveUpMilliseconds) {
      await store.failed(reference, reason);
      log.error(fields, 'mail given up: kept as failed');
      return;
    }
    const nextAttemptAt = now + retryDelay(attempts, options.retryMilliseconds);
    await store.postponed(reference, Math.round(nextAttemptAt), reason);
    const waiting = { ...fields, nextAttemptAt: new Date(nextAttemptAt).toISOString() };
    if (kind === 'alarm') log.error(waiting, 'mail configuration at fault: will try again');
    else log.warn(waiting, 'mail postponed');
  };

  const deliver = async (submission: Submission): Promise<void> => {
    try {
      await transport.send(composeMail(submission, options.mailFrom, options.mailTo));
    } catch (error) {
      await fault(submission, error);
      return;
    }
    await store.delivered(submission.reference, Date.now());
    log.info({ reference: submission.reference, attempts: submission.attempts }, 'mail delivered');
  };

  const run = async (): Promise<void> => {
    let wait = idleLook;
    try {
      do {
        awake = false;
        for (;;) {
          const submission = stopped ? undefined : await store.claim(Date.now(), lease);
          if (!submission) break;
          await deliver(submission);
        }
      } while (awake && !stopped);
      const due = await store.nextDue();
      if (due !== undefined) wait = Math.min(Math.max(due - Date.now(), 0), idleLook);
    } catch (error) {
      // The store could not be read or written: what was sent may be sent again, nothing is lost.
      log.error({ err: error }, 'delivery interrupted');
    }
    if (!stopped) timer = setTimeout(start, wait);
  };

  let active = false;
  const start = (): void => {
    if (active || stopped) {
      awake = true;
      return;
    }
    clearTimeout(timer);
    active = true;
    running = run().finally(() => {
      active = false;
    });
  };

  start();
  return {
    wake: start,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
      transport.close();
    },
  };
};
