import type { DatabaseSync } from 'node:sqlite';
import { isBeyondLimits, type Tried } from '../confirmationLimits.ts';
import { domainLength } from '../confirmationRecipient.ts';
import { type Row, toSubmission } from '../row.ts';
import { type ConfirmationCaps, type ConfirmationStore, confirmationLimits } from '../store.ts';
import { nextDueIn } from './nextDue.ts';
import { inTransaction } from './sqliteDatabase.ts';

const { hour, day, giveUpAge } = confirmationLimits;

/** The parts of the store that confirmations to senders need. */
export function confirmationsIn(database: DatabaseSync): ConfirmationStore {
  const unfinished = "confirmation IN ('waiting', 'sending')";
  const due = database.prepare(
    `SELECT reference, confirmation_attempts, confirmation_recipient FROM submissions
     WHERE ${unfinished} AND confirmation_at <= ? ORDER BY confirmation_at LIMIT 1`,
  );
  const countTried = database.prepare(
    `SELECT count(*) FILTER (WHERE confirmation_recipient = :recipient) AS mailbox,
      count(*) FILTER (WHERE substr(confirmation_recipient, 1, ${domainLength}) = substr(:recipient, 1, ${domainLength})) AS domain,
      count(*) FILTER (WHERE ${unfinished} OR confirmation_at > :now - ${hour}) AS hourly, count(*) AS daily
     FROM submissions WHERE received_at > :now - ${day + giveUpAge} AND confirmation_attempts > 0
      AND (${unfinished} OR confirmation_at > :now - ${day})`,
  );
  const skip = database.prepare(
    "UPDATE submissions SET confirmation = 'skipped', confirmation_at = ? WHERE reference = ?",
  );
  const lease = database.prepare(
    `UPDATE submissions SET confirmation = 'sending', confirmation_at = ?, confirmation_attempts = confirmation_attempts + 1
     WHERE reference = ? RETURNING *`,
  );
  const nextDueConfirmation = nextDueIn(database, {
    column: 'confirmation_at',
    condition: unfinished,
    leased: "confirmation = 'sending'",
  });
  const markSent = database.prepare(
    "UPDATE submissions SET confirmation = 'sent', confirmation_at = ? WHERE reference = ?",
  );
  // The end of the lease identifies the claim.
  const end = database.prepare(
    `UPDATE submissions SET confirmation = ?, confirmation_at = ?
     WHERE reference = ? AND confirmation = 'sending' AND confirmation_at = ?`,
  );

  type Due = Pick<Row, 'reference' | 'confirmation_attempts' | 'confirmation_recipient'>;
  const nextDue = (now: number): Due | undefined => due.get(now) as Due | undefined;
  const isBeyond = (caps: ConfirmationCaps | undefined, next: Due, now: number): boolean => {
    if (next.confirmation_attempts > 0) return false;
    const tried = countTried.get({ recipient: next.confirmation_recipient, now }) as Tried;
    return isBeyondLimits(tried, caps);
  };

  return {
    claimConfirmation: async (leaseMilliseconds, caps) => {
      if (!nextDue(Date.now())) return undefined;
      return inTransaction(database, () => {
        const now = Date.now();
        for (let next = nextDue(now); next; next = nextDue(now)) {
          if (isBeyond(caps, next, now)) {
            skip.run(now, next.reference);
            continue;
          }
          const leaseEnd = now + leaseMilliseconds;
          return { ...toSubmission(lease.get(leaseEnd, next.reference) as Row), confirmationAt: leaseEnd };
        }
        return undefined;
      });
    },
    nextConfirmationDue: async () => nextDueConfirmation(),
    confirmationSent: async (reference) => markSent.run(Date.now(), reference).changes === 1,
    confirmationPostponed: async ({ reference, confirmationAt }, delay) => {
      end.run('waiting', Date.now() + delay, reference, confirmationAt);
    },
    confirmationFailed: async ({ reference, confirmationAt }) => {
      end.run('failed', Date.now(), reference, confirmationAt);
    },
  };
}
