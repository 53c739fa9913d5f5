import type { Logger } from 'pino';
import { logEvents } from '../lib/logEvents.ts';
import type { Store, Submission } from '../outbox/store.ts';
import { composeDigest, maxDigestSize } from './digest.ts';
import { composeMail, composeNotice, type Mail } from './mail.ts';
import { type MailLoop, mailLoop } from './mailLoop.ts';
import { retryDelay } from './retryDelay.ts';
import { adviceFor, classifyFault, faultFields, isTextRefused } from './smtpFault.ts';
import type { SendMail } from './transport.ts';

/** `misconfigured`: postponed, and our configuration is at fault. `split`: a digest was refused, each leaves by itself. */
export const deliveryOutcomes = ['delivered', 'postponed', 'misconfigured', 'split', 'refused', 'given_up'] as const;

/** The recorded outcome of sending one mail. */
export type DeliveryOutcome = {
  readonly outcome: (typeof deliveryOutcomes)[number];
  /** The number of submissions with this outcome. */
  readonly submissions: number;
  /** What the operator can do, where the cause is known. */
  readonly advice?: string | undefined;
};

export type DeliveryOptions = {
  readonly store: Store;
  readonly transport: SendMail;
  readonly log: Logger;
  readonly mailFrom: string;
  readonly mailTo: string;
  /** The first wait after a failed delivery. */
  readonly mailRetryMilliseconds: number;
  /** The age at which an undelivered submission becomes `failed`. */
  readonly mailGiveUpMilliseconds: number;
  /** Whether mail about flagged submissions leaves in digests. */
  readonly isSendingDigests: () => boolean;
  /** Milliseconds after which the sending of one mail is aborted; `deadlines` has the default. */
  readonly sendTimeout?: number;
  /** Milliseconds between two looks at the store without a wake; `deadlines` has the default. */
  readonly pollInterval?: number;
  /** Called after each outcome is recorded. */
  readonly onOutcome?: (outcome: DeliveryOutcome) => void;
};

export type Delivery = Pick<MailLoop<unknown>, 'wake' | 'stop'>;

const concurrency = 4;

/** The submissions of one mail. */
type Claimed = readonly [Submission, ...Submission[]];
function isSome(submissions: readonly Submission[]): submissions is Claimed {
  return submissions.length > 0;
}

/** The fields of a log line that name the submissions. */
function logFields([{ reference, attempts }, ...more]: Claimed) {
  return more.length === 0
    ? { reference, attempts }
    : { references: [reference, ...more.map((submission) => submission.reference)], attempts };
}

