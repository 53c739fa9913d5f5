import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Dialect, Value } from '../database.ts';
import { vacuum } from './vacuum.ts';

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
export function runOn(connection: DatabaseSync, sql: string, values: readonly Value[] = []): unknown[] {
  const { statement, hasTime } = prepared(connection, sql);
  const parameters: { [name: string]: SQLInputValue } = hasTime ? { [sqliteDialect.now]: Date.now() } : {};
  for (let index = 0; index < values.length; index += 1) parameters[`$${index + 1}`] = toInput(values[index] ?? null);
  return statement.all(parameters);
}

function rollBack(connection: DatabaseSync): void {
  try {
    if (connection.isTransaction) connection.exec('ROLLBACK');
  } catch {
    // A connection stuck in a transaction is useless: its owner opens another.
    connection.close();
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
  const closeAtLast = async () => {
    await last;
    isClosed = true;
    close();
  };

  return {
    dialect: sqliteDialect,
    run: <R extends object>(sql: string, values?: readonly Value[]) =>
      inTurn((current) => runOn(current, sql, values) as R[]),
    transaction: (work, { isReading = false } = {}) =>
      inTurn(async (current) => {
        // Between two transactions pages are answered.
        await nextTurn();
        current.exec(isReading ? 'BEGIN' : 'BEGIN IMMEDIATE');
        const result = await work(
          async <R>(sql: string, values?: readonly Value[]) => runOn(current, sql, values) as R[],
        );
        current.exec('COMMIT');
        return result;
      }),
    // The one process that sends mail is the one that stores it.
    notify: () => {},
    vacuum: () => vacuum((sql) => inTurn((current) => runOn(current, sql) as never)),
    close: closeAtLast,
    [Symbol.asyncDispose]: closeAtLast,
  };
}

/** A database on an open connection, which closes with it. */
export function databaseOn(connection: DatabaseSync): Database {
  return queuedDatabase({ connection: () => connection, close: () => connection.close() });
}
