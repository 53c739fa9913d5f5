import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../../../server/outbox/sqlite/sqliteDatabase.ts';

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
  /** In milliseconds since 1970, like the other times. */
  readonly received_at: number;
  /** The state of the notice: `pending`, `delivered` or `failed`. */
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
  /** The state of the confirmation. Null: there is none. */
  readonly confirmation: string | null;
};

const submissionsWithMails = `SELECT s.*, coalesce(m.attempts, 0) AS attempts, m.last_error,
    CASE m.state WHEN 'sent' THEN 'delivered' WHEN 'failed' THEN 'failed' ELSE 'pending' END AS state,
    c.state AS confirmation
  FROM submissions AS s
  JOIN mails AS m ON m.reference = s.reference AND m.kind = 'notice'
  LEFT JOIN mails AS c ON c.reference = s.reference AND c.kind = 'confirmation'`;

/** Runs a statement on a database file. Returns the rows as plain objects, because rows of node:sqlite have the prototype null. */
export function runInFile(file: string, sql: string, readOnly = false) {
  using database = new DatabaseSync(file, { timeout: 30_000, readOnly });
  return Array.from(database.prepare(sql).all(), (row) => ({ ...row }));
}

/** The submissions in the database of a data directory, oldest first. */
export function storedIn(dataDirectory: string): StoredRow[] {
  const sql = `${submissionsWithMails} ORDER BY s.received_at, s.rowid`;
  return runInFile(databaseFile(dataDirectory), sql, true) as unknown as StoredRow[];
}

/** The secret with which the server of this data directory signs challenges. Tests sign challenges of their own with it. */
export function secretIn(dataDirectory: string): Uint8Array {
  return runInFile(databaseFile(dataDirectory), 'SELECT value FROM secrets', true)[0]?.value as Uint8Array;
}

function change(dataDirectory: string, statements: string): void {
  using database = new DatabaseSync(databaseFile(dataDirectory), { timeout: 30_000 });
  database.exec(statements);
}

/** Subtracts `milliseconds` from the times of a submission and its mails; for `delivered_at`, only from when mails were sent. */
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
  change(dataDirectory, changes[time]);
}

/** While `act` runs, each insert of a submission fails with SQLite's error of a full disk. */
export async function withFullDisk(dataDirectory: string, act: () => Promise<void>): Promise<void> {
  const insert = 'CREATE TRIGGER full_disk BEFORE INSERT ON submissions';
  change(dataDirectory, `${insert} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  try {
    await act();
  } finally {
    change(dataDirectory, 'DROP TRIGGER full_disk');
  }
}
