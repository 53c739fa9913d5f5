import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { usedTokensIn } from './captcha/usedTokens.ts';
import { marksOf } from './marks.ts';
import { newReference } from './reference.ts';
import { inTransaction, openDatabase, openDatabaseBesideServer } from './sqliteDatabase.ts';
import type {
  IdempotencyKey,
  NewSubmission,
  Proof,
  Store,
  Submission,
  SubmissionState,
  SubmitResult,
} from './store.ts';

/** Each entry moves the schema one version up; `PRAGMA user_version` counts those applied. Never edit one that shipped. */
const migrations = [
  `CREATE TABLE submissions (
    reference TEXT PRIMARY KEY,
    message_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('order', 'contact')),
    plan_id TEXT,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    company TEXT NOT NULL,
    phone TEXT NOT NULL,
    message TEXT NOT NULL,
    verified INTEGER NOT NULL,
    suspect INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL,
    last_error TEXT,
    delivered_at INTEGER,
    idempotency_key TEXT UNIQUE,
    idempotency_expires_at INTEGER,
    body_hash TEXT
  ) STRICT;
  CREATE INDEX submissions_due ON submissions (next_attempt_at) WHERE state = 'pending';
  CREATE INDEX submissions_received ON submissions (received_at);
  CREATE TABLE used_tokens (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
  CREATE INDEX used_tokens_expiry ON used_tokens (expires_at);
  CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;`,
  'ALTER TABLE submissions ADD COLUMN retried_at INTEGER',
  // Whether its mail may leave in no bundle.
  'ALTER TABLE submissions ADD COLUMN single INTEGER NOT NULL DEFAULT 0',
];

/** Submissions whose mail may be bundled: those with a mark (marks.ts). */
const bundled = '(suspect = 1 OR verified = 0) AND single = 0';

type Row = {
  reference: string;
  message_id: string;
  kind: NewSubmission['kind'];
  plan_id: string | null;
  name: string;
  email: string;
  company: string;
  phone: string;
  message: string;
  verified: 0 | 1;
  suspect: 0 | 1;
  received_at: number;
  state: SubmissionState;
  attempts: number;
  next_attempt_at: number;
  last_error: string | null;
  delivered_at: number | null;
  retried_at: number | null;
  body_hash: string | null;
};

const toSubmission = (row: Row): Submission => ({
  reference: row.reference,
  messageId: row.message_id,
  kind: row.kind,
  planId: row.plan_id,
  name: row.name,
  email: row.email,
  company: row.company,
  phone: row.phone,
  message: row.message,
  verified: row.verified === 1,
  suspect: row.suspect === 1,
  receivedAt: row.received_at,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  lastError: row.last_error,
  deliveredAt: row.delivered_at,
  retriedAt: row.retried_at,
});

/**
 * The outbox in one SQLite file, made or brought up to date where needed. `mailDomain` is the right side of the
 * Message-IDs it gives out. `reopened`: this very process had it open before.
 */
export const openSqliteStore = (file: string, mailDomain: string, { reopened = false } = {}): Store => {
  const database = openDatabase(file, migrations, { check: !reopened });
  // One server owns the file, so whoever held a lease is dead: what it was sending, or was waiting to, is due now.
  if (!reopened) database.prepare("UPDATE submissions SET next_attempt_at = ? WHERE state = 'pending'").run(Date.now());
  return storeIn(database, mailDomain);
};

/** The outbox that a server keeps in this file, for a short look or change beside it. Never makes or migrates it. */
export const openSqliteStoreBesideServer = (file: string): Store =>
  storeIn(openDatabaseBesideServer(file, migrations.length), 'localhost');

