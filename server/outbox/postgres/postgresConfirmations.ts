import { isBeyondLimits, type Tried } from '../confirmationLimits.ts';
import { domainLength } from '../confirmationRecipient.ts';
import { type Row, toSubmission } from '../row.ts';
import { type ConfirmationClaim, type ConfirmationStore, confirmationLimits } from '../store.ts';
import { advisoryLocks } from './database/advisoryLocks.ts';
import type { Database } from './database/database.ts';
import { now } from './postgresSchema.ts';

const unfinished = "confirmation IN ('waiting', 'sending')";
const isDue = `${unfinished} AND confirmation_at <= ${now}`;

// The mail about a submission is claimed and recorded in the same row: what is locked at this moment is left for later.
const nextOne = `SELECT reference, confirmation_recipient, confirmation_attempts FROM submissions
  WHERE ${isDue} ORDER BY confirmation_at, reference LIMIT 1 FOR UPDATE SKIP LOCKED`;

const { hour, day, giveUpAge } = confirmationLimits;
const countTried = `SELECT count(*) FILTER (WHERE confirmation_recipient = $1)::integer AS mailbox,
    count(*) FILTER (WHERE left(confirmation_recipient, ${domainLength}) = left($1, ${domainLength}))::integer AS domain,
    count(*) FILTER (WHERE ${unfinished} OR confirmation_at > ${now} - ${hour})::integer AS hourly,
    count(*)::integer AS daily
  FROM submissions WHERE received_at > ${now} - ${day + giveUpAge} AND confirmation_attempts > 0
    AND (${unfinished} OR confirmation_at > ${now} - ${day})`;

const skip = `UPDATE submissions SET confirmation = 'skipped', confirmation_at = ${now} WHERE reference = $1`;

const lease = `UPDATE submissions SET confirmation = 'sending', confirmation_attempts = confirmation_attempts + 1,
  confirmation_at = ${now} + $1::bigint WHERE reference = $2 RETURNING *`;

/** The parts of the store that confirmations to senders need, for one of many workers. */
export function confirmationsOn(database: Database): ConfirmationStore {
  // The end of the lease identifies the claim.
  const end = async (
    { reference, confirmationAt }: ConfirmationClaim,
    change: string,
    ...values: readonly unknown[]
  ) => {
    await database.run(
      `UPDATE submissions SET ${change} WHERE reference = $1 AND confirmation = 'sending' AND confirmation_at = $2`,
      [reference, confirmationAt, ...values],
    );
  };

  return {
    claimConfirmation: async (leaseMilliseconds, caps) => {
      // Every server is woken for each submission: most find nothing.
      if ((await database.run(`SELECT 1 FROM submissions WHERE ${isDue} LIMIT 1`)).length === 0) return undefined;
      return database.transaction(async (run) => {
        await run('SET LOCAL synchronous_commit = local');
        // One worker at a time counts, so that all together keep the limit.
        await run(`SELECT pg_advisory_xact_lock(${advisoryLocks.confirmations})`);
        for (;;) {
          const [next] =
            await run<Pick<Row, 'reference' | 'confirmation_attempts' | 'confirmation_recipient'>>(nextOne);
          if (!next) return undefined;
          const [tried] = await run<Tried>(countTried, [next.confirmation_recipient]);
          if (next.confirmation_attempts === 0 && tried && isBeyondLimits(tried, caps)) {
            await run(skip, [next.reference]);
            continue;
          }
          const [row] = await run<Row>(lease, [leaseMilliseconds, next.reference]);
          return row && { ...toSubmission(row), confirmationAt: Number(row.confirmation_at) };
        }
      });
    },
    nextConfirmationDue: async () => {
      const [{ due }] = (await database.run(
        `SELECT min(confirmation_at) - ${now} AS due FROM submissions WHERE ${unfinished}`,
      )) as [{ due: number | null }];
      return due ?? undefined;
    },
    confirmationSent: async (reference) => {
      const found = await database.run(
        `UPDATE submissions SET confirmation = 'sent', confirmation_at = ${now} WHERE reference = $1 RETURNING 1`,
        [reference],
      );
      return found.length > 0;
    },
    confirmationPostponed: (claim, delay) =>
      end(claim, `confirmation = 'waiting', confirmation_at = ${now} + $3::bigint`, delay),
    confirmationFailed: (claim) => end(claim, `confirmation = 'failed', confirmation_at = ${now}`),
  };
}
