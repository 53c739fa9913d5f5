import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { deadlines } from '../lib/deadlines.ts';
import { newReference } from '../lib/reference.ts';
import { type Database, type Dialect, type Run, referencesIn } from './database.ts';
import { missingMails } from './mailbox.ts';
import { type Arrival, insertMail, selectByReference } from './mails.ts';
import { comparableAddress, flagsOf, type NewSubmission, type Submission, withBooleans } from './submission.ts';

/** The states of the notification about a submission, as commands show them. `delivered`: the mail server has accepted it. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A submission with the state of its notification. Times are milliseconds since 1970. */
export type ListedSubmission = Submission &
  Arrival & {
    readonly state: DeliveryState;
    readonly attempts: number;
    /** Null: there will be no further attempt. */
    readonly nextAttemptAt: number | null;
    readonly lastError: string | null;
    readonly deliveredAt: number | null;
    readonly messageId: string;
  };

/** The key by which a repeated post is recognized. */
export type IdempotencyKey = {
  readonly key: string;
  /** SHA-256 of the submission's normalised fields. A post with the same key and another hash is a conflict. */
  readonly bodyHash: string;
  /** In milliseconds. After this time, the key is forgotten. Undefined: the key is kept as long as the submission. */
  readonly lifetime?: number;
};

/** A valid captcha token. `expiresAt` is in milliseconds since 1970. */
type CaptchaToken = { readonly id: string; readonly expiresAt: number };

export type AddOptions = {
  readonly token: CaptchaToken | undefined;
  /** Whether a submission is refused if it has no token, or a token that was used before. */
  readonly required: boolean;
  /** True: the sender gets a confirmation, if the submission has no flag. */
  readonly confirms: boolean;
  /** The part after the `@` in the Message-IDs of the mails. */
  readonly mailDomain: string;
};

/** `conflict`: another submission has this key. `unverified`: a token is `required`, but is missing or was used before. */
export type Added =
  | { readonly outcome: 'stored' | 'replayed'; readonly reference: string }
  | { readonly outcome: 'conflict' | 'unverified' };

/**
 * Selects the submissions that fulfil every condition, such as: received at `since` or later and before `before`, in milliseconds
 * since 1970. `notArrived`: true for only those whose notification is missing from the operator's mailbox.
 */
export type SubmissionFilter = {
  readonly state?: DeliveryState | undefined;
  readonly kind?: NewSubmission['kind'] | undefined;
  readonly planId?: string | undefined;
  readonly since?: number | undefined;
  readonly before?: number | undefined;
  readonly notArrived?: boolean | undefined;
};

/** `address`: the result of `comparableAddress`. `before`: the notification was sent before this time, in milliseconds since 1970. */
export type ErasureTarget =
  | { readonly by: 'reference'; readonly reference: string }
  | { readonly by: 'address'; readonly address: string }
  | { readonly by: 'delivery'; readonly before: number };

/**
 * Finds the earlier submission with this key, if the key has not expired. The commit of that submission may have been cancelled
 * while it waited for the standby. So this statement writes the row again, and its own commit waits for the disk and the standby.
 */
async function findEarlier(run: Run, { now }: Dialect, { key, bodyHash }: IdempotencyKey): Promise<Added | undefined> {
  const [found] = await run<{ reference: string; isAlive: boolean | 0 | 1; isSame: boolean | 0 | 1 }>(
    `UPDATE submissions SET idempotency_key = CASE WHEN idempotency_expires_at <= ${now} THEN NULL ELSE idempotency_key END
     WHERE idempotency_key = $1
     RETURNING reference, idempotency_key IS NOT NULL AS "isAlive", body_hash = $2 AS "isSame"`,
    [key, bodyHash],
  );
  if (!found?.isAlive) return undefined;
  return found.isSame ? { outcome: 'replayed', reference: found.reference } : { outcome: 'conflict' };
}

