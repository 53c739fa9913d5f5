import type { Level, Logger } from 'pino';
import { type LogEvent, logEvents } from '../lib/logEvents.ts';
import type { FoundMail } from '../outbox/mailbox.ts';
import type { MailKind, TakenMail } from '../outbox/mails.ts';
import type { MailOutcome } from './outcome.ts';
import { faultFields } from './smtpFault.ts';

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
    log.warn({ ...about, ...faultFields(textError) }, 'mail refused: sent a notice without its text');
  const fault = error === undefined ? {} : faultFields(error);
  const [level, message, event] = lines[kind][outcome.outcome];
  log[level]({ event, ...about, ...fault, advice, nextAttemptAt }, message);
}

/** Logs a bounce. `status` is a code of RFC 3463, such as `5.1.1`. The diagnostic text comes from strangers and is not logged. */
export function logBounce(log: Logger, { kind, reference }: FoundMail, status: string): void {
  const [level, message, event] = lines[kind].bounced;
  log[level]({ event, reference, status }, message);
}
