import { randomBytes } from 'node:crypto';
import { deadlines } from '../../lib/deadlines.ts';
import { type Row, toSubmission } from '../row.ts';
import { storableText } from '../storableText.ts';
import type { Claim, OldDeliveries, Store } from '../store.ts';
import { type Database, openDatabase, type Run } from './database/database.ts';
import { channel } from './database/listener.ts';
import { claimOn } from './postgresClaims.ts';
import { confirmationsOn } from './postgresConfirmations.ts';
import { listsOn } from './postgresLists.ts';
import { now, tablesFault } from './postgresSchema.ts';
import { submitOn } from './postgresSubmit.ts';

export type PostgresStoreOptions = {
  /** What visitors wait for. */
  readonly requests: Database;
  /** Delivery, alarms and lists, which never take a connection from visitors. */
  readonly background: Database;
  /** The right side of new Message-IDs. */
  readonly mailDomain: string;
};

/** Wakes the delivery of every server. Not in a transaction: notifying commits are serialised. */
function notify({ run }: Database): void {
  run(`NOTIFY ${channel}`).catch(() => {});
}

type Method<Name extends keyof Store> = Pick<Store, Name>;

function floodOn({ run }: Database): Method<'checkFlood'> {
  return {
    checkFlood: async ({ period, begin, end }) => {
      // Ordered, so that it reads the newest rows by their index alone.
      const [{ amount, wasActive }] = (await run(
        `SELECT EXISTS (SELECT 1 FROM flood) AS "wasActive", (SELECT count(*) FROM
          (SELECT 1 FROM submissions WHERE received_at BETWEEN ${now} - $1::bigint AND ${now} ORDER BY received_at DESC LIMIT $2) AS recent)
          AS amount`,
        [period, begin + 1],
      )) as [{ amount: number; wasActive: boolean }];
      const isActive = amount > (wasActive ? end : begin);
      if (isActive === wasActive) return { isActive, hasChanged: false };
      const changed = await run(
        isActive
          ? `INSERT INTO flood (began_at) VALUES (${now}) ON CONFLICT DO NOTHING RETURNING 1`
          : 'DELETE FROM flood RETURNING 1',
      );
      return { isActive, hasChanged: changed.length > 0 };
    },
  };
}

function secretOn({ run }: Database): Method<'secret'> {
  let secret: Uint8Array | undefined;
  return {
    secret: async () => {
      if (secret) return secret;
      await run("INSERT INTO secrets VALUES ('signing', $1) ON CONFLICT DO NOTHING", [randomBytes(32)]);
      const [{ value }] = (await run("SELECT value FROM secrets WHERE name = 'signing'")) as [{ value: Uint8Array }];
      secret = value;
      return value;
    },
  };
}

/** The outcomes of claims. */
function outcomesOn({ run }: Database): Method<'delivered' | 'postponed' | 'failed' | 'split'> {
  // The end of the lease identifies the claim: after it a worker cannot change what another has claimed.
  const ofClaims = `FROM unnest($1::text[], $2::bigint[]) AS claim (reference, lease_ends)
    WHERE submissions.reference = claim.reference AND next_attempt_at = lease_ends AND state = 'pending'`;
  const update = async (claims: readonly Claim[], change: string, values: readonly unknown[]): Promise<void> => {
    const references = claims.map(({ reference }) => reference);
    const leaseEnds = claims.map(({ nextAttemptAt }) => nextAttemptAt);
    await run(`UPDATE submissions SET ${change} ${ofClaims}`, [references, leaseEnds, ...values]);
  };
  return {
    delivered: async (references, error) => {
      const found = await run<{ reference: string }>(
        `UPDATE submissions SET state = 'delivered', delivered_at = ${now}, last_error = $2
         WHERE reference = ANY($1) RETURNING reference`,
        [references, error === undefined ? null : storableText(error)],
      );
      const there = new Set(found.map(({ reference }) => reference));
      return references.filter((reference) => !there.has(reference));
    },
    postponed: (claims, delay, error) =>
      update(claims, `next_attempt_at = ${now} + $3::bigint, last_error = $4, leased = false`, [
        delay,
        storableText(error),
      ]),
    failed: (claims, error) => update(claims, "state = 'failed', last_error = $3", [storableText(error)]),
    split: (claims, error) =>
      update(claims, `next_attempt_at = ${now}, last_error = $3, leased = false, digest = ''`, [storableText(error)]),
  };
}

