import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Dialect, Run, Value } from '../database.ts';
import { pagesInLog } from './sqliteDatabase.ts';
import { vacuum } from './vacuum.ts';

const sqliteDialect: Dialect = {
  // A parameter that each statement gets.
  now: '$now',
  isOneOf: (column, parameter) => `${column} IN (SELECT value FROM json_each(${parameter}))`,
  skipLocked: '',
  lockConfirmations: [],
};

type Job = {
  readonly isLossy: boolean;
  readonly isReading: boolean;
  /** Runs its statements; resolves with what to call once they are committed. */
  readonly work: (run: Run) => Promise<() => void>;
  readonly reject: (error: unknown) => void;
};

export type QueueOptions = {
  /** The connection to use now. Throws if there is none. */
  readonly connection: () => DatabaseSync;
  /** Called with each error of the connection. */
  readonly onError?: (error: unknown, connection: DatabaseSync) => void;
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

/** Transactions in one commit. */
const mostJobs = 64;

/** Whether commits of a connection wait for the disk. */
const isSynced = new WeakMap<DatabaseSync, boolean>();

/**
 * The log moves into the database after a commit that was synced alone: SQLite keeps it to itself when the sync of such a move
 * fails, and what was not synced before would be lost.
 */
function sync(connection: DatabaseSync, wanted: boolean): void {
  if (isSynced.get(connection) === wanted) return;
  connection.exec(
    wanted
      ? `PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${pagesInLog}`
      : 'PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0',
  );
  isSynced.set(connection, wanted);
}

type OnError = NonNullable<QueueOptions['onError']>;

/** Runs the jobs, each in a savepoint. Throws if the transaction is lost. Returns the answers to give after the commit. */
async function runAll(connection: DatabaseSync, group: readonly Job[], onError: OnError): Promise<(() => void)[]> {
  const run: Run = async <R>(sql: string, values?: readonly Value[]) => runOn(connection, sql, values) as R[];
  const answers: (() => void)[] = [];
  for (const job of group) {
    runOn(connection, 'SAVEPOINT job');
    try {
      answers.push(await job.work(run));
    } catch (error) {
      // A full disk, for one, rolls all of it back.
      if (!connection.isTransaction) throw error;
      runOn(connection, 'ROLLBACK TO job');
      answers.push(() => {
        job.reject(error);
        onError(error, connection);
      });
    }
    runOn(connection, 'RELEASE job');
  }
  return answers;
}

/** Runs the jobs in one transaction, and answers them. */
async function commit(connection: DatabaseSync, group: readonly Job[], onError: OnError): Promise<void> {
  let answers: (() => void)[];
  try {
    const isSyncWanted = group.some(({ isLossy }) => !isLossy);
    sync(connection, isSyncWanted);
    connection.exec(group.every(({ isReading }) => isReading) ? 'BEGIN' : 'BEGIN IMMEDIATE');
    answers = await runAll(connection, group, onError);
    connection.exec('COMMIT');
  } catch (error) {
    answers = group.map(
      ({ reject }) =>
        () =>
          reject(error),
    );
    try {
      if (connection.isTransaction) connection.exec('ROLLBACK');
    } catch {
      // A connection stuck in a transaction is useless: its owner opens another.
      connection.close();
    }
    onError(error, connection);
  }
  for (const answer of answers) answer();
}

/**
 * A database on one connection. The transactions of one turn of the event loop are one transaction with a savepoint for
 * each, and are answered after its one sync. Nothing else sees what is not committed. docs/decisions/0035-group-commit.md
 */
export function queuedDatabase({ connection, onError = () => {}, close }: QueueOptions): Database {
  const jobs: Job[] = [];
  const waiting: (() => void)[] = [];
  let isOpen = false;
  let isDraining = false;

  const drain = async (): Promise<void> => {
    isDraining = true;
    while (jobs.length > 0) {
      // Requests are taken one in each turn: as long as each brings a job, they share a commit.
      for (let known = 0; jobs.length > known && jobs.length < mostJobs; ) {
        known = jobs.length;
        await nextTurn();
      }
      const group = jobs.splice(0, mostJobs);
      isOpen = true;
      try {
        await commit(connection(), group, onError);
      } catch (error) {
        // There is no connection.
        for (const { reject } of group) reject(error);
      }
      isOpen = false;
      for (const run of waiting.splice(0)) run();
    }
    isDraining = false;
  };

  const runNow = (sql: string, values: readonly Value[] | undefined): unknown[] => {
    const current = connection();
    try {
      sync(current, true);
      return runOn(current, sql, values);
    } catch (error) {
      onError(error, current);
      throw error;
    }
  };

  const run: Run = <R extends object>(sql: string, values?: readonly Value[]) =>
    new Promise<R[]>((resolve, reject) => {
      const now = () => {
        try {
          resolve(runNow(sql, values) as R[]);
        } catch (error) {
          reject(error);
        }
      };
      if (isOpen) waiting.push(now);
      else now();
    });

  const closeAtLast = async () => {
    while (isDraining) await nextTurn();
    close();
  };

  return {
    dialect: sqliteDialect,
    run,
    transaction: <Result>(work: (run: Run) => Promise<Result>, { isLossy = false, isReading = false } = {}) =>
      new Promise<Result>((resolve, reject) => {
        const answered = async (run: Run) => {
          const result = await work(run);
          return () => resolve(result);
        };
        jobs.push({ isLossy, isReading, work: answered, reject });
        if (!isDraining) void drain();
      }),
    vacuum: () => vacuum(run),
    close: closeAtLast,
    [Symbol.asyncDispose]: closeAtLast,
  };
}
