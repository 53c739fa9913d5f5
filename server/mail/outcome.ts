import type { Level, Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { type LogEvent, logEvents } from '../lib/logEvents.ts';
import { hour } from '../lib/times.ts';
import type { FoundMail } from '../outbox/mailbox.ts';
import type { MailKind, NextState, TakenMail } from '../outbox/mails.ts';
import { composeConfirmation } from './confirmation.ts';
import { retryDelay } from './mailServerHealth.ts';
import { composeNotification, composeTextlessNotification } from './notification.ts';
import { adviceFor, adviceForStep, classifyFault, faultFields, stepOf } from './smtpFault.ts';

type KindRules = {
  readonly compose: typeof composeNotification;
  /** Makes a mail without the visitor's text. If the mail server refuses the text, the operator gets this mail instead. */
  readonly composeInstead?: typeof composeTextlessNotification;
  /** In milliseconds. An older mail is not tried any more. Undefined: the first attempt after MAIL_GIVE_UP_HOURS is the last. */
  readonly giveUpAge?: number;
  /** How many mails of this kind are sent at once, so that one slow mail does not delay the others. */
  readonly atOnce: number;
};

export const mailKinds: Readonly<Record<MailKind, KindRules>> = {
  notice: { compose: composeNotification, composeInstead: composeTextlessNotification, atOnce: 4 },
  // After six hours, nobody wants a confirmation any more.
  confirmation: { compose: composeConfirmation, giveUpAge: 6 * hour, atOnce: 2 },
};

/** A `postponed` mail will be tried again. So will a `misconfigured` one: our settings are wrong. A `bounced` mail came back. */
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
  /** A mail was sent. `textError`: why the text of the original mail was refused; undefined: the original mail was sent. */
  | { readonly textError: unknown }
  | { readonly error: unknown }
  /** The mail was too old (`isTooLate`), so it was not tried. */
  | { readonly tooLate: true };

/** Whether a mail is older than the `giveUpAge` of its kind. `now`: milliseconds since 1970 on the store's clock. */
export function isTooLate({ kind, pendingSince }: TakenMail, now: number): boolean {
  return now - pendingSince >= (mailKinds[kind].giveUpAge ?? Number.POSITIVE_INFINITY);
}

/** The outcome and next state of a mail after an attempt to send it. `now`: milliseconds since 1970 on the store's clock. */
export function outcomeOf(
  { kind, attempts, pendingSince }: TakenMail,
  result: SendResult,
  settings: Pick<Config['mail']['settings'], 'mailRetryMilliseconds' | 'mailGiveUpMilliseconds'>,
  now: number,
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
  // A confirmation goes to a visitor: the advice about the recipient is about MAIL_TO.
  const advice =
    kind === 'notice' && fault === 'refused' ? adviceForStep(stepOf(error, 'message'), error) : adviceFor(error);
  const { message } = error as Error;
  // The server's own words come first, because the advice may be about another cause.
  const failure = { kind, error, advice, reason: advice ? `${message} - ${advice}` : message };
  if (fault === 'refused') return { ...failure, outcome: 'refused', state: 'failed' };
  const { giveUpAge = settings.mailGiveUpMilliseconds } = mailKinds[kind];
  if (now - pendingSince >= giveUpAge) return { ...failure, outcome: 'given_up', state: 'failed' };
  const delay = Math.round(retryDelay(attempts, settings.mailRetryMilliseconds));
  const retry = { ...failure, state: 'pending', delay, nextAttemptAt: new Date(now + delay).toISOString() } as const;
  return fault === 'alarm'
    ? { ...retry, outcome: 'misconfigured', fault: 'configuration' }
    : { ...retry, outcome: 'postponed' };
}

type Line = readonly [level: Level, message: string, event?: LogEvent];

const lines: Readonly<Record<MailKind, Readonly<Record<MailOutcome['outcome'], Line>>>> = {
  notice: {
    sent: ['info', 'mail delivered', logEvents.mailDelivered],
    postponed: ['warn', 'mail postponed', logEvents.mailPostponed],
    misconfigured: ['warn', 'mail configuration at fault: will try again', logEvents.mailMisconfigured],
    refused: ['error', 'mail refused: kept as failed', logEvents.mailRefused],
    given_up: ['error', 'mail given up: kept as failed', logEvents.mailGivenUp],
    bounced: ['error', 'mail bounced: kept as failed', logEvents.mailBounced],
  },
  confirmation: {
    sent: ['info', 'confirmation sent'],
    postponed: ['info', 'confirmation postponed'],
    misconfigured: ['info', 'confirmation postponed'],
    refused: ['warn', 'confirmation refused'],
    given_up: ['warn', 'confirmation given up'],
    bounced: ['warn', 'confirmation bounced'],
  },
};

/** Logs an outcome. The lines leave out the mail server's text, which may quote the mail. */
export function logOutcome(log: Logger, { kind, attempts, submission }: TakenMail, outcome: MailOutcome): void {
  const { error, textError, advice, nextAttemptAt } = outcome;
  const about = { reference: submission.reference, attempts };
  if (textError !== undefined)
    log.warn({ ...about, ...faultFields(textError) }, 'mail refused: sent a notification without its text');
  const [level, message, event] = lines[kind][outcome.outcome];
  log[level]({ event, ...about, ...(error !== undefined && faultFields(error)), advice, nextAttemptAt }, message);
}

/** Logs a bounce. `status` is a code of RFC 3463, such as `5.1.1`. The diagnostic text comes from strangers and is not logged. */
export function logBounce(log: Logger, { kind, reference }: FoundMail, status: string): void {
  const [level, message, event] = lines[kind].bounced;
  log[level]({ event, reference, status }, message);
}
