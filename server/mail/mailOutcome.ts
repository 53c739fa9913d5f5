import type { Logger } from 'pino';
import { logEvents } from '../lib/logEvents.ts';
import type { Claim, FoundMail, MailKind } from '../outbox/store.ts';
import { faultFields } from './smtpFault.ts';

/**
 * `misconfigured`: postponed, and our configuration is at fault. `split`: each submission of a digest gets a notice. `bounced`:
 * it was sent, and came back.
 */
export const mailOutcomes = ['sent', 'postponed', 'misconfigured', 'split', 'refused', 'given_up', 'bounced'] as const;

/** The recorded outcome of sending one mail. */
export type MailOutcome = {
  readonly kind: MailKind;
  readonly outcome: (typeof mailOutcomes)[number];
  /** How many submissions the mail speaks of. */
  readonly submissions: number;
  readonly error?: unknown;
  /** Why the mail's text was refused, where one without it left. */
  readonly textError?: unknown;
  /** What the operator can do, where the cause is known. */
  readonly advice?: string | undefined;
  readonly nextAttemptAt?: string;
};

/** The fields of a log line that name the submissions. */
export function referenceFields(references: readonly string[]) {
  return references.length === 1 ? { reference: references[0] } : { references };
}

function logConfirmation(log: Logger, claim: Claim, outcome: MailOutcome['outcome'], fields: object): void {
  const { reference, attempts } = { ...claim, reference: claim.submissions[0].reference };
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
  const references = claim.submissions.map(({ reference }) => reference);
  const line = { ...referenceFields(references), attempts: claim.attempts, ...fields, advice };
  if (outcome === 'sent') {
    if (textError !== undefined)
      log.warn({ ...line, ...faultFields(textError) }, 'mail refused: sent a notice without its text');
    for (const { reference } of claim.submissions)
      log.info({ event: logEvents.mailDelivered, reference, attempts: claim.attempts }, 'mail delivered');
  } else if (outcome === 'postponed')
    log.warn({ event: logEvents.mailPostponed, ...line, nextAttemptAt }, 'mail postponed');
  else if (outcome === 'misconfigured')
    log.warn(
      { event: logEvents.mailMisconfigured, ...line, nextAttemptAt },
      'mail configuration at fault: will try again',
    );
  else if (outcome === 'split') log.warn(line, 'digest refused: one by one');
  else if (outcome === 'refused') log.error({ event: logEvents.mailRefused, ...line }, 'mail refused: kept as failed');
  else log.error({ event: logEvents.mailGivenUp, ...line }, 'mail given up: kept as failed');
}

/** Logs a bounce. `status`: of RFC 3463, such as `5.1.1`; the diagnostic text is a stranger's and stays out of the log. */
export function logBounce(log: Logger, { kind, references }: FoundMail, status: string): void {
  const fields = { ...referenceFields(references), status };
  if (kind === 'confirmation') log.warn(fields, 'confirmation bounced');
  else log.error({ event: logEvents.mailBounced, ...fields }, 'mail bounced: kept as failed');
}
