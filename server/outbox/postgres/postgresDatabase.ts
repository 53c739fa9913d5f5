import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, Pool, type PoolClient } from 'pg';
import { deadlines } from '../../lib/deadlines.ts';
import { type Database, type Run, type Value, withoutNul } from '../database.ts';
import { connectionSettings, withoutValues } from './connection.ts';
import { commit } from './durability.ts';
import { channel, postgresDialect } from './postgresDialect.ts';

export type DatabaseOptions = {
  /** The maximum of simultaneous connections. */
  readonly connections: number;
  /** In milliseconds, for getting a connection, for each statement and for each wait for a lock. */
  readonly timeout: number;
};

/**
 * Cancels commits that nobody waits for any more. A commit waits for a synchronous standby without any timeout, and PostgreSQL would
 * keep its side of a connection that we have closed.
 */
const abandonedCommits = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
  AND usename = current_user AND wait_event = 'SyncRep' AND query_start < clock_timestamp() - $1 * interval '1 ms'`;
/** A commit counts as abandoned after this share of the timeout. Less than 1, because the database starts to count later than we do. */
const abandonedAfter = 0.9;

/** PostgreSQL's error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/**
 * A PostgreSQL database behind a pool of connections. Errors quote no values of rows. BYTEA is a Buffer. A transaction may reject
 * although it was committed: if the connection was lost during the commit, or the commit did not wait for the disk or the standby.
 * Closing waits at most a second for running statements.
 * Opens no connection yet. Throws if a certificate file that the URL names cannot be read.
 */
export function openPostgres(databaseUrl: string, { connections, timeout }: DatabaseOptions): Database {
  const pool = new Pool({
    ...connectionSettings(databaseUrl, timeout),
    max: connections,
    idleTimeoutMillis: 60_000,
    // After a failover that changes the host's address, new connections reach the new machine.
    maxLifetimeSeconds: 600,
  });
  // This error means that an idle connection broke. The pool has removed it already.
  pool.on('error', () => {});
  // If a connection in use breaks, its current or next statement rejects. Without this listener, the error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));

  let isEnding = false;
  const endAbandonedCommits = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    // Errors are ignored: if the database is gone, there is no commit to cancel.
    await pool.query(abandonedCommits, [timeout * abandonedAfter]).catch(() => {});
    isEnding = false;
  };

  /** Closes a connection after any error: it may be broken, or still busy with a statement that timed out. */
  const withClient = async <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
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
    dialect: postgresDialect,
    run,
    transaction: (work) =>
      withClient(async (client) => {
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
        const result = await work(runOn(client));
        await commit(client);
        return result;
      }),
    notify: () => {
      // Not in the transaction: PostgreSQL lets commits with a NOTIFY wait for each other.
      run(`NOTIFY ${channel}`).catch(() => {});
    },
    vacuum: async () => {
      await run('VACUUM submissions, mails');
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
