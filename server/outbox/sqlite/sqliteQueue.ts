import { existsSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { dataEntries } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { OperatorError } from '../../lib/errors.ts';
import { type Database, type Dialect, type Run, type Value, withoutNul } from '../database.ts';
import { lockDirectory } from './directoryLock.ts';
import { databaseFile, openingFault, openSqlite, sqliteCode, sqliteCodes } from './sqliteDatabase.ts';

const sqliteDialect: Dialect = {
  // The name of a parameter. `runOn` sets it to the time of this machine.
  now: '$now',
  isOneOf: (column, parameter) => `${column} IN (SELECT value FROM json_each(${parameter}))`,
  skipLocked: '',
};

function toInput(value: Value): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  return (Array.isArray(value) ? JSON.stringify(value) : withoutNul(value)) as SQLInputValue;
}

/** Runs one statement on a connection. Throws SQLite's errors. */
function runOn<R extends object>(connection: DatabaseSync, sql: string, values: readonly Value[] = []): R[] {
  const statement = connection.prepare(sql);
  // Without this, a statement that does not use `$now` would fail.
  statement.setAllowUnknownNamedParameters(true);
  const numbered = values.map((value, index) => [`$${index + 1}`, toInput(value)] as const);
  return statement.all({ ...Object.fromEntries(numbered), [sqliteDialect.now]: Date.now() }) as R[];
}

function rollBack(connection: DatabaseSync): void {
  try {
    if (connection.isTransaction) connection.exec('ROLLBACK');
  } catch {
    // A connection that cannot leave its transaction is useless. After this close, the next use opens a new connection.
    connection.close();
  }
}

/** Removes what is left of deleted rows, in the write-ahead log too. Rejects if another process reads them for too long. */
async function vacuum(run: Run): Promise<void> {
  await run('VACUUM');
  const end = performance.now() + deadlines.operator.checkpoint;
  // Do not wait inside SQLite: a checkpoint that waits blocks all writers.
  await run('PRAGMA busy_timeout = 0');
  try {
    while ((await run<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)'))[0]?.busy !== 0) {
      if (performance.now() > end)
        throw new Error('Erased, but another command still reads the old rows: run purge when that command has ended.');
      await sleep(50);
    }
  } finally {
    await run(`PRAGMA busy_timeout = ${deadlines.store.sqliteLock}`);
  }
}

/**
 * A database on one connection. Transactions and statements run one after another. They resolve when their changes are on disk.
 * `connection`: the connection to use now, for a transaction or a single statement. `onError` is called with each error, after the transaction was rolled back.
 */
function queuedDatabase(
  connection: (isTransaction: boolean) => DatabaseSync | Promise<DatabaseSync>,
  close: () => void,
  onError: (error: unknown) => void = () => {},
) {
  let notify = () => {};
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const inTurn = <Result>(
    isTransaction: boolean,
    work: (current: DatabaseSync) => Promise<Result> | Result,
  ): Promise<Result> => {
    const result = last.then(async () => {
      if (isClosed) throw new Error('the database is closed');
      const current = await connection(isTransaction);
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
  const run: Run = (sql, values) => inTurn(false, (current) => runOn(current, sql, values));
  const closeAtLast = async () => {
    await last;
    isClosed = true;
    close();
  };

  return {
    dialect: sqliteDialect,
    run,
    transaction: <Result>(work: (run: Run) => Promise<Result>) =>
      inTurn(true, async (current) => {
        // Calls of SQLite block the event loop. This turn of the loop lets the server answer requests between two transactions.
        await nextTurn();
        current.exec('BEGIN IMMEDIATE');
        const result = await work(async (sql, values) => runOn(current, sql, values));
        current.exec('COMMIT');
        return result;
      }),
    // The process that stores submissions is also the only one that sends mail.
    notify: () => notify(),
    listen: (onDue: () => void) => {
      notify = onDue;
    },
    vacuum: () => vacuum(run),
    close: closeAtLast,
    [Symbol.asyncDispose]: closeAtLast,
  };
}

export function databaseOn(connection: DatabaseSync): Database {
  const close = () => connection.close();
  return queuedDatabase(() => connection, close);
}

export type ExclusiveOptions = {
  readonly dataDirectory: string;
  readonly log: Logger;
  /** Called before the first opening, which may change the schema of an existing database. */
  readonly backUp: (directory: string) => Promise<void>;
};

/** After these errors the connection still works: another process holds the lock, the disk is full, a key is taken. */
const harmless = new Set<number | undefined>([sqliteCodes.busy, sqliteCodes.full, sqliteCodes.constraint]);

/**
 * The database of a data directory under an exclusive lock. The first use opens the file. If opening fails, or after an error of
 * SQLite such as a failed sync, the next use opens it again. Rejects with an `OperatorError` if waiting cannot cure the fault.
 */
export function exclusiveDatabase({ dataDirectory, log, backUp }: ExclusiveOptions) {
  const file = databaseFile(dataDirectory);
  let lock: DatabaseSync | undefined;
  let connection: DatabaseSync | undefined;
  let wasOpen = false;
  let isNew = false;

  const openFile = async (): Promise<DatabaseSync> => {
    try {
      lock ??= lockDirectory(dataDirectory, dataEntries.serverLock.name, deadlines.store.directoryLock);
      if (!lock)
        throw new OperatorError(
          `another server, or a move or restore, is running on ${dataDirectory}: only one may use a DATA_DIR`,
        );
      if (!wasOpen) await backUp(dataDirectory);
      const isMissing = !existsSync(file);
      const opened = openSqlite(file, { check: !wasOpen });
      isNew ||= isMissing;
      if (wasOpen) log.warn('database opened again');
      wasOpen = true;
      return opened;
    } catch (error) {
      throw openingFault(file, error);
    }
  };

  const current = async (isTransaction: boolean): Promise<DatabaseSync> => {
    // A transaction stores a submission. The folder may have been removed: its deleted file still accepts writes, and they are lost.
    if (isTransaction && connection?.isOpen && !existsSync(file)) connection.close();
    if (!connection?.isOpen) connection = await openFile();
    return connection;
  };
  const close = (): void => {
    if (connection?.isOpen) connection.close();
    if (lock?.isOpen) lock.close();
  };
  const closeAfter = (error: unknown): void => {
    const code = sqliteCode(error);
    if (code === undefined || harmless.has(code) || !connection?.isOpen) return;
    try {
      connection.close();
    } catch {
      // The disk still fails. Opening the file again will report the error.
    }
  };
  /** `isNew`: whether this process has created the file. */
  return { database: queuedDatabase(current, close, closeAfter), isNew: () => isNew };
}