const storeIn = (database: DatabaseSync, mailDomain: string): Store => {
  const insert = database.prepare(
    `INSERT INTO submissions (reference, message_id, kind, plan_id, name, email, company, phone, message, verified,
      suspect, received_at, next_attempt_at, idempotency_key, idempotency_expires_at, body_hash)
     VALUES (:reference, :messageId, :kind, :planId, :name, :email, :company, :phone, :message, :verified,
      :suspect, :now, :dueAt, :key, :keyExpiresAt, :bodyHash)`,
  );
  const byKey = database.prepare('SELECT * FROM submissions WHERE idempotency_key = ?');
  const forgetExpiredKey = database.prepare(
    'UPDATE submissions SET idempotency_key = NULL WHERE idempotency_key = ? AND idempotency_expires_at <= ?',
  );
  const byKeyAndBody = database.prepare(
    `SELECT reference FROM submissions WHERE idempotency_key = ? AND body_hash = ?
      AND (idempotency_expires_at IS NULL OR idempotency_expires_at > ?)`,
  );
  // A lease is a next attempt in the future: a delivery that hangs or dies becomes due again by itself.
  const claimDue = (condition: string) =>
    database.prepare(
      `UPDATE submissions SET attempts = attempts + 1, next_attempt_at = :leaseEnds
       WHERE reference IN (SELECT reference FROM submissions
         WHERE state = 'pending' AND next_attempt_at <= :now AND ${condition} ORDER BY next_attempt_at LIMIT :most)
       RETURNING *`,
    );
  const claims = { all: claimDue('TRUE'), single: claimDue(`NOT (${bundled})`), bundled: claimDue(bundled) };
  const countReceived = database.prepare(
    'SELECT count(*) AS amount FROM (SELECT 1 FROM submissions WHERE received_at > ? LIMIT ?)',
  );
  const earliest = database.prepare("SELECT min(next_attempt_at) AS due FROM submissions WHERE state = 'pending'");
  const markDelivered = database.prepare(
    "UPDATE submissions SET state = 'delivered', delivered_at = ?, last_error = NULL WHERE reference = ?",
  );
  // The lease's end names the claim: a worker that outlived its lease leaves what another has claimed since alone.
  const markPostponed = database.prepare(
    `UPDATE submissions SET next_attempt_at = ?, last_error = ?, single = max(single, ?)
     WHERE reference = ? AND next_attempt_at = ? AND state = 'pending'`,
  );
  const markFailed = database.prepare(
    `UPDATE submissions SET state = 'failed', last_error = ?
     WHERE reference = ? AND next_attempt_at = ? AND state = 'pending'`,
  );
  const markPending = database.prepare(
    `UPDATE submissions SET state = 'pending', attempts = 0, next_attempt_at = :now, retried_at = :now,
      delivered_at = NULL WHERE reference = :reference`,
  );
  const byReference = database.prepare('SELECT * FROM submissions WHERE reference = ?');
  const newestFirst = database.prepare('SELECT * FROM submissions ORDER BY received_at DESC, reference');
  const remove = database.prepare('DELETE FROM submissions WHERE reference = ?');
  const removeDelivered = database.prepare("DELETE FROM submissions WHERE state = 'delivered' AND delivered_at < ?");
  const countStates = database.prepare('SELECT state, count(*) AS amount FROM submissions GROUP BY state');
  const extremes = database.prepare(
    `SELECT (SELECT min(received_at) FROM submissions WHERE state = 'pending') AS oldestPendingAt,
      (SELECT max(delivered_at) FROM submissions) AS lastDeliveredAt`,
  );

  const insertSecret = database.prepare('INSERT OR IGNORE INTO secrets (name, value) VALUES (?, ?)');
  const readSecret = database.prepare('SELECT value FROM secrets WHERE name = ?');

  const usedTokens = usedTokensIn(database);

  const submit = (
    submission: NewSubmission,
    idempotency: IdempotencyKey | undefined,
    { token, required, markedDueAt }: Proof,
  ): SubmitResult =>
    inTransaction(database, () => {
      const now = Date.now();
      if (idempotency) {
        forgetExpiredKey.run(idempotency.key, now);
        const earlier = byKey.get(idempotency.key) as Row | undefined;
        if (earlier)
          return earlier.body_hash === idempotency.bodyHash
            ? { outcome: 'replayed', reference: earlier.reference }
            : { outcome: 'conflict' };
      }
      const verified = token !== undefined && usedTokens.use(token, now);
      if (required && !verified) return { outcome: 'unproven' };
      const reference = newReference();
      insert.run({
        ...submission,
        verified: Number(verified),
        suspect: Number(submission.suspect),
        reference,
        messageId: `<${reference.toLowerCase()}@${mailDomain}>`,
        now,
        dueAt: (marksOf({ ...submission, verified }).length > 0 && markedDueAt) || now,
        key: idempotency?.key ?? null,
        keyExpiresAt: idempotency?.lifetime === undefined ? null : now + idempotency.lifetime,
        bodyHash: idempotency?.bodyHash ?? null,
      });
      return { outcome: 'stored', reference };
    });

  const optional = (row: unknown) => (row === undefined ? undefined : toSubmission(row as Row));

  return {
    submit: async (submission, idempotency, proof) => submit(submission, idempotency, proof),
    replayed: async ({ key, bodyHash }) =>
      (byKeyAndBody.get(key, bodyHash, Date.now()) as { reference: string } | undefined)?.reference,
    secret: async () => {
      insertSecret.run('signing', randomBytes(32));
      return (readSecret.get('signing') as { value: Uint8Array }).value;
    },
    receivedSince: async (time, most) => (countReceived.get(time, most) as { amount: number }).amount,
    claim: async (now, leaseMilliseconds, which) =>
      optional(claims[which ?? 'all'].get({ now, leaseEnds: now + leaseMilliseconds, most: 1 })),
    claimBundle: async (now, leaseMilliseconds, most) =>
      claims.bundled.all({ now, leaseEnds: now + leaseMilliseconds, most }).map((row) => toSubmission(row as Row)),
    nextDue: async () => (earliest.get() as { due: number | null }).due ?? undefined,
    delivered: async (reference, now) => void markDelivered.run(now, reference),
    postponed: async ({ reference, nextAttemptAt: leaseEnds }, nextAttemptAt, error, which) =>
      void markPostponed.run(nextAttemptAt, error, Number(which === 'single'), reference, leaseEnds),
    failed: async ({ reference, nextAttemptAt: leaseEnds }, error) => void markFailed.run(error, reference, leaseEnds),
    retry: async (reference, now) => markPending.run({ now, reference }).changes === 1,
    find: async (reference) => optional(byReference.get(reference)),
    list: async () => newestFirst.all().map((row) => toSubmission(row as Row)),
    erase: async (reference) => remove.run(reference).changes === 1,
    eraseDeliveredBefore: async (time) => Number(removeDelivered.run(time).changes),
    status: async () => {
      const counts = { pending: 0, delivered: 0, failed: 0 };
      for (const { state, amount } of countStates.all() as { state: SubmissionState; amount: number }[])
        counts[state] = amount;
      return { counts, ...(extremes.get() as { oldestPendingAt: number | null; lastDeliveredAt: number | null }) };
    },
    probe: async () => inTransaction(database, () => database.exec(`PRAGMA user_version = ${migrations.length}`)),
    close: async () => database.close(),
  };
};
