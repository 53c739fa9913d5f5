import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { deadlines } from '../lib/deadlines.ts';
import type { MailKind, Mails, NextState, TakenMail } from '../outbox/mails.ts';
import type { Mail } from './mail.ts';
import { mailKinds } from './mailKinds.ts';
import { type MailServerHealth, watchMailServer } from './mailServerHealth.ts';
import { isTooLate, logOutcome, type MailOutcome, outcomeOf, type SendResult } from './outcome.ts';
import { isTextRefused } from './smtpFault.ts';
import type { SendMail } from './transport.ts';

export type MailWorkerOptions = {
  readonly mails: Mails;
  readonly transport: SendMail;
  readonly settings: Config['mail']['settings'];
  readonly log: Logger;
  /** Called after each outcome is recorded. */
  readonly onOutcome?: (outcome: MailOutcome) => void;
  /** In milliseconds. After this time the sending of a mail is aborted. `deadlines` has the default. */
  readonly sendTimeout?: number;
  /** Milliseconds between two looks at the store if nothing calls `wake`. `deadlines` has the default. */
  readonly pollInterval?: number;
};

/** A mail that is being sent. `ended` resolves after the attempt to record its outcome. Up to then, the mail's lease is renewed. */
type Sending = { readonly kind: MailKind; readonly ended: Promise<void> };

type Work = MailWorkerOptions & {
  /** The id of this process among all processes that send mail. */
  readonly owner: string;
  /** The mails that are being sent, by Message-ID. */
  readonly sending: Map<string, Sending>;
  readonly health: MailServerHealth;
  /** `stopping` is aborted when no more mail may be taken. `aborting` is aborted when the mails that are being sent must end. */
  readonly stopping: AbortController;
  readonly aborting: AbortController;
  /** Called with an error when the store fails, and without an error when the store works. */
  readonly noteStore: (error?: unknown) => void;
};

const recordRetryDelay = 2 * 1000;
/** In milliseconds. Without this shortest wait, the worker would look endlessly for a due mail that another process has locked. */
const minWait = 100;
const { lease, recording } = deadlines.mail;

function hasRoom({ stopping, health, sending }: Work, kind: MailKind): boolean {
  if (stopping.signal.aborted || !health.isReady()) return false;
  const underWay = [...sending.values()].filter((each) => each.kind === kind);
  return underWay.length < mailKinds[kind].atOnce;
}

/** Starts to send due mails, as many as may be sent at once. Resolves with the milliseconds until the next mail is due. */
async function sendDue(work: Work, onEnded: () => void): Promise<number> {
  const { mails, owner, sending, settings } = work;
  const kinds = settings.mailConfirm ? (['notice', 'confirmation'] as const) : (['notice'] as const);
  let wait = Number.POSITIVE_INFINITY;
  for (const kind of kinds) {
    while (hasRoom(work, kind)) {
      const mail = await mails.takeNext({
        kind,
        owner,
        lease,
        except: [...sending.keys()],
        caps: settings.mailConfirmCaps,
      });
      if (!mail) break;
      start(work, mail, onEnded);
    }
    const due = hasRoom(work, kind) ? await mails.nextDue(kind, [...sending.keys()]) : undefined;
    if (due !== undefined) wait = Math.min(wait, Math.max(due, minWait));
  }
  return wait;
}

function start(work: Work, mail: TakenMail, onEnded: () => void): void {
  const { sending, noteStore } = work;
  const ended = deliver(work, mail)
    .catch(noteStore)
    .then(() => {
      sending.delete(mail.messageId);
      setImmediate(onEnded);
    });
  sending.set(mail.messageId, { kind: mail.kind, ended });
}

/** Sends a mail and records the outcome. Rejects when the store fails. */
async function deliver(work: Work, mail: TakenMail): Promise<void> {
  const { mails, settings, health, log, onOutcome } = work;
  const takenAt = performance.now();
  /** Milliseconds since 1970 on the store's clock. */
  const now = () => mail.leaseUntil - lease + performance.now() - takenAt;
  const result: SendResult = isTooLate(mail, now()) ? { tooLate: true } : await send(work, mail);
  const outcome = outcomeOf(mail, result, settings, now());
  await recordPatiently(work, mail, outcome);
  logOutcome(log, mail, outcome);
  onOutcome?.(outcome);
  if (outcome.state === 'sent' && health.shouldTryAll()) await mails.makeWaitingDue();
}

