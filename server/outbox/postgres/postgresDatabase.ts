import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient, type QueryResult, types } from 'pg';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { type Database, type Dialect, type Run, type Value, withoutNul } from '../database.ts';

types.setTypeParser(types.builtins.INT8, Number);

/** `timeout`, in milliseconds, limits each statement and each wait for a lock, and up to ten seconds also the connecting. */
function connectionSettings(databaseUrl: string, timeout: number): ClientConfig {
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
function withoutValues(error: unknown): unknown {
  if (error instanceof AggregateError && error.message === '') return error.errors[0];
  if (error instanceof DatabaseError)
    Object.assign(error, { detail: undefined, hint: undefined, where: undefined, internalQuery: undefined });
  return error;
}

/** https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS. The first integer is this program's. */
export const advisoryLocks = {
  /** Held for one transaction while the schema is changed. */
  schema: '20082008, 1',
  /** Each server that uses this database holds the lock shared, for a session. A move of the database holds it exclusively. */
  server: '20082008, 2',
  /** Held for one transaction while a process takes a confirmation. */
  confirmations: '20082008, 3',
} as const;

/** The channel of the notification that a mail has become due. */
const channel = 'submissions';

const dialect: Dialect = {
  now: '(floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)',
  isOneOf: (column, parameter) => `${column} = ANY(CAST(${parameter} AS TEXT[]))`,
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  lockConfirmations: `SELECT pg_advisory_xact_lock(${advisoryLocks.confirmations})`,
};

/** Begins a transaction. Resolves with the process id of its backend, which behind PgBouncer differs from the connection's. */
async function begin(client: PoolClient): Promise<number> {
  const both = 'BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_backend_pid() AS pid';
  const [, found] = (await client.query(both)) as unknown as readonly QueryResult<{ pid: number }>[];
  return found?.rows[0]?.pid ?? 0;
}

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

/**
 * `connections`: the most at once. `timeout`: the limit in milliseconds for getting a connection, for each statement and for each
 * wait for a lock. `isPrepared`: whether the schema is known to be current; as long as this is false, all work is rejected.
 */
type DatabaseOptions = Readonly<{ connections: number; timeout: number; isPrepared?: () => boolean }>;

const cancelCommits = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = ANY($1)
  AND datname = current_database() AND usename = current_user AND wait_event = 'SyncRep'`;

/**
 * Returns a function that cancels the commit of a backend whose answer nobody waits for any more. PostgreSQL goes on with the wait
 * for a synchronous standby, without any timeout, after we have closed the connection.
 */
function abandonIn(pool: Pool): (backend: number) => Promise<void> {
  const abandoned = new Set<number>();
  return async (backend) => {
    abandoned.add(backend);
    const backends = [...abandoned];
    // After an error, the next fault tries again.
    if (await pool.query(cancelCommits, [backends]).catch(() => undefined))
      for (const each of backends) abandoned.delete(each);
  };
}

/** PostgreSQL's code of an error; undefined for other errors. https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}

/**
 * Makes a pool of connections. The first statement opens the first connection. Throws if a certificate file of the URL cannot be
 * read. Errors quote no values of rows. BYTEA values are Buffers. Closing waits at most a second for running statements.
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

  const abandon = abandonIn(pool);
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
      if (client && sqlState(error) === undefined)
        void abandon((client as PoolClient & { processID: number }).processID);
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
        const backend = await begin(client);
        const result = await work(runOn(client));
        await commit(client).catch((error: unknown) => {
          if (sqlState(error) === undefined) void abandon(backend);
          throw error;
        });
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

/**
 * Keeps one connection that listens for the notifications of `Database.notify`. Without the connection, the mail worker finds due
 * mail by polling. The connection also holds a lock, by which a move of the database sees that a server runs. `onDue` is called for
 * each notification, and after connecting, because a mail may have become due meanwhile. Returns a function that ends all this.
 */
export function startListener(databaseUrl: string, log: Logger, onDue: () => void): () => Promise<void> {
  const stopping = new AbortController();
  let client: Client | undefined;
  let isFailing = false;

  const keepListening = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const current = new Client(connectionSettings(databaseUrl, deadlines.store.listener));
        client = current;
        const lost = new Promise<void>((resolve) => current.once('end', resolve));
        // Errors are ignored here, because the event `end` follows each of them.
        current.on('error', () => {});
        current.on('notification', onDue);
        await current.connect();
        await current.query(`LISTEN ${channel}`);
        await current.query(`SELECT pg_advisory_lock_shared(${advisoryLocks.server})`);
        if (isFailing) log.info('database notifications again');
        isFailing = false;
        onDue();
        await lost;
      } catch (error) {
        if (!isFailing && !stopping.signal.aborted)
          log.warn({ err: withoutValues(error) }, 'no database notifications: mail leaves within 15 seconds');
        isFailing = true;
      }
      client?.end().catch(() => {});
      await sleep(1_000, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };

  const ended = keepListening();
  return async () => {
    stopping.abort();
    client?.end().catch(() => {});
    await Promise.race([ended, sleep(deadlines.stop.database, undefined, { ref: false })]);
  };
}