function retriesOn(database: Database): Method<'retry' | 'retryFailed'> {
  const toPending = `UPDATE submissions SET state = 'pending', attempts = 0, next_attempt_at = ${now}, retried_at = ${now},
    delivered_at = NULL, leased = false, digest = ''`;
  const retry = async (condition: string, references: readonly string[]): Promise<number> => {
    const statement = `${toPending} WHERE reference = ANY($1) ${condition} RETURNING reference`;
    const retried = await database.run(statement, [references]);
    if (retried.length > 0) notify(database);
    return retried.length;
  };
  return {
    retry: async (reference) => (await retry('', [reference])) === 1,
    retryFailed: (references) => retry("AND state = 'failed'", references),
  };
}

/** The outbox in a database whose schema is current. Closing it closes the database. */
export function createPostgresStore({ requests, background, mailDomain }: PostgresStoreOptions): Store {
  const submit = submitOn(requests, mailDomain);
  return {
    submit: async (...given) => {
      const result = await submit(...given);
      if (result.outcome === 'stored') notify(background);
      return result;
    },
    replayed: async ({ key, bodyHash }) => {
      const [found] = await requests.run<{ reference: string }>(
        `SELECT reference FROM submissions WHERE idempotency_key = $1 AND body_hash = $2
          AND (idempotency_expires_at IS NULL OR idempotency_expires_at > ${now})`,
        [key, bodyHash],
      );
      return found?.reference;
    },
    ...secretOn(background),
    now: () => timeOf(requests.run),
    ...floodOn(requests),
    claim: claimOn(background),
    nextDue: async () => {
      const [{ due }] = (await background.run(
        `SELECT min(next_attempt_at) - ${now} AS due FROM submissions WHERE state = 'pending'`,
      )) as [{ due: number | null }];
      return due ?? undefined;
    },
    ...outcomesOn(background),
    ...retriesOn(background),
    find: async (reference) => {
      const [row] = await requests.run<Row>('SELECT * FROM submissions WHERE reference = $1', [reference]);
      return row && toSubmission(row);
    },
    oldDeliveries: async (time) => {
      const [found] = (await background.run(
        `SELECT last, (SELECT min(received_at) FROM submissions WHERE received_at > last) AS next,
          (SELECT max(received_at) FROM submissions) AS newest
         FROM (SELECT max(received_at) AS last FROM submissions WHERE state = 'delivered' AND delivered_at < $1) AS old`,
        [time],
      )) as [OldDeliveries];
      return found;
    },
    ...listsOn(background),
    ...confirmationsOn(background),
    probe: async () => {
      await requests.transaction((run) => run(`UPDATE probe SET probed_at = ${now}`));
    },
    close: async () => {
      await Promise.all([requests.close(), background.close()]);
    },
  };
}

async function timeOf(run: Run): Promise<number> {
  const [{ time }] = (await run(`SELECT ${now} AS time`)) as [{ time: number }];
  return time;
}

/** Opens the outbox of servers that may be running, for one command. Creates nothing. */
export async function openPostgresStoreBesideServer(
  databaseUrl: string,
  timeout: number = deadlines.operator.statement,
): Promise<Store> {
  const database = openDatabase(databaseUrl, { connections: 1, timeout });
  try {
    const fault = await tablesFault(database.run, 'The database of DATABASE_URL');
    if (fault) throw new Error(fault);
    const store = createPostgresStore({ requests: database, background: database, mailDomain: 'localhost' });
    return { ...store, close: database.close };
  } catch (error) {
    await database.close();
    throw error;
  }
}
