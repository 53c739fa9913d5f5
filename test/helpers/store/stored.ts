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

function fileIn(dataDirectory: string): string {
  return path.join(dataDirectory, 'submissions.sqlite');
}

/** Reads the submissions of the server with this data directory from its database, oldest first. */
export function storedIn(dataDirectory: string): StoredRow[] {
  const database = new DatabaseSync(fileIn(dataDirectory), { readOnly: true });
  try {
    // node:sqlite returns rows with the prototype null; the copies are plain objects.
    return database
      .prepare('SELECT * FROM submissions ORDER BY received_at, rowid')
      .all()
      .map((row) => ({ ...row }) as StoredRow);
  } finally {
    database.close();
  }
}

/** Reads the secret of the server with this data directory, by which tests can sign challenges of their own. */
export function secretIn(dataDirectory: string): Uint8Array {
  const database = new DatabaseSync(fileIn(dataDirectory), { readOnly: true });
  try {
    return (database.prepare('SELECT value FROM secrets').get() as { value: Uint8Array }).value;
  } finally {
    database.close();
  }
}

function change(dataDirectory: string, sql: string): void {
  const database = new DatabaseSync(fileIn(dataDirectory), { timeout: 5000 });
  database.exec(sql);
  database.close();
}

/** Makes a submission older by `milliseconds`. */
export function receivedEarlier(dataDirectory: string, reference: string, milliseconds: number): void {
  change(
    dataDirectory,
    `UPDATE submissions SET received_at = received_at - ${milliseconds} WHERE reference = '${reference}'`,
  );
}

/** Makes the delivery of a submission older by `milliseconds`. */
export function deliveredEarlier(dataDirectory: string, reference: string, milliseconds: number): void {
  change(
    dataDirectory,
    `UPDATE submissions SET delivered_at = delivered_at - ${milliseconds} WHERE reference = '${reference}'`,
  );
}

/** Makes all pending submissions due. A running server looks at its next poll. */
export function pendingDue(dataDirectory: string): void {
  change(dataDirectory, "UPDATE submissions SET next_attempt_at = 0 WHERE state = 'pending'");
}

/** While `act` runs, every insert fails, as on a full disk. */
export async function withFullDisk(dataDirectory: string, act: () => Promise<void>): Promise<void> {
  const insert = 'CREATE TRIGGER full_disk BEFORE INSERT ON submissions';
  change(dataDirectory, `${insert} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  try {
    await act();
  } finally {
    change(dataDirectory, 'DROP TRIGGER full_disk');
  }
}
