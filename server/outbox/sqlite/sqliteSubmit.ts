import type { DatabaseSync } from 'node:sqlite';
import { newReference } from '../../lib/reference.ts';
import { flagsOf } from '../flags.ts';
import type { Row } from '../row.ts';
import { storable } from '../storableText.ts';
import type { IdempotencyKey, NewSubmission, SubmitOptions, SubmitResult } from '../store.ts';
import { inTransaction } from './sqliteDatabase.ts';
import { usedTokensIn } from './usedTokens.ts';

const insertion = `INSERT INTO submissions (reference, message_id, kind, plan_id, ordered_plan, ordered_price, name, email, company,
      phone, message, verified, suspect, received_at, next_attempt_at, idempotency_key, idempotency_expires_at,
      body_hash, digest, confirmation, confirmation_at, confirmation_recipient)
     VALUES (:reference, :messageId, :kind, :planId, :orderedPlan, :orderedPrice, :name, :email, :company,
      :phone, :message, :verified, :suspect, :now, :dueAt, :key, :keyExpiresAt,
      :bodyHash, :digest, :confirmation, :confirmationAt, :confirmationRecipient)`;

/** What an earlier post with this key makes of one; undefined: there is none. */
function earlierIn(database: DatabaseSync): (idempotency: IdempotencyKey, now: number) => SubmitResult | undefined {
  const byKey = database.prepare('SELECT * FROM submissions WHERE idempotency_key = ?');
  const forgetExpiredKey = database.prepare(
    'UPDATE submissions SET idempotency_key = NULL WHERE idempotency_key = ? AND idempotency_expires_at <= ?',
  );
  return ({ key, bodyHash }, now) => {
    forgetExpiredKey.run(key, now);
    const earlier = byKey.get(key) as Row | undefined;
    if (!earlier) return undefined;
    return earlier.body_hash === bodyHash
      ? { outcome: 'replayed', reference: earlier.reference }
      : { outcome: 'conflict' };
  };
}

export type Submit = (
  submission: NewSubmission,
  idempotency: IdempotencyKey | undefined,
  options: SubmitOptions,
) => SubmitResult;

/** Stores a submission in one transaction, unless its key is known or its captcha does not suffice. */
export function submitIn(database: DatabaseSync, mailDomain: string): Submit {
  const insert = database.prepare(insertion);
  const earlier = earlierIn(database);
  const usedTokens = usedTokensIn(database);
  return (submission, idempotency, { token, required, flaggedDelay = 0, confirmationRecipient }) =>
    inTransaction(database, () => {
      const now = Date.now();
      const repeated = idempotency && earlier(idempotency, now);
      if (repeated) return repeated;
      const verified = token !== undefined && usedTokens.use(token, now);
      if (required && !verified) return { outcome: 'unverified' };
      const isFlagged = flagsOf({ ...submission, verified }).length > 0;
      const recipient = isFlagged ? undefined : confirmationRecipient;
      const reference = newReference();
      insert.run({
        ...storable(submission),
        verified: Number(verified),
        suspect: Number(submission.suspect),
        reference,
        messageId: `<${reference.toLowerCase()}@${mailDomain}>`,
        now,
        dueAt: isFlagged ? now + flaggedDelay : now,
        digest: isFlagged ? null : '',
        key: idempotency?.key ?? null,
        keyExpiresAt: idempotency?.lifetime === undefined ? null : now + idempotency.lifetime,
        bodyHash: idempotency?.bodyHash ?? null,
        confirmation: recipient === undefined ? null : 'waiting',
        confirmationAt: recipient === undefined ? null : now,
        confirmationRecipient: recipient ?? null,
      });
      return { outcome: 'stored', reference };
    });
}
