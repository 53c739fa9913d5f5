/** Runs one statement with the parameters `$1`, `$2`, …; resolves with its rows. Times and amounts are numbers. */
export type Run = <R extends object>(sql: string, values?: readonly Value[]) => Promise<R[]>;
export type Value = string | number | boolean | null | Uint8Array | readonly string[];

/** Makes a text that both databases can store: PostgreSQL accepts no NUL. */
export function withoutNul(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll('\0', '') : value;
}

/** The parts of a statement in which the two databases differ. */
export type Dialect = {
  /** The database's clock at the start of the statement, in milliseconds since 1970. */
  readonly now: string;
  /** The condition that a column equals one of the texts in a parameter. */
  readonly isOneOf: (column: string, parameter: string) => string;
  /** After a query: locks its rows until the transaction ends, and skips rows that other transactions have locked. */
  readonly skipLocked: string;
  /** A statement that makes other processes wait until the transaction ends. SQLite needs none. */
  readonly lockConfirmations?: string;
};

export type Database = AsyncDisposable & {
  readonly dialect: Dialect;
  readonly run: Run;
  /**
   * Runs `work` in one transaction, and resolves when its changes have reached the disk. If the transaction rejects, nothing is
   * written. `openPostgres` names an exception.
   */
  readonly transaction: <Result>(work: (run: Run) => Promise<Result>) => Promise<Result>;
  /** Tells the other processes of this database that a mail is due. */
  readonly notify: () => void;
  /** Removes deleted rows from the files. Rejects with an `Error` of one sentence if another process prevents that. */
  readonly vacuum: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Resolves with the row of a statement that always returns one row. */
export async function oneRow<R extends object>(run: Run, sql: string, values: readonly Value[] = []): Promise<R> {
  const [row] = await run<R>(sql, values);
  if (!row) throw new Error(`no row from: ${sql}`);
  return row;
}

/** The column `reference` of a statement's rows. */
export async function referencesIn(run: Run, sql: string, values: readonly Value[] = []): Promise<string[]> {
  return (await run<{ reference: string }>(sql, values)).map(({ reference }) => reference);
}