/** Sends a mail. If the mail server refuses its text, sends the mail that `composeInstead` makes. */
async function send({ transport, settings, health, ...work }: Work, mail: TakenMail): Promise<SendResult> {
  const { compose, composeInstead } = mailKinds[mail.kind];
  const { sendTimeout = deadlines.mail.sending, aborting } = work;
  const attempt = (composed: Mail): Promise<unknown> =>
    transport.send(composed, AbortSignal.any([aborting.signal, AbortSignal.timeout(sendTimeout)]));
  health.begin();
  try {
    let textError: unknown;
    await attempt(compose(mail, settings)).catch((error: unknown) => {
      if (!composeInstead || !isTextRefused(error)) throw error;
      textError = error;
      // If this second mail cannot be sent now, the next attempt begins with the original mail again.
      return attempt(composeInstead(mail, settings));
    });
    health.note();
    return { textError };
  } catch (error) {
    health.note(error);
    return { error };
  }
}

/** Records an outcome. If the store fails, tries again for a minute: without the record, the mail would be sent a second time. */
async function recordPatiently({ mails, stopping, log }: Work, mail: TakenMail, outcome: NextState) {
  const end = performance.now() + recording;
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await mails.record(mail, outcome);
    } catch (error) {
      if (stopping.signal.aborted || performance.now() + recordRetryDelay >= end) throw error;
      if (!isLogged) log.warn({ err: error }, 'outcome of a mail not recorded: will try again');
      await sleep(recordRetryDelay, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
}

/** Logs when the store begins to fail, and when the store works again. */
function watchStore(log: Logger, stopping: AbortSignal): (error?: unknown) => void {
  let isInterrupted = false;
  return (error) => {
    if (error !== undefined && !isInterrupted && !stopping.aborted)
      log.warn({ err: error }, 'mail not sent: store fails');
    if (error === undefined && isInterrupted) log.info('store works again: mail is sent');
    isInterrupted = error !== undefined;
  };
}

export type MailWorker = ReturnType<typeof startMailWorker>;

/** Sends due mails: after each call of `wake`, and at intervals. */
export function startMailWorker(options: MailWorkerOptions) {
  const { mails, settings, log, pollInterval = deadlines.mail.poll } = options;
  const owner = randomUUID();
  const sending: Work['sending'] = new Map();
  const health = watchMailServer(settings.mailRetryMilliseconds);
  const [stopping, aborting] = [new AbortController(), new AbortController()];
  const noteStore = watchStore(log, stopping.signal);
  const work = { ...options, owner, sending, health, stopping, aborting, noteStore };
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isWokenAgain = false;

  const wake = (): void => {
    isWokenAgain = true;
    if (looking || stopping.signal.aborted) return;
    clearTimeout(timer);
    const pause = health.pause();
    if (pause > 0) timer = setTimeout(wake, pause);
    else looking = look();
  };
  const look = async (): Promise<void> => {
    let wait = pollInterval;
    try {
      do {
        isWokenAgain = false;
        wait = Math.min(await sendDue(work, wake), pollInterval);
      } while (isWokenAgain && !stopping.signal.aborted && health.pause() === 0);
      noteStore();
    } catch (error) {
      noteStore(error);
      // `wake` was called meanwhile, so the store may work again: look again soon.
      if (isWokenAgain) wait = recordRetryDelay;
    }
    looking = undefined;
    if (!stopping.signal.aborted) timer = setTimeout(wake, health.pause() || wait);
  };

  const renewal = setInterval(() => {
    if (sending.size > 0) mails.renew([...sending.keys()], owner, lease).catch(noteStore);
  }, lease / 3).unref();
  wake();
  return {
    /** Looks for due mail now. */
    wake,
    /** Takes no more mail. Resolves when no mail is being sent any more. After the timeout, aborts the sending of mails. */
    stop: async (timeoutMilliseconds: number): Promise<void> => {
      stopping.abort();
      clearTimeout(timer);
      const timeout = setTimeout(() => aborting.abort(), timeoutMilliseconds);
      // The outcomes of aborted mails have a second to be recorded, no longer: a store that hangs must not keep the process alive.
      const giveUp = sleep(timeoutMilliseconds + deadlines.stop.record, undefined, { ref: false });
      const allEnded = () => Promise.all([...sending.values()].map(({ ended }) => ended));
      await Promise.race([Promise.resolve(looking).then(allEnded), giveUp]);
      clearTimeout(timeout);
      clearInterval(renewal);
    },
  };
}
