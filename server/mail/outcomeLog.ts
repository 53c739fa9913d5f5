import type { Logger } from 'pino';
import { logEvents } from '../lib/logEvents.ts';
import type { FoundMail } from '../outbox/mailbox.ts';
import type { TakenMail } from '../outbox/mails.ts';
import type { MailOutcome } from './outcome.ts';
import { faultFields } from './smtpFault.ts';

function logConfirmation(log: Logger, claim: TakenMail, outcome: MailOutcome['outcome'], fields: object): void {
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
  claim: TakenMail,
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
