/** Runs a statement with the parameters `$1`, `$2`, …; resolves with its rows. BIGINT columns and counts become numbers. */
export type Run = <R extends object>(sql: string, values?: readonly Value[]) => Promise<R[]>;
export type Value = string | number | boolean | null | Uint8Array | readonly string[];

/** Removes NUL characters from a text. PostgreSQL cannot store them, and both databases are to store the same. */
export function withoutNul(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll('\0', '') : value;
}

/** The parts of a statement in which the two databases differ. */
export type Dialect = {
  /** An expression for the time on the database's clock at the start of the statement, in milliseconds since 1970. */
  readonly now: string;
  /** Makes the condition that a column equals one of the texts in a parameter, which is an array. */
  readonly isOneOf: (column: string, parameter: string) => string;
  /** The end of a query. It locks the found rows until the transaction ends, and skips rows that other transactions have locked. */
  readonly skipLocked: string;
  /** A statement after which no other process can take a confirmation until the transaction ends. SQLite needs none. */
  readonly lockConfirmations?: string;
};

export type Database = AsyncDisposable & {
  readonly dialect: Dialect;
  readonly run: Run;
  /**
   * Runs `work` in one transaction, and resolves when its changes have reached the disk. If the transaction rejects, nothing is
   * written. But if a commit on PostgreSQL rejects, the changes may have been written.
   */
  readonly transaction: <Result>(work: (run: Run) => Promise<Result>) => Promise<Result>;
  /** Tells the processes that use this database that a mail is due. */
  readonly notify: () => void;
  /** Removes what is left of deleted rows in the database's files. Rejects with an `Error` if another process prevents that. */
  readonly vacuum: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function oneRow<R extends object>(run: Run, sql: string, values: readonly Value[] = []): Promise<R> {
  const [row] = await run<R>(sql, values);
  if (!row) throw new Error(`no row from: ${sql}`);
  return row;
}

export async function referencesIn(run: Run, sql: string, values: readonly Value[] = []): Promise<string[]> {
  return (await run<{ reference: string }>(sql, values)).map(({ reference }) => reference);
}