/** Starts the loop that sends due mail from the outbox. */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { store, transport, log } = options;
  const { wake, stop, send, record, storeTime } = mailLoop<Claimed>({
    ...options,
    concurrency,
    claim: async (lease) => {
      const claimed = await store.claim(lease, options.isSendingDigests() ? maxDigestSize : 1);
      return isSome(claimed) ? claimed : undefined;
    },
    leaseEnd: ([{ nextAttemptAt }]) => nextAttemptAt,
    nextDue: store.nextDue,
    deliver: (claimed) => deliver(claimed),
    onInterrupted: (error) => log.warn({ err: error }, 'delivery interrupted'),
    onResumed: () => log.info('delivery goes on'),
  });

  const report = ({ length }: Claimed, outcome: DeliveryOutcome['outcome'], advice?: string): void =>
    options.onOutcome?.({ outcome, submissions: length, advice });

  const fail = async (
    claimed: Claimed,
    outcome: 'refused' | 'given_up',
    reason: string,
    fields: object,
  ): Promise<void> => {
    await record(claimed, () => store.failed(claimed, reason));
    const line = { ...logFields(claimed), ...fields };
    if (outcome === 'refused') log.error({ event: logEvents.mailRefused, ...line }, 'mail refused: kept as failed');
    else log.error({ event: logEvents.mailGivenUp, ...line }, 'mail given up: kept as failed');
    report(claimed, outcome);
  };

  const handleFault = async (claimed: Claimed, error: unknown): Promise<void> => {
    const kind = classifyFault(error);
    const advice = kind === 'alarm' ? adviceFor(error) : undefined;
    const message = error instanceof Error ? error.message : String(error);
    const reason = advice ? `${advice} (${message})` : message;
    const fields = { ...faultFields(error), advice };
    if (kind === 'refused') {
      if (claimed.length === 1) return fail(claimed, 'refused', reason, fields);
      // One of them may be the cause: each leaves by itself.
      await record(claimed, () => store.split(claimed, reason));
      log.warn({ ...logFields(claimed), ...fields }, 'digest refused: one by one');
      report(claimed, 'split');
      return;
    }
    const now = storeTime();
    const isGivenUp = ({ receivedAt, retriedAt }: Submission) =>
      now - (retriedAt ?? receivedAt) >= options.mailGiveUpMilliseconds;
    const [givenUp, waiting] = [claimed.filter(isGivenUp), claimed.filter((submission) => !isGivenUp(submission))];
    if (isSome(givenUp)) await fail(givenUp, 'given_up', reason, fields);
    if (!isSome(waiting)) return;
    const delay = Math.round(retryDelay(waiting[0].attempts, options.mailRetryMilliseconds));
    await record(waiting, () => store.postponed(waiting, delay, reason));
    const line = { ...logFields(waiting), ...fields, nextAttemptAt: new Date(now + delay).toISOString() };
    if (kind === 'alarm') {
      log.warn({ event: logEvents.mailMisconfigured, ...line }, 'mail configuration at fault: will try again');
      report(waiting, 'misconfigured', advice);
    } else {
      log.warn({ event: logEvents.mailPostponed, ...line }, 'mail postponed');
      report(waiting, 'postponed', advice);
    }
  };

  const compose = ([first, ...more]: Claimed): Mail =>
    more.length === 0
      ? composeMail(first, options.mailFrom, options.mailTo)
      : composeDigest([first, ...more], options.mailFrom, options.mailTo);

  /** The operator may have erased submissions while their mail was under way. */
  const takeBack = async (mail: Mail, claimed: Claimed, erased: readonly string[]): Promise<void> => {
    await transport.takeBack?.(mail);
    const others = claimed.filter(({ reference }) => !erased.includes(reference));
    if (transport.takeBack && isSome(others)) await send(compose(others));
  };

  /**
   * Sends the mail of a claim. If its text is refused, a notice without it leaves: else a visitor's text could raise an
   * alarm. Where the notice has to wait, the next attempt begins with the mail again. Resolves with what was sent.
   */
  const sendMail = async (claimed: Claimed): Promise<{ readonly mail: Mail; readonly error?: string }> => {
    const mail = compose(claimed);
    try {
      await send(mail);
      return { mail };
    } catch (error) {
      if (claimed.length > 1 || !isTextRefused(error)) throw error;
      const notice = composeNotice(claimed[0], options.mailFrom, options.mailTo);
      await send(notice);
      log.warn({ ...logFields(claimed), ...faultFields(error) }, 'mail refused: sent a notice without its text');
      return { mail: notice, error: error instanceof Error ? error.message : String(error) };
    }
  };

  const deliver = async (claimed: Claimed): Promise<void> => {
    const sent = await sendMail(claimed).catch(async (error: unknown) => {
      await handleFault(claimed, error);
    });
    if (!sent) return;
    const { mail, error } = sent;
    const references = claimed.map(({ reference }) => reference);
    let erased: readonly string[] = [];
    await record(claimed, async () => {
      erased = await store.delivered(references, error);
    });
    for (const { reference, attempts } of claimed)
      log.info({ event: logEvents.mailDelivered, reference, attempts }, 'mail delivered');
    report(claimed, 'delivered');
    if (erased.length > 0) await takeBack(mail, claimed, erased);
  };

  wake();
  return { wake, stop };
}
