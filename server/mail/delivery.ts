import type { Logger } from 'pino';
import type { Claim, Outcome } from '../outbox/store.ts';
import type { Mail, MailAddresses } from './mail.ts';
import { logOutcome, type MailOutcome } from './mailOutcome.ts';
import { policies } from './policies.ts';
import { retryDelay } from './retries.ts';
import { adviceFor, classifyFault, isTextRefused } from './smtpFault.ts';
import type { SendMail } from './transport.ts';

export type DeliveryOptions = MailAddresses & {
  readonly transport: SendMail;
  readonly log: Logger;
  /** The first wait after a failed attempt. */
  readonly mailRetryMilliseconds: number;
  /** The age at which an undelivered notice or digest becomes `failed`. */
  readonly mailGiveUpMilliseconds: number;
  /** Called after each outcome is recorded. */
  readonly onOutcome?: ((outcome: MailOutcome) => void) | undefined;
};

/** What is under way with one mail. */
export type Delivery = DeliveryOptions & {
  readonly claim: Claim;
  /** Rejects with the transport's error, also after a timeout. */
  readonly send: (mail: Mail) => Promise<void>;
  /** Told of each attempt's error; undefined: the mail server has accepted the mail. */
  readonly noteServer: (error?: unknown) => void;
  /** Records an outcome, with retries while the store fails: without its record the mail would leave again. */
  readonly record: (outcome: Outcome) => Promise<boolean>;
  /** Milliseconds since 1970 by the store's clock. */
  readonly storeTime: () => number;
};

/** What an attempt to send has come to. `mail`: what left. */
type Attempt = {
  readonly mail?: Mail;
  readonly outcome: Outcome;
  readonly said: Omit<MailOutcome, 'kind'>;
};

/** Sends the mail of a claim, or what leaves in its place. */
async function attempt({ claim, send, ...options }: Delivery): Promise<Attempt> {
  const { compose, composeInstead } = policies[claim.kind];
  const mail = compose(claim, options);
  try {
    await send(mail);
    return { mail, outcome: { state: 'sent' }, said: { outcome: 'sent' } };
  } catch (error) {
    if (!composeInstead || !isTextRefused(error)) throw error;
    // Where this has to wait, the next attempt begins with the mail again.
    const instead = composeInstead(claim, options);
    await send(instead);
    return {
      mail: instead,
      outcome: { state: 'sent', error: messageOf(error) },
      said: { outcome: 'sent', textError: error },
    };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What becomes of a mail that could not be sent. */
function failed({ claim, storeTime, ...options }: Delivery, error: unknown): Attempt {
  const { giveUpAge = options.mailGiveUpMilliseconds } = policies[claim.kind];
  const fault = classifyFault(error);
  const advice = fault === 'alarm' ? adviceFor(error) : undefined;
  const reason = advice ? `${advice} (${messageOf(error)})` : messageOf(error);
  if (fault === 'refused') return { outcome: { state: 'failed', error: reason }, said: { outcome: 'refused', error } };
  if (storeTime() - claim.pendingSince >= giveUpAge)
    return { outcome: { state: 'failed', error: reason }, said: { outcome: 'given_up', error, advice } };
  const delay = Math.round(retryDelay(claim.attempts, options.mailRetryMilliseconds));
  return {
    outcome: { state: 'pending', delay, error: reason },
    said: {
      outcome: fault === 'alarm' ? 'misconfigured' : 'postponed',
      error,
      advice,
      nextAttemptAt: new Date(storeTime() + delay).toISOString(),
    },
  };
}

/** Sends the mail of a claim and records what has become of it. Rejects when the store fails. */
export async function deliver(delivery: Delivery): Promise<void> {
  const { claim, log, onOutcome, record, noteServer } = delivery;
  const { giveUpAge = Number.POSITIVE_INFINITY } = policies[claim.kind];
  let done: Attempt;
  // No server has sent mail for a while.
  if (delivery.storeTime() - claim.pendingSince >= giveUpAge)
    done = { outcome: { state: 'failed', error: 'too late' }, said: { outcome: 'given_up' } };
  else
    try {
      done = await attempt(delivery);
      noteServer();
    } catch (error) {
      noteServer(error);
      done = failed(delivery, error);
    }
  const isErased = await record(done.outcome);
  const outcome = { ...done.said, kind: claim.kind };
  logOutcome(log, claim, outcome);
  onOutcome?.(outcome);
  // The operator may have erased the submission while its mail was under way.
  if (done.mail && isErased) await delivery.transport.takeBack?.(done.mail);
}
