import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { newReference } from '../../lib/reference.ts';
import { type Row, toSubmission } from '../row.ts';
import { storableText } from '../storableText.ts';
import type { FloodBounds, FloodState, OldDeliveries, Store, Submission } from '../store.ts';
import { nextDueIn } from './nextDue.ts';
import { confirmationsIn } from './sqliteConfirmations.ts';
import { inTransaction, openDatabase, openDatabaseBesideServer, schemaVersion } from './sqliteDatabase.ts';
import { listsIn } from './sqliteLists.ts';
import { indexes, migrations } from './sqliteSchema.ts';
import { submitIn } from './sqliteSubmit.ts';

/**
 * Opens the outbox in one SQLite file; creates or migrates the file where needed. `mailDomain` is the right side of new
 * Message-IDs. `reopened`: the same process had the file open before. Throws SQLite's errors.
 */
export function openSqliteStore(file: string, mailDomain: string, { reopened = false } = {}): Store {
  const database = openDatabase(file, migrations, { check: !reopened });
  // One server owns the file, so the holder of a lease is dead and all pending mail is due now. Leased mail may have
  // left already: it keeps its Message-ID and joins no digest.
  if (!reopened) {
    database.exec(indexes);
    database
      .prepare(
        `UPDATE submissions SET next_attempt_at = ?, digest = iif(leased, ifnull(digest, ''), digest), leased = 0
         WHERE state = 'pending'`,
      )
      .run(Date.now());
    database
      .prepare(
        "UPDATE submissions SET confirmation = 'waiting', confirmation_at = ? WHERE confirmation IN ('waiting', 'sending')",
      )
      .run(Date.now());
  }
  return storeIn(database, mailDomain);
}

/** Opens the outbox of a server that may be running, for one command. Never creates or migrates the file. */
export function openSqliteStoreBesideServer(file: string): Store {
  return storeIn(openDatabaseBesideServer(file, migrations.length), 'localhost');
}

type Method<Name extends keyof Store> = Pick<Store, Name>;

function claimsIn(database: DatabaseSync): Method<'claim'> {
  const due = database.prepare(
    `SELECT reference, digest FROM submissions WHERE state = 'pending' AND next_attempt_at <= ?
     ORDER BY next_attempt_at LIMIT 1`,
  );
  // Waiting submissions join the first one that is due.
  const fillDigest = database.prepare(
    `UPDATE submissions SET digest = :digest WHERE reference IN (SELECT reference FROM submissions
       WHERE state = 'pending' AND digest IS NULL AND (next_attempt_at <= :now OR leased = 0)
       ORDER BY next_attempt_at LIMIT :limit)`,
  );
  // A lease is a next attempt in the future: a delivery that hangs or dies becomes due again by itself.
  const lease =
    "UPDATE submissions SET attempts = attempts + 1, next_attempt_at = ?, leased = 1 WHERE state = 'pending'";
  const claimOne = database.prepare(`${lease} AND reference = ? RETURNING *`);
  const claimDigest = database.prepare(`${lease} AND digest = ? RETURNING *`);

  const claim = (leaseMilliseconds: number, maxDigestSize = 1): Submission[] => {
    if (!due.get(Date.now())) return [];
    return inTransaction(database, () => {
      const now = Date.now();
      const leaseEnds = now + leaseMilliseconds;
      const next = due.get(now) as Pick<Row, 'reference' | 'digest'> | undefined;
      if (!next) return [];
      let { digest } = next;
      if (digest === null && maxDigestSize > 1) {
        digest = `digest-${newReference()}`;
        fillDigest.run({ digest, now, limit: maxDigestSize });
      }
      const rows = digest ? claimDigest.all(leaseEnds, digest) : claimOne.all(leaseEnds, next.reference);
      return rows.map((row) => toSubmission(row as Row));
    });
  };
  return { claim: async (leaseMilliseconds, maxDigestSize) => claim(leaseMilliseconds, maxDigestSize) };
}

/** The outcomes of claims. */
function outcomesIn(database: DatabaseSync): Method<'delivered' | 'postponed' | 'failed' | 'split'> {
  const markDelivered = database.prepare(
    "UPDATE submissions SET state = 'delivered', delivered_at = ?, last_error = ? WHERE reference = ?",
  );
  // The end of the lease identifies the claim: after it a worker cannot change what another has claimed.
  const ofClaim = "reference = ? AND next_attempt_at = ? AND state = 'pending'";
  const markPostponed = database.prepare(
    `UPDATE submissions SET next_attempt_at = ?, last_error = ?, leased = 0 WHERE ${ofClaim}`,
  );
  const markSplit = database.prepare(
    `UPDATE submissions SET next_attempt_at = ?, last_error = ?, leased = 0, digest = '' WHERE ${ofClaim}`,
  );
  const markFailed = database.prepare(`UPDATE submissions SET state = 'failed', last_error = ? WHERE ${ofClaim}`);
  /** Updates all items in one transaction. */
  const toEach = <Item>(items: readonly Item[], work: (item: Item) => void): void =>
    inTransaction(database, () => items.forEach(work));
  return {
    delivered: async (references, error) =>
      inTransaction(database, () => {
        const now = Date.now();
        const lastError = error === undefined ? null : storableText(error);
        return references.filter((reference) => markDelivered.run(now, lastError, reference).changes === 0);
      }),
    postponed: async (claims, delay, error) => {
      const nextAttemptAt = Date.now() + delay;
      toEach(claims, (claim) =>
        markPostponed.run(nextAttemptAt, storableText(error), claim.reference, claim.nextAttemptAt),
      );
    },
    failed: async (claims, error) =>
      toEach(claims, (claim) => markFailed.run(storableText(error), claim.reference, claim.nextAttemptAt)),
    split: async (claims, error) => {
      const now = Date.now();
      toEach(claims, (claim) => markSplit.run(now, storableText(error), claim.reference, claim.nextAttemptAt));
    },
  };
}

