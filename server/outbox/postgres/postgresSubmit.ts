import { newReference } from '../../lib/reference.ts';
import { flagsOf } from '../flags.ts';
import { storable } from '../storableText.ts';
import type { CaptchaToken, IdempotencyKey, Store, SubmitResult } from '../store.ts';
import type { Database, Run } from './database/database.ts';
import { now } from './postgresSchema.ts';

/**
 * The earlier submission with this key, while the key lives. It writes, so that the commit waits until the disk and the
 * standby have that submission too: its own commit may have been cancelled before.
 */
async function earlier(run: Run, { key, bodyHash }: IdempotencyKey): Promise<SubmitResult | undefined> {
  const [found] = await run<{ reference: string; isAlive: boolean; isSame: boolean }>(
    `UPDATE submissions SET idempotency_key = CASE WHEN idempotency_expires_at <= ${now} THEN NULL ELSE idempotency_key END
     WHERE idempotency_key = $1
     RETURNING reference, idempotency_key IS NOT NULL AS "isAlive", body_hash = $2 AS "isSame"`,
    [key, bodyHash],
  );
  if (!found?.isAlive) return undefined;
  return found.isSame ? { outcome: 'replayed', reference: found.reference } : { outcome: 'conflict' };
}

/** False when the token was used before. Waits for a submission under way that uses it too. */
async function spendToken(run: Run, { id, expiresAt }: CaptchaToken): Promise<boolean> {
  const used = await run('INSERT INTO used_tokens VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1', [id, expiresAt]);
  return used.length > 0;
}

/**
 * Stores submissions. Several processes may get the same one at once: the unique key and the token make the later wait for
 * the earlier to commit, then it finds what that has stored. Tokens are inserted before submissions, so nobody waits in a circle.
 */
export function submitOn(database: Database, mailDomain: string): Store['submit'] {
  return (given, idempotency, { token, required, flaggedDelay = 0, confirmationRecipient }) =>
    database.transaction(async (run) => {
      const submission = storable(given);
      const known = idempotency && (await earlier(run, idempotency));
      if (known) return known;
      const verified = token !== undefined && (await spendToken(run, token));
      if (token && !verified && idempotency) {
        const twin = await earlier(run, idempotency);
        if (twin) return twin;
      }
      if (required && !verified) return { outcome: 'unverified' };

      const isFlagged = flagsOf({ ...submission, verified }).length > 0;
      const recipient = isFlagged ? undefined : confirmationRecipient;
      const reference = newReference();
      const stored = await run(
        `INSERT INTO submissions (reference, message_id, kind, plan_id, ordered_plan, ordered_price, name, email, company,
          phone, message, verified, suspect, received_at, next_attempt_at, digest, idempotency_key,
          idempotency_expires_at, body_hash, confirmation, confirmation_at, confirmation_recipient)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, ${now}, ${now} + $14::bigint, $15, $16,
          ${now} + $17::bigint, $18, CASE WHEN $19::text IS NULL THEN NULL ELSE 'waiting' END,
          CASE WHEN $19::text IS NULL THEN NULL ELSE ${now} END, $19)
         ON CONFLICT (idempotency_key) DO NOTHING RETURNING 1`,
        [
          reference,
          `<${reference.toLowerCase()}@${mailDomain}>`,
          submission.kind,
          submission.planId,
          submission.orderedPlan,
          submission.orderedPrice,
          submission.name,
          submission.email,
          submission.company,
          submission.phone,
          submission.message,
          verified,
          submission.suspect,
          isFlagged ? flaggedDelay : 0,
          isFlagged ? null : '',
          idempotency?.key ?? null,
          idempotency?.lifetime ?? null,
          idempotency?.bodyHash ?? null,
          recipient ?? null,
        ],
      );
      if (stored.length > 0) return { outcome: 'stored', reference };

      // A twin has stored it with another token. Its own is free again.
      if (verified) await run('DELETE FROM used_tokens WHERE id = $1', [token.id]);
      const twin = idempotency && (await earlier(run, idempotency));
      if (!twin) throw new Error('a submission with the same key was erased at this moment');
      return twin;
    });
}
