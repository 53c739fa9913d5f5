import type { DatabaseSync } from 'node:sqlite';
import { type Row, toSubmission } from '../row.ts';
import { type ConfirmationStore, confirmationLimit } from '../store.ts';
import { inTransaction } from './sqliteDatabase.ts';

/** The parts of the store that confirmations to senders need. */
export function confirmationsIn(database: DatabaseSync): ConfirmationStore {
  const unfinished = "confirmation IN ('waiting', 'sending')";
  const due = database.prepare(
    `SELECT reference, confirmation_attempts, confirmation_recipient FROM submissions
     WHERE ${unfinished} AND confirmation_at <= ? ORDER BY confirmation_at LIMIT 1`,
  );
  const countTried = database.prepare(
    `SELECT count(*) AS amount FROM submissions WHERE confirmation_recipient = ? AND confirmation_attempts > 0
      AND (${unfinished} OR confirmation_at > ?)`,
  );
  const skip = database.prepare(
    `UPDATE submissions SET confirmation = 'skipped', confirmation_at = ?
     WHERE confirmation_recipient = ? AND confirmation = 'waiting' AND confirmation_attempts = 0`,
  );
  const lease = database.prepare(
    `UPDATE submissions SET confirmation = 'sending', confirmation_at = ?, confirmation_attempts = confirmation_attempts + 1
     WHERE reference = ? RETURNING *`,
  );
  const earliest = database.prepare(`SELECT min(confirmation_at) AS due FROM submissions WHERE ${unfinished}`);
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
  const isBeyondLimit = ({ confirmation_attempts, confirmation_recipient }: Due, now: number): boolean => {
    if (confirmation_attempts > 0) return false;
    const { amount } = countTried.get(confirmation_recipient, now - confirmationLimit.period) as { amount: number };
    return amount >= confirmationLimit.amount;
  };

  return {
    claimConfirmation: async (leaseMilliseconds) => {
      if (!nextDue(Date.now())) return undefined;
      return inTransaction(database, () => {
        const now = Date.now();
        for (let next = nextDue(now); next; next = nextDue(now)) {
          if (isBeyondLimit(next, now)) {
            skip.run(now, next.confirmation_recipient);
            continue;
          }
          const leaseEnd = now + leaseMilliseconds;
          return { ...toSubmission(lease.get(leaseEnd, next.reference) as Row), confirmationAt: leaseEnd };
        }
        return undefined;
      });
    },
    nextConfirmationDue: async () => {
      const { due } = earliest.get() as { due: number | null };
      return due === null ? undefined : due - Date.now();
    },
    confirmationSent: async (reference) => markSent.run(Date.now(), reference).changes === 1,
    confirmationPostponed: async ({ reference, confirmationAt }, delay) => {
      end.run('waiting', Date.now() + delay, reference, confirmationAt);
    },
    confirmationFailed: async ({ reference, confirmationAt }) => {
      end.run('failed', Date.now(), reference, confirmationAt);
    },
  };
}
