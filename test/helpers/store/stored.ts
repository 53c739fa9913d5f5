import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A row of the table `submissions`, with what has become of the mails about it. */
export type StoredRow = {
  readonly reference: string;
  readonly kind: string;
  readonly plan_id: string | null;
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly phone: string;
  readonly message: string;
  /** This and the other times: milliseconds since 1970. */
  readonly received_at: number;
  /** Of the operator's mail: `pending`, `delivered` or `failed`. */
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly next_attempt_at: number;
  readonly delivered_at: number | null;
  /** The state of the sender's mail; null: there is none. */
  readonly confirmation: string | null;
};

/** Reads such rows from either database. */
export const submissionsWithMails = `SELECT s.*, coalesce(m.attempts, 0) AS attempts, m.last_error,
    CASE m.state WHEN 'sent' THEN 'delivered' WHEN 'failed' THEN 'failed' ELSE 'pending' END AS state,
    coalesce(m.lease_until, m.due_at) AS next_attempt_at, m.sent_at AS delivered_at, c.state AS confirmation
  FROM submissions AS s
  JOIN mails AS m ON m.reference = s.reference AND m.kind = 'notice'
  LEFT JOIN mails AS c ON c.reference = s.reference AND c.kind = 'confirmation'`;

function withDatabase<Result>(directory: string, work: (database: DatabaseSync) => Result, readOnly = false): Result {
  using database = new DatabaseSync(path.join(directory, 'submissions.sqlite'), { timeout: 30_000, readOnly });
  return work(database);
}

function rowsIn(dataDirectory: string, sql: string) {
  return withDatabase(dataDirectory, (database) => database.prepare(sql).all(), true);
}

/** Runs a statement on a database file. Returns its rows as plain objects: those of node:sqlite have the prototype null. */
export function runInFile(file: string, sql: string) {
  using database = new DatabaseSync(file, { timeout: 30_000 });
  return database
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));
}

/** Reads the submissions of the server with this data directory from its database, oldest first. */
export function storedIn(dataDirectory: string): StoredRow[] {
  // node:sqlite returns rows with the prototype null; the copies are plain objects.
  return rowsIn(dataDirectory, `${submissionsWithMails} ORDER BY s.received_at, s.rowid`).map(
    (row) => ({ ...row }) as StoredRow,
  );
}

/** Reads the secret of the server with this data directory, by which tests can sign challenges of their own. */
export function secretIn(dataDirectory: string): Uint8Array {
  return rowsIn(dataDirectory, 'SELECT value FROM secrets')[0]?.value as Uint8Array;
}

/** Makes a submission older by `milliseconds`, with what is to come of it, or its delivery earlier. */
export function receivedEarlier(
  dataDirectory: string,
  reference: string,
  milliseconds: number,
  time: 'received_at' | 'delivered_at' = 'received_at',
): void {
  const [about, earlier] = [`reference = '${reference}'`, `- ${milliseconds}`];
  const changes = {
    received_at: `UPDATE submissions SET received_at = received_at ${earlier} WHERE ${about};
      UPDATE mails SET pending_since = pending_since ${earlier}, due_at = due_at ${earlier},
        lease_until = lease_until ${earlier} WHERE ${about}`,
    delivered_at: `UPDATE mails SET sent_at = sent_at ${earlier} WHERE ${about}`,
  };
  withDatabase(dataDirectory, (database) => database.exec(changes[time]));
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
