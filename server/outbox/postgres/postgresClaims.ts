import { newReference } from '../../lib/reference.ts';
import { type Row, toSubmission } from '../row.ts';
import type { Store } from '../store.ts';
import type { Database } from './database/database.ts';
import { now } from './postgresSchema.ts';

const isDue = `state = 'pending' AND next_attempt_at <= ${now}`;

// Of a digest only the first is looked at: who has locked it has the digest, so two never hold halves of one.
const nextOne = `SELECT reference, digest FROM submissions AS s
  WHERE ${isDue} AND (digest IS NULL OR digest = '' OR reference =
    (SELECT min(reference) FROM submissions AS d WHERE d.digest = s.digest AND d.digest <> '' AND d.state = 'pending'))
  ORDER BY next_attempt_at, reference LIMIT 1 FOR UPDATE OF s SKIP LOCKED`;

// Waiting submissions join the first one that is due.
const fillDigest = `UPDATE submissions SET digest = $1 WHERE reference IN (SELECT reference FROM submissions
  WHERE state = 'pending' AND digest IS NULL AND (next_attempt_at <= ${now} OR NOT leased)
  ORDER BY reference <> $2, next_attempt_at, reference LIMIT $3 FOR UPDATE SKIP LOCKED)`;

// A lease is a next attempt in the future: a delivery that hangs or dies becomes due again by itself.
const lease = `UPDATE submissions SET attempts = attempts + 1, next_attempt_at = ${now} + $1::bigint, leased = true
  WHERE state = 'pending'`;

/** Claims for one of many workers: it skips what others are claiming at this moment. */
export function claimOn(database: Database): Store['claim'] {
  return async (leaseMilliseconds, maxDigestSize = 1) => {
    // Every server is woken for each submission: most find nothing.
    if ((await database.run(`SELECT 1 FROM submissions WHERE ${isDue} LIMIT 1`)).length === 0) return [];
    const rows = await database.transaction(async (run) => {
      // A lease need not outlive this machine: without this, a standby that is away would keep it for nobody.
      await run('SET LOCAL synchronous_commit = local');
      const [next] = await run<Pick<Row, 'reference' | 'digest'>>(nextOne);
      if (!next) return [];
      let { digest } = next;
      if (digest === null && maxDigestSize > 1) {
        digest = `digest-${newReference()}`;
        await run(fillDigest, [digest, next.reference, maxDigestSize]);
      }
      return digest
        ? run<Row>(`${lease} AND digest = $2 RETURNING *`, [leaseMilliseconds, digest])
        : run<Row>(`${lease} AND reference = $2 RETURNING *`, [leaseMilliseconds, next.reference]);
    });
    return rows.map(toSubmission).toSorted((a, b) => a.receivedAt - b.receivedAt);
  };
}