/**
 * Stores a submission with its mails, and uses up the token. Of two processes with the same post, the unique token or key makes the
 * second wait, and find what the first has stored. All insert the token before the submission, so there is no deadlock.
 */
async function addIn(
  run: Run,
  dialect: Dialect,
  submission: NewSubmission,
  idempotency: IdempotencyKey | undefined,
  { token, required, confirms, mailDomain }: AddOptions,
): Promise<Added> {
  const findSame = async () => idempotency && (await findEarlier(run, dialect, idempotency));
  const existing = await findSame();
  if (existing) return existing;
  // This waits for any other transaction with the token.
  const spend = 'INSERT INTO used_tokens VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id';
  const verified = token !== undefined && (await run(spend, [token.id, token.expiresAt])).length > 0;
  const same = token && !verified ? await findSame() : undefined;
  if (same) return same;
  if (required && !verified) return { outcome: 'unverified' };

  const reference = newReference();
  const { key = null, bodyHash = null, lifetime = null } = idempotency ?? {};
  const fields = { ...submission, reference, verified, idempotencyKey: key, bodyHash };
  // The columns are named like the fields, in snake case.
  const columns = Object.keys(fields).map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const { now } = dialect;
  const inserted = await run(
    `INSERT INTO submissions (idempotency_expires_at, received_at, ${columns})
     VALUES (${now} + CAST($1 AS BIGINT), ${now}, ${columns.map((_, index) => `$${index + 2}`)})
     ON CONFLICT (idempotency_key) DO NOTHING RETURNING reference`,
    [lifetime, ...Object.values(fields)],
  );
  if (inserted.length === 0) {
    // Another process has just stored a submission with this key and another token. The token of this post becomes free again.
    if (verified) await run('DELETE FROM used_tokens WHERE id = $1', [token.id]);
    const stored = await findSame();
    if (!stored) throw new Error('a submission with the same key was erased at this moment');
    return stored;
  }
  await insertMail(run, dialect, 'notice', reference, mailDomain);
  if (confirms && flagsOf(fields).length === 0)
    await insertMail(run, dialect, 'confirmation', reference, mailDomain, submission.email);
  return { outcome: 'stored', reference };
}

/** The references of the submissions that an erasure target selects, oldest first. */
export async function matching(run: Run, target: ErasureTarget): Promise<string[]> {
  if (target.by === 'reference')
    return referencesIn(run, 'SELECT reference FROM submissions WHERE reference = $1', [target.reference]);
  if (target.by === 'delivery')
    return referencesIn(
      run,
      `SELECT s.reference FROM mails AS m JOIN submissions AS s ON s.reference = m.reference
       WHERE m.state = 'sent' AND m.kind = 'notice' AND m.sent_at < $1 ORDER BY s.received_at, s.reference`,
      [target.before],
    );
  // SQL cannot normalise e-mail addresses.
  const all = await run<Pick<Submission, 'reference' | 'email'>>(
    'SELECT reference, email FROM submissions ORDER BY received_at, reference',
  );
  return all.filter(({ email }) => comparableAddress(email) === target.address).map(({ reference }) => reference);
}

/**
 * Deletes submissions with their mails. Without `force`, keeps a submission while its mail is being sent: a server without SMTP_URL
 * could write the mail to a file after the deletion. Skips locked rows, so there is no deadlock. Resolves with the kept references.
 */
