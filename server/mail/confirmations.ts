import type { Logger } from 'pino';
import {
  type ConfirmationCaps,
  type ConfirmationClaim,
  type ConfirmationStore,
  confirmationLimits,
} from '../outbox/store.ts';
import { composeConfirmation } from './confirmationMail.ts';
import { type MailLoop, mailLoop } from './mailLoop.ts';
import { retryDelay } from './retryDelay.ts';
import { classifyFault, faultFields } from './smtpFault.ts';
import type { SendMail } from './transport.ts';

export const confirmationOutcomes = ['sent', 'postponed', 'refused', 'given_up'] as const;

export type ConfirmationOutcome = (typeof confirmationOutcomes)[number];

export type ConfirmationOptions = {
  readonly store: ConfirmationStore;
  readonly transport: SendMail;
  readonly log: Logger;
  readonly mailFrom: string;
  /** Where answers go. */
  readonly mailTo: string;
  /** The first wait after a failed attempt. */
  readonly mailRetryMilliseconds: number;
  readonly mailConfirmCaps: ConfirmationCaps;
  /** Called after each outcome is recorded. */
  readonly onOutcome?: ((outcome: ConfirmationOutcome) => void) | undefined;
  /** For both, see `MailLoopOptions`. */
  readonly sendTimeout?: number;
  readonly pollInterval?: number;
};

/** Fewer than the mails about submissions, which matter more. */
const concurrency = 2;
/** Milliseconds after which nobody wants a confirmation any more. */
const { giveUpAge } = confirmationLimits;

/** Starts the loop that sends confirmations to the senders of submissions, beside their delivery and independent of it. */
export function startConfirmations(options: ConfirmationOptions): Pick<MailLoop<unknown>, 'wake' | 'stop'> {
  const { store, transport, log } = options;
  const { wake, stop, send, record, storeTime } = mailLoop<ConfirmationClaim>({
    ...options,
    concurrency,
    claim: (lease) => store.claimConfirmation(lease, options.mailConfirmCaps),
    leaseEnd: ({ confirmationAt }) => confirmationAt,
    nextDue: store.nextConfirmationDue,
    deliver: (claim) => deliver(claim),
    onInterrupted: (error) => log.warn({ err: error }, 'confirmations interrupted'),
    onResumed: () => log.info('confirmations go on'),
  });

  const report = (outcome: ConfirmationOutcome): void => options.onOutcome?.(outcome);

  const giveUp = async (claim: ConfirmationClaim, fields: object): Promise<void> => {
    await record(claim, () => store.confirmationFailed(claim));
    log.warn({ reference: claim.reference, ...fields }, 'confirmation given up');
    report('given_up');
  };

  const handleFault = async (claim: ConfirmationClaim, error: unknown): Promise<void> => {
    const { reference, confirmationAttempts: attempts } = claim;
    const fields = { attempts, ...faultFields(error) };
    if (classifyFault(error) === 'refused') {
      await record(claim, () => store.confirmationFailed(claim));
      log.warn({ reference, ...fields }, 'confirmation refused');
      report('refused');
      return;
    }
    const delay = Math.round(retryDelay(attempts, options.mailRetryMilliseconds));
    if (storeTime() + delay - claim.receivedAt >= giveUpAge) return giveUp(claim, fields);
    await record(claim, () => store.confirmationPostponed(claim, delay));
    log.info({ reference, ...fields }, 'confirmation postponed');
    report('postponed');
  };

  const deliver = async (claim: ConfirmationClaim): Promise<void> => {
    const { reference, receivedAt } = claim;
    // No server has sent confirmations for a while.
    if (storeTime() - receivedAt >= giveUpAge) return giveUp(claim, {});
    const mail = composeConfirmation(claim, options.mailFrom, options.mailTo);
    try {
      await send(mail);
    } catch (error) {
      await handleFault(claim, error);
      return;
    }
    let isThere = true;
    await record(claim, async () => {
      isThere = await store.confirmationSent(reference);
    });
    log.info({ reference }, 'confirmation sent');
    report('sent');
    // The operator may have erased the submission meanwhile.
    if (!isThere) await transport.takeBack?.(mail);
  };

  wake();
  return { wake, stop };
}
