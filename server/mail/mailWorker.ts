import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { deadlines } from '../lib/deadlines.ts';
import type { MailKind, Mails, NextState, TakenMail } from '../outbox/mails.ts';
import { watchMailServer } from './mailServerHealth.ts';
import { isTooLate, logOutcome, type MailOutcome, mailKinds, outcomeOf, type SendResult } from './outcome.ts';
import { isTextRefused } from './smtpFault.ts';
import type { SendMail } from './transport.ts';

export type MailWorkerOptions = {
  readonly mails: Mails;
  readonly transport: SendMail;
  readonly settings: Config['mail']['settings'];
  readonly log: Logger;
  /** Called after each outcome is recorded. */
  readonly onOutcome?: (outcome: MailOutcome) => void;
};

const recordRetryDelay = 2 * 1000;
/** In milliseconds. Without this shortest wait, the worker would look endlessly for a due mail that another process has locked. */
const minWait = 100;
const { lease, recording } = deadlines.mail;

/** Sends due mails: after each call of `wake`, and at intervals. */
export class MailWorker {
  readonly #options: MailWorkerOptions;
  readonly #health: ReturnType<typeof watchMailServer>;
  readonly #renewal: NodeJS.Timeout;
  /** The id of this process among all processes that send mail. */
  readonly #owner = randomUUID();
  /** The mails that are being sent, by Message-ID. `ended` resolves after the attempt to record the outcome. */
  readonly #sending = new Map<string, { readonly kind: MailKind; readonly ended: Promise<void> }>();
  /** Aborted when no more mail may be taken. */
  readonly #stopping = new AbortController();
  /** Aborted when the mails that are being sent must end. */
  readonly #aborting = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #isWokenAgain = false;
  #isStoreFailing = false;
  /** Whether confirmations may be left from a time when MAIL_CONFIRM was on. */
  #mustSkip: boolean;

  constructor(options: MailWorkerOptions) {
    this.#options = options;
    this.#health = watchMailServer(options.settings.mailRetryMilliseconds);
    this.#mustSkip = !options.settings.mailConfirm;
    this.#renewal = setInterval(() => {
      const ids = [...this.#sending.keys()];
      if (ids.length > 0) options.mails.renew(ids, this.#owner, lease).catch((error) => this.#logStoreState(error));
    }, lease / 3).unref();
  }