export async function deleteIn(
  run: Run,
  { now, isOneOf, skipLocked }: Dialect,
  references: readonly string[],
  force: boolean,
): Promise<string[]> {
  // On PostgreSQL, `skipLocked` also locks these mails, so that no other process takes them meanwhile.
  const locked = await run<{ message_id: string }>(
    `SELECT message_id FROM mails WHERE ${isOneOf('reference', '$1')}
      AND (CAST($2 AS BOOLEAN) OR coalesce(lease_until, 0) <= ${now}) ${skipLocked}`,
    [references, force],
  );
  const deletable = await referencesIn(
    run,
    `SELECT reference FROM submissions AS s WHERE ${isOneOf('reference', '$1')} AND NOT EXISTS (SELECT 1 FROM mails AS m
      WHERE m.reference = s.reference AND NOT ${isOneOf('m.message_id', '$2')}) ${skipLocked}`,
    [references, locked.map(({ message_id }) => message_id)],
  );
  await run(`DELETE FROM submissions WHERE ${isOneOf('reference', '$1')}`, [deletable]);
  return referencesIn(run, `SELECT reference FROM submissions WHERE ${isOneOf('reference', '$1')}`, [references]);
}

/** Deletes submissions with their mails. Waits for mails that are being sent, but at most `deadlines.operator.mail`. */
async function deleteAll({ dialect, transaction }: Database, references: readonly string[]): Promise<void> {
  const end = performance.now() + deadlines.operator.mail;
  let left = references;
  while (left.length > 0) {
    const force = performance.now() > end;
    // On SQLite, the deletion of 100 submissions blocks the server's writes for some milliseconds.
    const underWay = await transaction((run) => deleteIn(run, dialect, left.slice(0, 100), force));
    left = [...left.slice(100), ...underWay];
    // Meanwhile the server can write, and the sending of mails can end.
    if (left.length > 0) await sleep(10);
  }
}

export function submissionsIn(database: Database) {
  const { dialect, run, transaction, notify } = database;
  const committed = new LRUCache<string, true>({ max: 10_000 });
  return {
    /** Stores a submission with its mails, and uses up the token, in one transaction. Rejects like `Database.transaction`. */
    add: async (submission: NewSubmission, key: IdempotencyKey | undefined, options: AddOptions): Promise<Added> => {
      const added = await transaction((inside) => addIn(inside, dialect, submission, key, options));
      if (!('reference' in added)) return added;
      committed.set(added.reference, true);
      // A replay too: the first post may have been stored although its transaction rejected.
      notify();
      return added;
    },
    /** Whether a call of `add` has resolved with this reference. If so, a replay need not make sure of the commit by another write. */
    isCommitted: (reference: string): boolean => committed.has(reference),
    /** The reference of the submission with this key and body hash, if the key has not expired. */
    findByKey: async ({ key, bodyHash }: IdempotencyKey): Promise<string | undefined> => {
      const [found] = await referencesIn(
        run,
        `SELECT reference FROM submissions WHERE idempotency_key = $1 AND body_hash = $2
          AND (idempotency_expires_at IS NULL OR idempotency_expires_at > ${dialect.now})`,
        [key, bodyHash],
      );
      return found;
    },
    find: async (reference: string): Promise<ListedSubmission | undefined> => {
      const [row] = await run<ListedSubmission>(selectByReference, [reference]);
      return row && withBooleans(row);
    },
    /** The submissions that the filter selects, newest first. */
    list: async (filter: SubmissionFilter = {}): Promise<ListedSubmission[]> => {
      const { since = 0, before = Number.MAX_SAFE_INTEGER, state = null, kind = null, planId = null } = filter;
      const found = await run<ListedSubmission>(
        `SELECT * FROM listed_submissions WHERE "receivedAt" >= $1 AND "receivedAt" < $2
          AND (CAST($3 AS TEXT) IS NULL OR state = $3) AND (CAST($4 AS TEXT) IS NULL OR kind = $4)
          AND (CAST($5 AS TEXT) IS NULL OR "planId" = $5)
          AND (NOT CAST($6 AS BOOLEAN) OR "messageId" IN (SELECT message_id FROM ${missingMails}))
         ORDER BY "receivedAt" DESC, reference DESC`,
        [since, before, state, kind, planId, filter.notArrived ?? false],
      );
      return found.map(withBooleans);
    },
    matching: (target: ErasureTarget) => matching(run, target),
    delete: (references: readonly string[]) => deleteAll(database, references),
  };
}
