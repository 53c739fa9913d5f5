import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError, Pool, type PoolClient } from 'pg';
import { deadlines } from '../../lib/deadlines.ts';
import type { Database, Run, Value } from '../database.ts';
import { connectionSettings, withoutValues } from './connection.ts';
import { commit } from './durability.ts';
import { channel, postgresDialect } from './postgresDialect.ts';

export type DatabaseOptions = {
  /** The most connections at once. */
  readonly connections: number;
  /** Milliseconds for each of: getting a connection, a statement, a lock. */
  readonly timeout: number;
};

/**
 * Ends commits that nobody waits for any more. A commit waits for a synchronous standby without any timeout, and would keep
 * the server's side of a connection that was closed here.
 */
const abandonedCommits = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
  AND usename = current_user AND wait_event = 'SyncRep' AND query_start < clock_timestamp() - $1 * interval '1 ms'`;
/** The share of the timeout after which a commit counts as abandoned: the database gets it a little later than it is sent. */
const abandonedAfter = 0.9;

/** PostgreSQL's error codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/**
 * A PostgreSQL database behind a pool of connections. Errors quote no values of rows. BYTEA is a Buffer. A transaction also
 * rejects without knowing: if the connection is lost while it commits, or the commit did not wait for the disk or the standby
 * that it should have waited for. Closing waits a second at most for what is under way.
 * Opens no connection yet. Throws when a certificate file that the URL names cannot be read.
 */
export function openPostgres(databaseUrl: string, { connections, timeout }: DatabaseOptions): Database {
  const pool = new Pool({
    ...connectionSettings(databaseUrl, timeout),
    max: connections,
    idleTimeoutMillis: 60_000,
    // After a failover by name, the connections move to the new machine.
    maxLifetimeSeconds: 600,
  });
  // A connection broke while it was idle: the pool has dropped it.
  pool.on('error', () => {});
  // Or in use: the statement under way rejects, or the next one. It may break before its user could listen.
  pool.on('connect', (client) => client.on('error', () => {}));

  let isEnding = false;
  const endAbandonedCommits = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    // A database that is gone has nothing to end.
    await pool.query(abandonedCommits, [timeout * abandonedAfter]).catch(() => {});
    isEnding = false;
  };

  /** A connection on which anything failed is closed: it may be half dead, or still busy with a statement that timed out. */
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
      (await client.query<R>(sql, [...values])).rows;

  const run: Run = (sql, values) => withClient((client) => runOn(client)(sql, values));

  const close = () => Promise.race([pool.end(), sleep(deadlines.stop.database, undefined, { ref: false })]);

  return {
    dialect: postgresDialect,
    run,
    transaction: (work, { isReading = false } = {}) =>
      withClient(async (client) => {
        const begin = `BEGIN ISOLATION LEVEL ${isReading ? 'REPEATABLE READ, READ ONLY' : 'READ COMMITTED'}`;
        await client.query(begin);
        const result = await work(runOn(client));
        await commit(client);
        return result;
      }),
    notify: () => {
      // Not in a transaction: notifying commits are serialised.
      run(`NOTIFY ${channel}`).catch(() => {});
    },
    vacuum: async () => {
      await run('VACUUM submissions, mails');
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
