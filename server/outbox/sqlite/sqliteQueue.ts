import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { deadlines } from '../../lib/deadlines.ts';
import type { Database, Dialect, Run, Value } from '../database.ts';

const sqliteDialect: Dialect = {
  // A parameter that each statement gets.
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
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue);
}

type Prepared = { readonly statement: StatementSync; readonly hasTime: boolean };
const statements = new WeakMap<DatabaseSync, Map<string, Prepared>>();

function prepared(connection: DatabaseSync, sql: string): Prepared {
  const known = statements.get(connection) ?? new Map<string, Prepared>();
  const found = known.get(sql);
  if (found) return found;
  const made = { statement: connection.prepare(sql), hasTime: sql.includes(sqliteDialect.now) };
  statements.set(connection, known.set(sql, made));
  return made;
}

/** Runs one statement on a connection. Throws SQLite's errors. */
function runOn<R extends object>(connection: DatabaseSync, sql: string, values: readonly Value[] = []): R[] {
  const { statement, hasTime } = prepared(connection, sql);
  const parameters: { [name: string]: SQLInputValue } = hasTime ? { [sqliteDialect.now]: Date.now() } : {};
  for (let index = 0; index < values.length; index += 1) parameters[`$${index + 1}`] = toInput(values[index] ?? null);
  return statement.all(parameters) as R[];
}

function rollBack(connection: DatabaseSync): void {
  try {
    if (connection.isTransaction) connection.exec('ROLLBACK');
  } catch {
    // A connection stuck in a transaction is useless: its owner opens another.
    connection.close();
  }
}

/**
 * Removes deleted rows from the database and from its log of changes, which readers may keep for a while. Rejects with an `Error` of
 * one sentence if one keeps it for long.
 */
async function vacuum(run: Run): Promise<void> {
  await run('VACUUM');
  const end = performance.now() + deadlines.operator.checkpoint;
  // Who waits for a checkpoint keeps others from writing.
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

/** A database on one connection: one transaction or statement after another, each answered when it is on the disk. */
export function queuedDatabase({ connection, onError = () => {}, close }: QueueOptions): Database {
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  /** Runs `work` after all before it. */
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
    transaction: (work, { isReading = false } = {}) =>
      inTurn(async (current) => {
        // Between two transactions pages are answered.
        await nextTurn();
        current.exec(isReading ? 'BEGIN' : 'BEGIN IMMEDIATE');
        const result = await work(async (sql, values) => runOn(current, sql, values));
        current.exec('COMMIT');
        return result;
      }),
    // The one process that sends mail is the one that stores it.
    notify: () => {},
    vacuum: () => vacuum(run),
    close: closeAtLast,
    [Symbol.asyncDispose]: closeAtLast,
  };
}

/** A database on an open connection, which closes with it. */
export function databaseOn(connection: DatabaseSync): Database {
  return queuedDatabase({ connection: () => connection, close: () => connection.close() });
}