function retriesIn(database: DatabaseSync): Method<'retry' | 'retryFailed'> {
  const toPending = `UPDATE submissions SET state = 'pending', attempts = 0, next_attempt_at = :now, retried_at = :now,
    delivered_at = NULL, leased = 0, digest = '' WHERE reference = :reference`;
  const markPending = database.prepare(toPending);
  const markFailedPending = database.prepare(`${toPending} AND state = 'failed'`);
  return {
    retry: async (reference) => markPending.run({ now: Date.now(), reference }).changes === 1,
    retryFailed: async (references) => {
      const now = Date.now();
      return inTransaction(database, () =>
        references.reduce((sum, reference) => sum + Number(markFailedPending.run({ now, reference }).changes), 0),
      );
    },
  };
}

function floodIn(database: DatabaseSync): Method<'checkFlood'> {
  const countReceived = database.prepare(
    'SELECT count(*) AS amount FROM (SELECT 1 FROM submissions WHERE received_at BETWEEN ? AND ? LIMIT ?)',
  );
  const readFlood = database.prepare('SELECT 1 FROM flood');
  const beginFlood = database.prepare('INSERT INTO flood (began_at) VALUES (?)');
  const endFlood = database.prepare('DELETE FROM flood');
  const checkFlood = ({ period, begin, end }: FloodBounds): FloodState => {
    const now = Date.now();
    const { amount } = countReceived.get(now - period, now, begin + 1) as { amount: number };
    const wasActive = readFlood.get() !== undefined;
    const isActive = amount > (wasActive ? end : begin);
    if (isActive && !wasActive) beginFlood.run(now);
    if (!isActive && wasActive) endFlood.run();
    return { isActive, hasChanged: isActive !== wasActive };
  };
  return { checkFlood: async (bounds) => checkFlood(bounds) };
}

function secretIn(database: DatabaseSync): Method<'secret'> {
  const insertSecret = database.prepare('INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)');
  const readSecret = database.prepare('SELECT value FROM secrets WHERE name = ?');
  return {
    secret: async () => {
      insertSecret.run('signing', randomBytes(32));
      return (readSecret.get('signing') as { value: Uint8Array }).value;
    },
  };
}

function storeIn(database: DatabaseSync, mailDomain: string): Store {
  const byKeyAndBody = database.prepare(
    `SELECT reference FROM submissions WHERE idempotency_key = ? AND body_hash = ?
      AND (idempotency_expires_at IS NULL OR idempotency_expires_at > ?)`,
  );
  const nextDue = nextDueIn(database, {
    column: 'next_attempt_at',
    condition: "state = 'pending'",
    leased: 'leased',
  });
  const byReference = database.prepare('SELECT * FROM submissions WHERE reference = ?');
  const oldDeliveries = database.prepare(
    `SELECT last, (SELECT min(received_at) FROM submissions WHERE received_at > last) AS next,
      (SELECT max(received_at) FROM submissions) AS newest
     FROM (SELECT max(received_at) AS last FROM submissions WHERE state = 'delivered' AND delivered_at < ?)`,
  );
  const submit = submitIn(database, mailDomain);
  return {
    submit: async (submission, idempotency, options) => submit(submission, idempotency, options),
    replayed: async ({ key, bodyHash }) =>
      (byKeyAndBody.get(key, bodyHash, Date.now()) as { reference: string } | undefined)?.reference,
    now: async () => Date.now(),
    nextDue: async () => nextDue(),
    find: async (reference) => {
      const row = byReference.get(reference);
      return row === undefined ? undefined : toSubmission(row as Row);
    },
    oldDeliveries: async (time) => oldDeliveries.get(time) as OldDeliveries,
    ...secretIn(database),
    ...floodIn(database),
    ...claimsIn(database),
    ...outcomesIn(database),
    ...retriesIn(database),
    ...listsIn(database),
    ...confirmationsIn(database),
    // Writes what is there: the database may be of a newer version.
    probe: async () => inTransaction(database, () => database.exec(`PRAGMA user_version = ${schemaVersion(database)}`)),
    close: async () => database.close(),
  };
}
