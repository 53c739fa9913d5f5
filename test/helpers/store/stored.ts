import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A row of the table `submissions`. */
export type StoredRow = {
  readonly reference: string;
  readonly kind: string;
  readonly plan_id: string | null;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly phone: string;
  readonly message: string;
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
  /** This and the other times: milliseconds since 1970. */
  readonly received_at: number;
  readonly next_attempt_at: number;
  readonly confirmation: string | null;
};

function withDatabase<Result>(directory: string, work: (database: DatabaseSync) => Result, readOnly = false): Result {
  const database = new DatabaseSync(path.join(directory, 'submissions.sqlite'), { timeout: 30_000, readOnly });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function rowsIn(dataDirectory: string, sql: string) {
  return withDatabase(dataDirectory, (database) => database.prepare(sql).all(), true);
}

/** Reads the submissions of the server with this data directory from its database, oldest first. */
export function storedIn(dataDirectory: string): StoredRow[] {
  // node:sqlite returns rows with the prototype null; the copies are plain objects.
  return rowsIn(dataDirectory, 'SELECT * FROM submissions ORDER BY received_at, rowid').map(
    (row) => ({ ...row }) as StoredRow,
  );
}

/** Reads the secret of the server with this data directory, by which tests can sign challenges of their own. */
export function secretIn(dataDirectory: string): Uint8Array {
  return rowsIn(dataDirectory, 'SELECT value FROM secrets')[0]?.value as Uint8Array;
}

/** Makes a submission older by `milliseconds`, or another of its times earlier. */
export function receivedEarlier(
  dataDirectory: string,
  reference: string,
  milliseconds: number,
  column = 'received_at',
): void {
  const sql = `UPDATE submissions SET ${column} = ${column} - ${milliseconds} WHERE reference = '${reference}'`;
  withDatabase(dataDirectory, (database) => database.exec(sql));
}

/** While `act` runs, every insert fails, as on a full disk. */
export async function withFullDisk(dataDirectory: string, act: () => Promise<void>): Promise<void> {
  const insert = 'CREATE TRIGGER full_disk BEFORE INSERT ON submissions';
  const change = (sql: string) => withDatabase(dataDirectory, (database) => database.exec(sql));
  change(`${insert} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  try {
    await act();
  } finally {
    change('DROP TRIGGER full_disk');
  }
}
