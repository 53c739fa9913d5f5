import type { Config } from '../config/config.ts';
import { configurationFault, type MailKind, type NextState, type TakenMail } from '../outbox/mails.ts';
import { mailKinds } from './mailKinds.ts';
import { retryDelay } from './retryDelay.ts';
import { adviceFor, classifyFault } from './smtpFault.ts';

/**
 * `misconfigured`: postponed because our configuration is wrong. `bounced`: sent, and returned later.
 */
export const mailOutcomes = ['sent', 'postponed', 'misconfigured', 'refused', 'given_up', 'bounced'] as const;

/** The outcome of sending one mail, for the log, the alarms and the metrics. */
export type MailOutcome = {
  readonly kind: MailKind;
  readonly outcome: (typeof mailOutcomes)[number];
  readonly error?: unknown;
  /** Why the mail's text was refused. Set if a mail without the text was sent. */
  readonly textError?: unknown;
  /** What the operator can do, if the cause is known. */
  readonly advice?: string | undefined;
  readonly nextAttemptAt?: string;
};

export type SendResult =
  /** A mail was sent. `textError`: why the mail's text was refused. Set if a mail without the text was sent. */
  | { readonly textError: unknown }
  | { readonly error: unknown }
  /** The mail was too old to be tried. */
  | { readonly tooLate: true };

export type RetrySettings = Pick<Config['mail']['settings'], 'mailRetryMilliseconds' | 'mailGiveUpMilliseconds'>;

/** Whether the mail is so old that nobody wants it any more. `now`: milliseconds since 1970 on the store's clock. */
export function isTooLate({ kind, pendingSince }: TakenMail, now: number): boolean {
  return now - pendingSince >= (mailKinds[kind].giveUpAge ?? Number.POSITIVE_INFINITY);
}

/** The outcome and next state of a mail after an attempt to send it. `now`: milliseconds since 1970 on the store's clock. */
export function outcomeOf(
  { kind, attempts, pendingSince }: TakenMail,
  result: SendResult,
  settings: RetrySettings,
  now: number,
  random = Math.random(),
): MailOutcome & NextState {
  if ('tooLate' in result) return { kind, outcome: 'given_up', state: 'failed', reason: 'too late' };
  if ('textError' in result) {
    const { textError } = result;
    return textError === undefined
      ? { kind, outcome: 'sent', state: 'sent' }
      : { kind, outcome: 'sent', state: 'sent', textError, reason: (textError as Error).message };
  }
  const { error } = result;
  const fault = classifyFault(error);
  const advice = fault === 'alarm' ? adviceFor(error) : undefined;
  const { message } = error as Error;
  const reason = advice ? `${advice} (${message})` : message;
  if (fault === 'refused') return { kind, outcome: 'refused', state: 'failed', error, reason };
  const { giveUpAge = settings.mailGiveUpMilliseconds } = mailKinds[kind];
  if (now - pendingSince >= giveUpAge) return { kind, outcome: 'given_up', state: 'failed', error, advice, reason };
  const isOurs = fault === 'alarm';
  const delay = Math.round(retryDelay(attempts, settings.mailRetryMilliseconds, random));
  const outcome = isOurs ? 'misconfigured' : 'postponed';
  const nextAttemptAt = new Date(now + delay).toISOString();
  const cause = isOurs ? `${configurationFault}${reason}` : reason;
  return { kind, outcome, state: 'pending', delay, error, advice, reason: cause, nextAttemptAt };
}
