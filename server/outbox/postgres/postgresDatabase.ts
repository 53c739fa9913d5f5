import { setTimeout as sleep } from 'node:timers/promises';
import { type ClientConfig, DatabaseError, Pool, type PoolClient, types } from 'pg';
import { deadlines } from '../../lib/deadlines.ts';
import { type Database, type Dialect, type Run, type Value, withoutNul } from '../database.ts';

types.setTypeParser(types.builtins.INT8, Number);

/**
 * The settings of a connection. `timeout`, in milliseconds, limits each statement and each wait for a lock. Connecting may take
 * as long as `timeout`, but at most ten seconds: the machine of the database may be gone.
 */
export function connectionSettings(databaseUrl: string, timeout: number): ClientConfig {
  return {
    application_name: 'website',
    connectionString: databaseUrl,
    connectionTimeoutMillis: Math.min(timeout, deadlines.store.connection),
    query_timeout: timeout,
    statement_timeout: timeout,
    lock_timeout: timeout,
    idle_in_transaction_session_timeout: timeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * Removes the fields of an error in which PostgreSQL quotes values of rows, so that the error may be logged. If Node reached no IP
 * address of a host, its error is a list without a message. Then returns the error of the first IP address.
 */
export function withoutValues(error: unknown): unknown {
  if (error instanceof AggregateError && error.message === '') return error.errors[0];
  if (error instanceof DatabaseError)
    Object.assign(error, { detail: undefined, hint: undefined, where: undefined, internalQuery: undefined });
  return error;
}

/** The first of the two integers that are the key of an advisory lock. All advisory locks of this program share this integer. */
const program = 20_082_008;
/** https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS */
export const advisoryLocks = {
  /** Held for one transaction while the schema is changed. */
  schema: `${program}, 1`,
  /** Each server that uses this database holds the lock shared, for a session. A move of the database holds it exclusively. */
  server: `${program}, 2`,
  /** Held for one transaction while a process takes a confirmation. */
  confirmations: `${program}, 3`,
} as const;

/** The channel of the notification that a mail has become due. */
export const channel = 'submissions';

const dialect: Dialect = {
  now: '(floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)',
  isOneOf: (column, parameter) => `${column} = ANY(CAST(${parameter} AS TEXT[]))`,
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  lockConfirmations: `SELECT pg_advisory_xact_lock(${advisoryLocks.confirmations})`,
};

/** Commits. Rejects after a warning too: if the wait for a synchronous standby is cancelled, PostgreSQL commits and only warns. */
async function commit(client: PoolClient): Promise<void> {
  let warning: string | undefined;
  const note = ({ code, message }: { code?: string | undefined; message?: string | undefined }) => {
    // A code that begins with `00` means success. The severity cannot be compared, because it is in the server's language.
    if (!code?.startsWith('00')) warning = message;
  };
  client.on('notice', note);
  const { command } = await client.query('COMMIT');
  client.off('notice', note);
  if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
  if (warning !== undefined) throw new Error(`committed, but not as safely as configured: ${warning}`);
}

export type DatabaseOptions = {
  /** The maximum of simultaneous connections. */
  readonly connections: number;
  /** The limit in milliseconds for getting a connection, for each statement and for each wait for a lock. */
  readonly timeout: number;
  /** Whether the schema is known to be current. As long as this is false, all work is rejected. */
  readonly isPrepared?: () => boolean;
};

/**
 * Cancels commits that nobody waits for any more. A commit waits for a synchronous standby without any timeout. PostgreSQL goes on
 * with this wait after we have closed the connection.
 */
const abandonedCommits = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
  AND usename = current_user AND wait_event = 'SyncRep' AND query_start < clock_timestamp() - $1 * interval '1 ms'`;

/** PostgreSQL's code of an error; undefined for other errors. https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/**
 * Makes a pool of connections to a PostgreSQL database. The first statement opens the first connection. Throws if a certificate
 * file that the URL names cannot be read. Errors quote no values of rows. BYTEA values are Buffers. A transaction may reject
 * although it was committed: if the connection was lost during the commit, or the wait for the standby was cancelled. Closing waits
 * at most a second for running statements.
 */
export function openPostgres(
  databaseUrl: string,
  { connections, timeout, isPrepared = () => true }: DatabaseOptions,
): Database {
  const pool = new Pool({
    ...connectionSettings(databaseUrl, timeout),
    max: connections,
    idleTimeoutMillis: 60_000,
    // A failover may give the host another IP address. New connections reach it, so each connection ends after ten minutes.
    maxLifetimeSeconds: 600,
  });
  // This error means that an idle connection broke. The pool has removed the connection already.
  pool.on('error', () => {});
  // If a connection in use breaks, its current or next statement rejects. Without this listener, the error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));

  let isEnding = false;
  const endAbandonedCommits = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    // 90 % of the timeout, because the database begins to count later than we do. After an error, the next fault tries again.
    await pool.query(abandonedCommits, [timeout * 0.9]).catch(() => {});
    isEnding = false;
  };

  /** Runs `work`. Closes the connection after any error: it may be broken, or still busy with a statement that timed out. */
  const withClient = async <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
    if (!isPrepared()) throw new Error('the database has not been reached since the start');
    let client: PoolClient | undefined;
    try {
      client = await pool.connect();
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client?.release(true);
      if (client && sqlState(error) === undefined) void endAbandonedCommits();
      throw withoutValues(error);
    }
  };
  const runOn =
    (client: PoolClient): Run =>
    async <R extends object>(sql: string, values: readonly Value[] = []) =>
      (await client.query<R>(sql, values.map(withoutNul))).rows;

  const run: Run = (sql, values) => withClient((client) => runOn(client)(sql, values));

  const close = () => Promise.race([pool.end(), sleep(deadlines.stop.database, undefined, { ref: false })]);

  return {
    dialect,
    run,
    transaction: (work) =>
      withClient(async (client) => {
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
        const result = await work(runOn(client));
        await commit(client);
        return result;
      }),
    notify: () => {
      // Sent after the transaction, not in it: PostgreSQL makes commits with a NOTIFY wait for each other.
      run(`NOTIFY ${channel}`).catch(() => {});
    },
    vacuum: async () => {
      await run('VACUUM submissions, mails');
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
