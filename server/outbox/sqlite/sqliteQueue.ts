import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { deadlines } from '../../lib/deadlines.ts';
import { type Database, type Dialect, type Run, type Value, withoutNul } from '../database.ts';

const sqliteDialect: Dialect = {
  // `runOn` gives each statement this parameter.
  now: '$now',
  isOneOf: (column, parameter) => `${column} IN (SELECT value FROM json_each(${parameter}))`,
  skipLocked: '',
  lockConfirmations: [],
};

export type QueueOptions = {
  /** The connection to use now. Throws or rejects if there is none. */
  readonly connection: () => DatabaseSync | Promise<DatabaseSync>;
  /** Called with each error, after the transaction was rolled back. */
  readonly onError?: (error: unknown) => void;
  readonly close: () => void;
};

function toInput(value: Value): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  return (Array.isArray(value) ? JSON.stringify(value) : withoutNul(value)) as SQLInputValue;
}

/** Runs one statement on a connection. Throws SQLite's errors. */
function runOn<R extends object>(connection: DatabaseSync, sql: string, values: readonly Value[] = []): R[] {
  const statement = connection.prepare(sql);
  // Not every statement uses the time.
  statement.setAllowUnknownNamedParameters(true);
  const numbered = values.map((value, index) => [`$${index + 1}`, toInput(value)] as const);
  return statement.all({ ...Object.fromEntries(numbered), [sqliteDialect.now]: Date.now() }) as R[];
}

function rollBack(connection: DatabaseSync): void {
  try {
    if (connection.isTransaction) connection.exec('ROLLBACK');
  } catch {
    // A connection that cannot leave its transaction is useless. Its owner opens a new connection.
    connection.close();
  }
}

/**
 * Removes deleted rows from the database and from its write-ahead log. A reader can delay this. Rejects with an `Error` of one
 * sentence if a reader delays it too long.
 */
async function vacuum(run: Run): Promise<void> {
  await run('VACUUM');
  const end = performance.now() + deadlines.operator.checkpoint;
  // Do not wait inside SQLite: a checkpoint that waits blocks all writers.
  await run('PRAGMA busy_timeout = 0');
  try {
    while ((await run<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)'))[0]?.busy !== 0) {
      if (performance.now() > end)
        throw new Error('Erased, but another command still reads what was there before: run purge when it has ended.');
      await sleep(50);
    }
  } finally {
    await run(`PRAGMA busy_timeout = ${deadlines.store.sqliteLock}`);
  }
}

/** A database on one connection. Transactions and statements run one after another, and resolve when they are on the disk. */
export function queuedDatabase({ connection, onError = () => {}, close }: QueueOptions): Database {
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** Runs `work` when all earlier work has ended. */
  const inTurn = <Result>(work: (current: DatabaseSync) => Promise<Result> | Result): Promise<Result> => {
    const result = last.then(async () => {
      if (isClosed) throw new Error('the database is closed');
      const current = await connection();
      try {
        return await work(current);
      } catch (error) {
        rollBack(current);
        onError(error);
        throw error;
      }
    });
    last = result.catch(() => undefined);
    return result;
  };
  const run: Run = (sql, values) => inTurn((current) => runOn(current, sql, values));
  const closeAtLast = async () => {
    await last;
    isClosed = true;
    close();
  };

  return {
    dialect: sqliteDialect,
    run,
    transaction: (work) =>
      inTurn(async (current) => {
        // This turn of the event loop lets pages be answered between two transactions.
        await nextTurn();
        current.exec('BEGIN IMMEDIATE');
        const result = await work(async (sql, values) => runOn(current, sql, values));
        current.exec('COMMIT');
        return result;
      }),
    // Nothing to do: the process that stores submissions is also the only one that sends mail.
    notify: () => {},
    vacuum: () => vacuum(run),
    close: closeAtLast,
    [Symbol.asyncDispose]: closeAtLast,
  };
}

/** A database on an open connection. Closing the database closes the connection. */
export function databaseOn(connection: DatabaseSync): Database {
  return queuedDatabase({ connection: () => connection, close: () => connection.close() });
}
