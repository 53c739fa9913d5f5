import type { Logger } from 'pino';
import { logEvents } from '../lib/logEvents.ts';
import type { Claim, FoundMail, MailKind } from '../outbox/store.ts';
import { faultFields } from './smtpFault.ts';

/**
 * `misconfigured`: postponed, and our configuration is at fault. `bounced`: it was sent, and came back.
 */
export const mailOutcomes = ['sent', 'postponed', 'misconfigured', 'refused', 'given_up', 'bounced'] as const;

/** The recorded outcome of sending one mail. */
export type MailOutcome = {
  readonly kind: MailKind;
  readonly outcome: (typeof mailOutcomes)[number];
  readonly error?: unknown;
  /** Why the mail's text was refused, where one without it left. */
  readonly textError?: unknown;
  /** What the operator can do, where the cause is known. */
  readonly advice?: string | undefined;
  readonly nextAttemptAt?: string;
};

function logConfirmation(log: Logger, claim: Claim, outcome: MailOutcome['outcome'], fields: object): void {
  const {
    attempts,
    submission: { reference },
  } = claim;
  if (outcome === 'sent') log.info({ reference }, 'confirmation sent');
  else if (outcome === 'refused') log.warn({ reference, attempts, ...fields }, 'confirmation refused');
  else if (outcome === 'given_up') log.warn({ reference, attempts, ...fields }, 'confirmation given up');
  else log.info({ reference, attempts, ...fields }, 'confirmation postponed');
}

/** Logs an outcome. The lines leave out the mail server's text, which may quote the mail. */
export function logOutcome(
  log: Logger,
  claim: Claim,
  { outcome, error, textError, advice, nextAttemptAt }: MailOutcome,
): void {
  const fields = error === undefined ? {} : faultFields(error);
  if (claim.kind === 'confirmation') {
    logConfirmation(log, claim, outcome, fields);
    return;
  }
  const { reference } = claim.submission;
  const line = { reference, attempts: claim.attempts, ...fields, advice };
  if (outcome === 'sent') {
    if (textError !== undefined)
      log.warn({ ...line, ...faultFields(textError) }, 'mail refused: sent a notice without its text');
    log.info({ event: logEvents.mailDelivered, reference, attempts: claim.attempts }, 'mail delivered');
  } else if (outcome === 'postponed')
    log.warn({ event: logEvents.mailPostponed, ...line, nextAttemptAt }, 'mail postponed');
  else if (outcome === 'misconfigured')
    log.warn(
      { event: logEvents.mailMisconfigured, ...line, nextAttemptAt },
      'mail configuration at fault: will try again',
    );
  else if (outcome === 'refused') log.error({ event: logEvents.mailRefused, ...line }, 'mail refused: kept as failed');
  else log.error({ event: logEvents.mailGivenUp, ...line }, 'mail given up: kept as failed');
}

/** Logs a bounce. `status`: of RFC 3463, such as `5.1.1`; the diagnostic text is a stranger's and stays out of the log. */
export function logBounce(log: Logger, { kind, reference }: FoundMail, status: string): void {
  const fields = { reference, status };
  if (kind === 'confirmation') log.warn(fields, 'confirmation bounced');
  else log.error({ event: logEvents.mailBounced, ...fields }, 'mail bounced: kept as failed');
}
