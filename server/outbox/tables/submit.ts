import { newReference } from '../../lib/reference.ts';
import type { Database, Run } from '../database.ts';
import { flagsOf } from '../flags.ts';
import { storable } from '../storableText.ts';
import type { CaptchaToken, IdempotencyKey, Store, SubmitResult } from '../store.ts';
import { insertMail } from './insertMail.ts';
import { submissionColumns } from './rows.ts';

const { receivedAt: _receivedAt, ...columns } = submissionColumns;
const fields = Object.keys(columns) as (keyof typeof columns)[];
const inserted = [...Object.values(columns), 'idempotency_key', 'body_hash'];

/** What stores a submission with its mails. `mailDomain`: the right side of new Message-IDs. */
export function submitOn({ dialect: { now }, transaction }: Database, mailDomain: string): Store['submit'] {
  /**
   * The earlier submission with this key, while the key lives. It writes, so that the commit waits until the disk and the
   * standby have that submission too: its own commit may have been cancelled before.
   */
  const earlier = async (run: Run, { key, bodyHash }: IdempotencyKey): Promise<SubmitResult | undefined> => {
    const [found] = await run<{ reference: string; isAlive: boolean | 0 | 1; isSame: boolean | 0 | 1 }>(
      `UPDATE submissions SET idempotency_key = CASE WHEN idempotency_expires_at <= ${now} THEN NULL ELSE idempotency_key END
       WHERE idempotency_key = $1
       RETURNING reference, idempotency_key IS NOT NULL AS "isAlive", body_hash = $2 AS "isSame"`,
      [key, bodyHash],
    );
    if (!found?.isAlive) return undefined;
    return found.isSame ? { outcome: 'replayed', reference: found.reference } : { outcome: 'conflict' };
  };

  /** False when the token was used before. Waits for a submission under way that uses it too. */
  const spendToken = async (run: Run, { id, expiresAt }: CaptchaToken): Promise<boolean> => {
    const insertion = 'INSERT INTO used_tokens VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id';
    return (await run(insertion, [id, expiresAt])).length > 0;
  };

  const insertion = `INSERT INTO submissions (${inserted.join()}, received_at, idempotency_expires_at)
    VALUES (${inserted.map((_column, index) => `$${index + 1}`).join()}, ${now}, ${now} + CAST($${inserted.length + 1} AS BIGINT))
    ON CONFLICT (idempotency_key) DO NOTHING RETURNING reference`;

  // Several processes may get the same one at once: the unique key and the token make the later wait for the earlier to
  // commit, then it finds what that has stored. Tokens are inserted before submissions, so nobody waits in a circle.
  return (given, idempotency, { token, required, confirmationRecipient }) =>
    transaction(async (run) => {
      const submission = storable(given);
      const known = idempotency && (await earlier(run, idempotency));
      if (known) return known;
      const verified = token !== undefined && (await spendToken(run, token));
      if (token && !verified && idempotency) {
        const twin = await earlier(run, idempotency);
        if (twin) return twin;
      }
      if (required && !verified) return { outcome: 'unverified' };

      const reference = newReference();
      const row = { ...submission, reference, verified };
      const { key = null, bodyHash = null, lifetime = null } = idempotency ?? {};
      const stored = await run(insertion, [...fields.map((field) => row[field]), key, bodyHash, lifetime]);
      if (stored.length > 0) {
        const isFlagged = flagsOf({ ...submission, verified }).length > 0;
        await insertMail(run, now, { kind: 'notice', reference, mailDomain });
        if (confirmationRecipient !== undefined && !isFlagged)
          await insertMail(run, now, { kind: 'confirmation', reference, mailDomain, recipient: confirmationRecipient });
        return { outcome: 'stored', reference };
      }

      // A twin has stored it with another token. Its own is free again.
      if (verified) await run('DELETE FROM used_tokens WHERE id = $1', [token.id]);
      const twin = idempotency && (await earlier(run, idempotency));
      if (!twin) throw new Error('a submission with the same key was erased at this moment');
      return twin;
    });
}
