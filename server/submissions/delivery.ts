import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { composeBundle, mostBundled } from './bundle.ts';
import { composeMail } from './mail.ts';
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
/** How often the loop looks even if nothing is due: the operator's command line may have changed something. */
const idleLook = 15 * 1000;
const recordAgain = 2 * 1000;

/** Doubles from the first wait up to an hour; the jitter of a fifth keeps waiting mails from arriving all at once. */
export function retryDelay(attempts: number, firstWait: number, random = Math.random()): number {
  return Math.min(firstWait * 2 ** (attempts - 1) * (0.9 + 0.2 * random), longestWait);
}

/** What one mail is about. */
type Claimed = readonly [Submission, ...Submission[]];
function isSome(submissions: readonly Submission[]): submissions is Claimed {
  return submissions.length > 0;
}

/** In a log line. */
function naming([{ reference, attempts }, ...more]: Claimed) {
  return more.length === 0
    ? { reference, attempts }
    : { references: [reference, ...more.map((submission) => submission.reference)], attempts };
}

export function startDelivery(options: DeliveryOptions): Delivery {
  const { store, transport, log, longestSending = 4 * minute } = options;
  const stopping = new AbortController();
  const stopped = () => stopping.signal.aborted;
  const sendings = new Set<AbortController>();

  /** What came of a mail is written down even if the store fails for a while: else the mail would be sent again. */
  const record = async ([{ nextAttemptAt: leaseEnds }]: Claimed, write: () => Promise<void>): Promise<void> => {
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

  const fail = async (claimed: Claimed, reason: string, fields: object, message: string): Promise<void> => {
    await record(claimed, () => store.failed(claimed, reason));
    log.error({ ...naming(claimed), ...fields }, message);
  };

  const fault = async (claimed: Claimed, error: unknown): Promise<void> => {
    const kind = classifyFault(error);
    const advice = kind === 'alarm' ? adviceFor(error) : undefined;
    const message = error instanceof Error ? error.message : String(error);
    const reason = advice ? `${advice} (${message})` : message;
    const fields = { ...faultFields(error), advice };
    if (kind === 'refused') {
      if (claimed.length === 1) return fail(claimed, reason, fields, 'mail refused: kept as failed');
      // One of them may be why.
      await record(claimed, () => store.split(claimed, Date.now(), reason));
      log.warn({ ...naming(claimed), ...fields }, 'bundle refused: one by one');
      return;
    }
    const now = Date.now();
    const isGivenUp = ({ receivedAt, retriedAt }: Submission) =>
      now - (retriedAt ?? receivedAt) >= options.giveUpMilliseconds;
    const [givenUp, waiting] = [claimed.filter(isGivenUp), claimed.filter((submission) => !isGivenUp(submission))];
    if (isSome(givenUp)) await fail(givenUp, reason, fields, 'mail given up: kept as failed');
    if (!isSome(waiting)) return;
    const nextAttemptAt = Math.round(now + retryDelay(waiting[0].attempts, options.retryMilliseconds));
    await record(waiting, () => store.postponed(waiting, nextAttemptAt, reason));
    const line = { ...naming(waiting), ...fields, nextAttemptAt: new Date(nextAttemptAt).toISOString() };
    if (kind === 'alarm') log.error(line, 'mail configuration at fault: will try again');
    else log.warn(line, 'mail postponed');
  };

  const send = async ([first, ...more]: Claimed): Promise<void> => {
    const mail =
      more.length === 0
        ? composeMail(first, options.mailFrom, options.mailTo)
        : composeBundle([first, ...more], options.mailFrom, options.mailTo);
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

  const deliver = async (claimed: Claimed): Promise<void> => {
    try {
      await send(claimed);
    } catch (error) {
      await fault(claimed, error);
      return;
    }
    const references = claimed.map(({ reference }) => reference);
    await record(claimed, () => store.delivered(references, Date.now()));
    for (const { reference, attempts } of claimed) log.info({ reference, attempts }, 'mail delivered');
  };

  // The store could not be read or written: what was sent may be sent again, nothing is lost.
  const interrupted = (error: unknown): void => log.error({ err: error }, 'delivery interrupted');

  const underWay = new Set<Promise<void>>();
  const fillPlaces = async (): Promise<void> => {
    while (underWay.size < places && !stopped()) {
      const most = options.isBundling() ? mostBundled : 1;
      const claimed = await store.claim(Date.now(), longestSending + leaseReserve, most);
      if (!isSome(claimed)) return;
      const ended: Promise<void> = deliver(claimed)
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
}
