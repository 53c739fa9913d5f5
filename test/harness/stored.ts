import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A row as it lies in the file. */
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
};

const fileIn = (dataDirectory: string): string => path.join(dataDirectory, 'submissions.sqlite');

/** What a server has stored, read beside it from its file, oldest first. */
export const storedIn = (dataDirectory: string): StoredRow[] => {
  const database = new DatabaseSync(fileIn(dataDirectory), { readOnly: true });
  try {
    // The rows' prototype is null, which no expectation is about.
    return database
      .prepare('SELECT * FROM submissions ORDER BY received_at, rowid')
      .all()
      .map((row) => ({ ...row }) as StoredRow);
  } finally {
    database.close();
  }
};

/** While `act` runs, every insert fails as it would on a full disk. */
export const withFullDisk = async (dataDirectory: string, act: () => Promise<void>): Promise<void> => {
  const change = (sql: string) => {
    const database = new DatabaseSync(fileIn(dataDirectory), { timeout: 5000 });
    database.exec(sql);
    database.close();
  };
  change(`CREATE TRIGGER full_disk BEFORE INSERT ON submissions
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  try {
    await act();
  } finally {
    change('DROP TRIGGER full_disk');
  }
};
