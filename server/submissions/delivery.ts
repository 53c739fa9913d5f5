import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { composeBundle } from './bundle.ts';
import { composeMail, type Mail } from './mail.ts';
import { adviceFor, classifyFault, faultFields } from './smtpFault.ts';
import type { Store, Submission } from './store.ts';
import type { SendMail } from './transport.ts';

export type DeliveryOptions = {
  readonly store: Store;
  readonly transport: SendMail;
  readonly log: Logger;
  readonly mailFrom: string;
  readonly mailTo: string;
  readonly retryMilliseconds: number;
  readonly giveUpMilliseconds: number;
  /** Whether mail about marked submissions leaves in bundles. */
  readonly isBundling: () => boolean;
  /** After which a mail still under way is cut off; the default is four minutes. */
  readonly longestSending?: number;
};

export type Delivery = {
  /** Looks for due mail now; called after each stored submission. */
  wake(): void;
  /** Takes no more mail and resolves when what is under way has ended, or was cut off after these milliseconds. */
  stop(patience: number): Promise<void>;
};

const minute = 60 * 1000;
const longestWait = 60 * minute;
/** How long a claim is good for beyond the longest sending: time to write down what came of it. */
const leaseReserve = minute;
/** Mails under way at once, so that one which hangs doesn't keep the others waiting. */
const places = 4;
/** Submissions in a bundle: half a megabyte at most. */
const mostBundled = 100;
/** How often the loop looks even if nothing is due: the operator's command line may have changed something. */
const idleLook = 15 * 1000;
const recordAgain = 2 * 1000;

/** Doubles from the first wait up to an hour; the jitter of a fifth keeps waiting mails from arriving all at once. */
export const retryDelay = (attempts: number, firstWait: number, random = Math.random()): number =>
  Math.min(firstWait * 2 ** (attempts - 1) * (0.9 + 0.2 * random), longestWait);

export const startDelivery = (options: DeliveryOptions): Delivery => {
  const { store, transport, log, longestSending = 4 * minute } = options;
  const stopping = new AbortController();
  const stopped = () => stopping.signal.aborted;
  const sendings = new Set<AbortController>();

  const nextAttemptAt = ({ attempts }: Submission): number =>
    Math.round(Date.now() + retryDelay(attempts, options.retryMilliseconds));

  /** What came of a mail is written down even if the store fails for a while: else the mail would be sent again. */
  const record = async ({ nextAttemptAt: leaseEnds }: Submission, write: () => Promise<void>): Promise<void> => {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (stopped() || Date.now() + recordAgain >= leaseEnds) throw error;
        log.error({ err: error }, 'outcome of a mail not recorded: will try again');
        await sleep(recordAgain, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };

  const fault = async (submission: Submission, error: unknown, postponedUntil: number): Promise<void> => {
    const { reference, attempts, receivedAt, retriedAt } = submission;
    const kind = classifyFault(error);
    const advice = kind === 'alarm' ? adviceFor(error) : undefined;
    const message = error instanceof Error ? error.message : String(error);
    const reason = advice ? `${advice} (${message})` : message;
    const fields = { reference, attempts, ...faultFields(error), advice };
    const givenUp = Date.now() - (retriedAt ?? receivedAt) >= options.giveUpMilliseconds;
    if (kind === 'refused' || givenUp) {
      await record(submission, () => store.failed(submission, reason));
      log.error(fields, kind === 'refused' ? 'mail refused: kept as failed' : 'mail given up: kept as failed');
      return;
    }
    await record(submission, () => store.postponed(submission, postponedUntil, reason));
    const waiting = { ...fields, nextAttemptAt: new Date(postponedUntil).toISOString() };
    if (kind === 'alarm') log.error(waiting, 'mail configuration at fault: will try again');
    else log.warn(waiting, 'mail postponed');
  };

  const send = async (mail: Mail): Promise<void> => {
    const sending = new AbortController();
    const timeUp = setTimeout(() => sending.abort(), longestSending);
    sendings.add(sending);
    try {
      await transport.send(mail, sending.signal);
    } finally {
      sendings.delete(sending);
      clearTimeout(timeUp);
    }
  };

  const delivered = async (submissions: readonly Submission[]): Promise<void> => {
    for (const submission of submissions) {
      const { reference, attempts } = submission;
      await record(submission, () => store.delivered(reference, Date.now()));
      log.info({ reference, attempts }, 'mail delivered');
    }
  };

  const deliver = async (submission: Submission): Promise<void> => {
    try {
      await send(composeMail(submission, options.mailFrom, options.mailTo));
    } catch (error) {
      await fault(submission, error, nextAttemptAt(submission));
      return;
    }
    await delivered([submission]);
  };

  const deliverBundle = async (submissions: readonly [Submission, ...Submission[]]): Promise<void> => {
    try {
      await send(composeBundle(submissions, options.mailFrom, options.mailTo));
    } catch (error) {
      // Together again next time, but for a bundle that is refused: one of them may be why.
      const isRefused = classifyFault(error) === 'refused';
      const until = nextAttemptAt(submissions[0]);
      for (const submission of submissions) {
        if (isRefused) await record(submission, () => store.postponed(submission, Date.now(), String(error), 'single'));
        else await fault(submission, error, until);
      }
      if (isRefused) log.warn({ submissions: submissions.length, ...faultFields(error) }, 'bundle refused: one by one');
      return;
    }
    await delivered(submissions);
  };

  // The store could not be read or written: what was sent may be sent again, nothing is lost.
  const interrupted = (error: unknown): void => log.error({ err: error }, 'delivery interrupted');

  const underWay = new Set<Promise<void>>();
  const lease = longestSending + leaseReserve;

  /** Claims what is due, if anything is; returns how to deliver it. */
  const claim = async (): Promise<(() => Promise<void>) | undefined> => {
    const isBundling = options.isBundling();
    const [first, ...more] = isBundling ? await store.claimBundle(Date.now(), lease, mostBundled) : [];
    if (first) return () => (more.length > 0 ? deliverBundle([first, ...more]) : deliver(first));
    const submission = await store.claim(Date.now(), lease, isBundling ? 'single' : undefined);
    return submission && (() => deliver(submission));
  };

  const fillPlaces = async (): Promise<void> => {
    while (underWay.size < places && !stopped()) {
      const begin = await claim();
      if (!begin) return;
      const ended: Promise<void> = begin()
        .catch(interrupted)
        .then(() => {
          underWay.delete(ended);
          wake();
        });
      underWay.add(ended);
    }
  };

  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;

  const look = async (): Promise<void> => {
    let wait = idleLook;
    try {
      do {
        again = false;
        await fillPlaces();
        const due = underWay.size < places ? await store.nextDue() : undefined;
        wait = due === undefined ? idleLook : Math.min(Math.max(due - Date.now(), 0), idleLook);
      } while (again && !stopped());
    } catch (error) {
      interrupted(error);
    }
    looking = undefined;
    if (!stopped()) timer = setTimeout(wake, wait);
  };

  const wake = (): void => {
    again = true;
    if (looking || stopped()) return;
    clearTimeout(timer);
    looking = look();
  };

  wake();
  return {
    wake,
    stop: async (patience) => {
      stopping.abort();
      clearTimeout(timer);
      const timeUp = setTimeout(() => {
        for (const sending of sendings) sending.abort();
      }, patience);
      await looking;
      await Promise.all(underWay);
      clearTimeout(timeUp);
      transport.close();
    },
  };
};
