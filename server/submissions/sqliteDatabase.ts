import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The path of the database in a data directory. */
export function databaseFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'submissions.sqlite');
}

/** How long a statement waits for another process's transaction, in milliseconds. It blocks the event loop. */
const timeout = 2000;

/** SQLite's primary result codes that this program tells apart: https://www.sqlite.org/rescode.html */
export const sqliteCodes = { busy: 5, readOnly: 8, damaged: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const;

/** The primary result code of an SQLite error; undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

function schemaVersion(database: DatabaseSync): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

function refuseNewer(file: string, version: number, known: number): void {
  if (version > known)
    throw new Error(`${file} was written by a newer version (schema ${version}, this one knows ${known})`);
}

/** Runs `work`; closes the database when it throws. */
function setUp(database: DatabaseSync, work: () => void): DatabaseSync {
  try {
    work();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens or creates the file for writing and applies the migrations that it lacks. `check`: a damaged file throws now,
 * not at a later read. Throws SQLite's errors, and an `Error` for the file of a newer version.
 */
export function openDatabase(file: string, migrations: readonly string[], { check }: { check: boolean }) {
  const database = new DatabaseSync(file, { timeout });
  return setUp(database, () => {
    // WAL lets the operator's command line read beside the server; with FULL each commit reaches the disk before it returns.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
    // In pages: keeps the write-ahead log under a megabyte.
    database.exec('PRAGMA wal_autocheckpoint = 200');
    if (check) {
      const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
      if (found !== 'ok') throw Object.assign(new Error(found), { errcode: sqliteCodes.damaged });
    }
    inTransaction(database, () => {
      const version = schemaVersion(database);
      refuseNewer(file, version, migrations.length);
      if (version === migrations.length) return;
      for (const migration of migrations.slice(version)) database.exec(migration);
      database.exec(`PRAGMA user_version = ${migrations.length}`);
    });
  });
}

/** Opens the file of a server that may be running. Never creates or migrates it; throws for another schema version. */
export function openDatabaseBesideServer(file: string, expectedVersion: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout });
  return setUp(database, () => {
    const version = schemaVersion(database);
    refuseNewer(file, version, expectedVersion);
    if (version < expectedVersion)
      throw new Error(
        `${file} has schema ${version} and this version needs ${expectedVersion}: start this version's server first`,
      );
    database.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  });
}

/** Runs `work` in one transaction; rolls back and rethrows its error. */
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
      // A connection stuck in a transaction is useless: its owner opens another.
      database.close();
    }
    throw error;
  }
}
