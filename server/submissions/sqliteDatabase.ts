import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export function databaseFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'submissions.sqlite');
}

/** Waits this long for another process's transaction, in milliseconds; all else waits meanwhile. */
const timeout = 2000;

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html) that mean something to us. */
export const sqliteCodes = { busy: 5, readOnly: 8, damaged: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;

/** SQLite's primary result code of an error, if it has one. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

function schemaVersion(database: DatabaseSync): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

function attempt(database: DatabaseSync, work: () => void): DatabaseSync {
  try {
    work();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens the file for writing, making it where there is none. `migrations`: each moves the schema one version up, and
 * `PRAGMA user_version` counts those applied. `check`: a damaged file throws now and not at some later read.
 */
export function openDatabase(file: string, migrations: readonly string[], { check }: { check: boolean }) {
  const database = new DatabaseSync(file, { timeout });
  return attempt(database, () => {
    // WAL lets the operator's command line read beside the server; FULL makes each commit reach the disk before it returns.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    // Pages after which the log is emptied: what it takes up beside the database stays under a megabyte.
    database.exec('PRAGMA wal_autocheckpoint = 200');
    if (check) {
      const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
      if (found !== 'ok') throw Object.assign(new Error(found), { errcode: sqliteCodes.damaged });
    }
    inTransaction(database, () => {
      const version = schemaVersion(database);
      if (version > migrations.length)
        throw new Error(
          `${file} was written by a newer version (schema ${version}, this one knows ${migrations.length})`,
        );
      if (version === migrations.length) return;
      for (const migration of migrations.slice(version)) database.exec(migration);
      database.exec(`PRAGMA user_version = ${migrations.length}`);
    });
  });
}

/** Opens a file that a server has made and may be using. Never makes or migrates it. */
export function openDatabaseBesideServer(file: string, expectedVersion: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout });
  return attempt(database, () => {
    const version = schemaVersion(database);
    if (version !== expectedVersion)
      throw new Error(
        `${file} has schema ${version} and this version needs ${expectedVersion}: start this version's server first`,
      );
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  });
}

/** All of the work is written, or nothing of it. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      if (database.isTransaction) database.exec('ROLLBACK');
    } catch {
      // A connection stuck in a transaction is of no more use: its owner opens another.
      database.close();
    }
    throw error;
  }
}