  /** Takes due mail now. */
  wake(): void {
    this.#isWokenAgain = true;
    if (this.#round || this.#stopping.signal.aborted) return;
    clearTimeout(this.#timer);
    const pause = this.#health.pause();
    if (pause > 0) this.#timer = setTimeout(() => this.wake(), pause);
    else this.#round = this.#runRound();
  }

  /** Takes no more mail. Resolves when no mail is being sent any more. After the timeout, aborts the sending of mails. */
  async stop(timeoutMilliseconds: number): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    const timeout = setTimeout(() => this.#aborting.abort(), timeoutMilliseconds);
    // The outcomes of aborted mails have a second to be recorded, no longer: a store that hangs must not keep the process alive.
    const giveUp = sleep(timeoutMilliseconds + deadlines.stop.record, undefined, { ref: false });
    const allEnded = () => Promise.all([...this.#sending.values()].map(({ ended }) => ended));
    await Promise.race([Promise.resolve(this.#round).then(allEnded), giveUp]);
    clearTimeout(timeout);
    clearInterval(this.#renewal);
  }

  async #runRound(): Promise<void> {
    let wait: number = deadlines.mail.poll;
    try {
      do {
        this.#isWokenAgain = false;
        wait = Math.min(await this.#sendDue(), deadlines.mail.poll);
      } while (this.#isWokenAgain && !this.#stopping.signal.aborted && this.#health.pause() === 0);
      this.#logStoreState();
    } catch (error) {
      this.#logStoreState(error);
      // `wake` was called meanwhile, so the store may work again: look again soon.
      if (this.#isWokenAgain) wait = recordRetryDelay;
    }
    this.#round = undefined;
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => this.wake(), this.#health.pause() || wait);
  }

  /** Logs when the store begins to fail, and when the store works again. `error`: why it fails; undefined: it works. */
  #logStoreState(error?: unknown): void {
    const { log } = this.#options;
    if (error !== undefined && !this.#isStoreFailing && !this.#stopping.signal.aborted)
      log.warn({ err: error }, 'mail not sent: store fails');
    if (error === undefined && this.#isStoreFailing) log.info('store works again: mail is sent');
    this.#isStoreFailing = error !== undefined;
  }

  #hasRoom(kind: MailKind): boolean {
    if (this.#stopping.signal.aborted || !this.#health.isReady()) return false;
    const underWay = [...this.#sending.values()].filter((each) => each.kind === kind);
    return underWay.length < mailKinds[kind].atOnce;
  }

  /** Starts to send due mails, as many as may be sent at once. Resolves with the milliseconds until the next one is due. */
  async #sendDue(): Promise<number> {
    const { mails, settings } = this.#options;
    if (this.#mustSkip) await mails.skipConfirmations('MAIL_CONFIRM is off');
    this.#mustSkip = false;
    const kinds = settings.mailConfirm ? (['notice', 'confirmation'] as const) : (['notice'] as const);
    const take = { owner: this.#owner, lease, caps: settings.mailConfirmCaps };
    let wait = Number.POSITIVE_INFINITY;
    for (const kind of kinds) {
      while (this.#hasRoom(kind)) {
        const mail = await mails.takeNext({ ...take, kind, except: [...this.#sending.keys()] });
        if (!mail) break;
        this.#start(mail);
      }
      const due = this.#hasRoom(kind) ? await mails.nextDue(kind, [...this.#sending.keys()]) : undefined;
      if (due !== undefined) wait = Math.min(wait, Math.max(due, minWait));
    }
    return wait;
  }

  #start(mail: TakenMail): void {
    const ended = this.#deliver(mail)
      .catch((error) => this.#logStoreState(error))
      .then(() => {
        this.#sending.delete(mail.messageId);
        setImmediate(() => this.wake());
      });
    this.#sending.set(mail.messageId, { kind: mail.kind, ended });
  }

  /** Sends a mail and records the outcome. Rejects when the store fails. */
  async #deliver(mail: TakenMail): Promise<void> {
    const { mails, settings, log, onOutcome } = this.#options;
    const takenAt = performance.now();
    /** Milliseconds since 1970 on the store's clock. */
    const now = () => mail.leaseUntil - lease + performance.now() - takenAt;
    const result: SendResult = isTooLate(mail, now()) ? { tooLate: true } : await this.#send(mail);
    const outcome = outcomeOf(mail, result, settings, now());
    await this.#recordPatiently(mail, outcome);
    logOutcome(log, mail, outcome);
    onOutcome?.(outcome);
    if (outcome.state === 'sent' && this.#health.shouldTryAll()) await mails.makeWaitingDue();
  }

  /** Sends a mail. If the mail server refuses its text, sends the mail that `composeInstead` makes. */
  async #send(mail: TakenMail): Promise<SendResult> {
    const { transport, settings } = this.#options;
    const { compose, composeInstead } = mailKinds[mail.kind];
    const attempt = (make: typeof compose): Promise<unknown> => {
      const ending = AbortSignal.any([this.#aborting.signal, AbortSignal.timeout(deadlines.mail.sending)]);
      return transport.send(make(mail, settings), ending);
    };
    this.#health.begin();
    try {
      let textError: unknown;
      await attempt(compose).catch((error: unknown) => {
        if (!composeInstead || !isTextRefused(error)) throw error;
        textError = error;
        // If this second mail cannot be sent now, the next attempt begins with the original mail again.
        return attempt(composeInstead);
      });
      this.#health.record();
      return { textError };
    } catch (error) {
      this.#health.record(error);
      return { error };
    }
  }

  /** Records an outcome. If the store fails, tries again for a minute: without the record, the mail would be sent a second time. */
  async #recordPatiently(mail: TakenMail, outcome: NextState): Promise<void> {
    const { mails, log } = this.#options;
    const { signal } = this.#stopping;
    const end = performance.now() + recording;
    for (let isLogged = false; ; isLogged = true) {
      try {
        return await mails.record(mail, outcome);
      } catch (error) {
        if (signal.aborted || performance.now() + recordRetryDelay >= end) throw error;
        if (!isLogged) log.warn({ err: error }, 'outcome of a mail not recorded: will try again');
        await sleep(recordRetryDelay, undefined, { signal }).catch(() => {});
      }
    }
  }
}

export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const worker = new MailWorker(options);
  worker.wake();
  return worker;
}
