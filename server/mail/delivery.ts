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

type Delivering = DeliveryOptions & Pick<MailLoop<Claimed>, 'send' | 'record' | 'storeTime'>;

function report({ onOutcome }: Delivering, { length }: Claimed, outcome: DeliveryOutcome['outcome'], advice?: string) {
  onOutcome?.({ outcome, submissions: length, advice });
}

async function fail(
  delivering: Delivering,
  claimed: Claimed,
  outcome: 'refused' | 'given_up',
  reason: string,
  fields: object,
): Promise<void> {
  const { log, store } = delivering;
  await delivering.record(claimed, () => store.failed(claimed, reason));
  const line = { ...logFields(claimed), ...fields };
  if (outcome === 'refused') log.error({ event: logEvents.mailRefused, ...line }, 'mail refused: kept as failed');
  else log.error({ event: logEvents.mailGivenUp, ...line }, 'mail given up: kept as failed');
  report(delivering, claimed, outcome);
}

/** One submission of a digest may be the cause of its refusal: each leaves by itself. */
async function split(delivering: Delivering, claimed: Claimed, reason: string, fields: object): Promise<void> {
  await delivering.record(claimed, () => delivering.store.split(claimed, reason));
  delivering.log.warn({ ...logFields(claimed), ...fields }, 'digest refused: one by one');
  report(delivering, claimed, 'split');
}

async function postpone(
  delivering: Delivering,
  waiting: Claimed,
  reason: string,
  fields: object,
  fault: { readonly isOurs: boolean; readonly advice: string | undefined },
): Promise<void> {
  const { log, store } = delivering;
  const delay = Math.round(retryDelay(waiting[0].attempts, delivering.mailRetryMilliseconds));
  const nextAttemptAt = new Date(delivering.storeTime() + delay).toISOString();
  await delivering.record(waiting, () => store.postponed(waiting, delay, reason));
  const line = { ...logFields(waiting), ...fields, nextAttemptAt };
  if (fault.isOurs) {
    log.warn({ event: logEvents.mailMisconfigured, ...line }, 'mail configuration at fault: will try again');
    report(delivering, waiting, 'misconfigured', fault.advice);
  } else {
    log.warn({ event: logEvents.mailPostponed, ...line }, 'mail postponed');
    report(delivering, waiting, 'postponed', fault.advice);
  }
}

async function handleFault(delivering: Delivering, claimed: Claimed, error: unknown): Promise<void> {
  const kind = classifyFault(error);
  const advice = kind === 'alarm' ? adviceFor(error) : undefined;
  const message = error instanceof Error ? error.message : String(error);
  const reason = advice ? `${advice} (${message})` : message;
  const fields = { ...faultFields(error), advice };
  if (kind === 'refused')
    return claimed.length === 1
      ? fail(delivering, claimed, 'refused', reason, fields)
      : split(delivering, claimed, reason, fields);
  const now = delivering.storeTime();
  const isGivenUp = ({ receivedAt, retriedAt }: Submission) =>
    now - (retriedAt ?? receivedAt) >= delivering.mailGiveUpMilliseconds;
  const [givenUp, waiting] = [claimed.filter(isGivenUp), claimed.filter((submission) => !isGivenUp(submission))];
  if (isSome(givenUp)) await fail(delivering, givenUp, 'given_up', reason, fields);
  if (isSome(waiting)) await postpone(delivering, waiting, reason, fields, { isOurs: kind === 'alarm', advice });
}

function compose([first, ...more]: Claimed, { mailFrom, mailTo }: DeliveryOptions): Mail {
  return more.length === 0 ? composeMail(first, mailFrom, mailTo) : composeDigest([first, ...more], mailFrom, mailTo);
}

/** The operator may have erased submissions while their mail was under way. */
async function takeBack(
  delivering: Delivering,
  mail: Mail,
  claimed: Claimed,
  erased: readonly string[],
): Promise<void> {
  const { transport } = delivering;
  await transport.takeBack?.(mail);
  const others = claimed.filter(({ reference }) => !erased.includes(reference));
  if (transport.takeBack && isSome(others)) await delivering.send(compose(others, delivering));
}

/**
 * Sends the mail of a claim. If its text is refused, a notice without it leaves: else a visitor's text could raise an
 * alarm. Where the notice has to wait, the next attempt begins with the mail again. Resolves with what was sent.
 */
async function sendMail(
  delivering: Delivering,
  claimed: Claimed,
): Promise<{ readonly mail: Mail; readonly error?: string }> {
  const mail = compose(claimed, delivering);
  try {
    await delivering.send(mail);
    return { mail };
  } catch (error) {
    if (claimed.length > 1 || !isTextRefused(error)) throw error;
    const notice = composeNotice(claimed[0], delivering.mailFrom, delivering.mailTo);
    await delivering.send(notice);
    const line = { ...logFields(claimed), ...faultFields(error) };
    delivering.log.warn(line, 'mail refused: sent a notice without its text');
    return { mail: notice, error: error instanceof Error ? error.message : String(error) };
  }
}

async function deliver(delivering: Delivering, claimed: Claimed): Promise<void> {
  const sent = await sendMail(delivering, claimed).catch(async (error: unknown) => {
    await handleFault(delivering, claimed, error);
  });
  if (!sent) return;
  const { mail, error } = sent;
  const references = claimed.map(({ reference }) => reference);
  let erased: readonly string[] = [];
  await delivering.record(claimed, async () => {
    erased = await delivering.store.delivered(references, error);
  });
  for (const { reference, attempts } of claimed)
    delivering.log.info({ event: logEvents.mailDelivered, reference, attempts }, 'mail delivered');
  report(delivering, claimed, 'delivered');
  if (erased.length > 0) await takeBack(delivering, mail, claimed, erased);
}

/** Starts the loop that sends due mail from the outbox. */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { store, log } = options;
  const loop: MailLoop<Claimed> = mailLoop({
    ...options,
    concurrency,
    claim: async (lease) => {
      const claimed = await store.claim(lease, options.isSendingDigests() ? maxDigestSize : 1);
      return isSome(claimed) ? claimed : undefined;
    },
    leaseEnd: ([{ nextAttemptAt }]) => nextAttemptAt,
    nextDue: store.nextDue,
    deliver: (claimed) => deliver({ ...options, ...loop }, claimed),
    onInterrupted: (error) => log.warn({ err: error }, 'delivery interrupted'),
    onResumed: () => log.info('delivery goes on'),
  });
  loop.wake();
  return { wake: loop.wake, stop: loop.stop };
}
