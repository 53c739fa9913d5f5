import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { deadlines } from '../../lib/deadlines.ts';
import { OperatorError } from '../../lib/errors.ts';
import { withoutServer } from '../../outbox/sqlite/directoryLock.ts';
import { databaseFile, isDamage, refuseOther } from '../../outbox/sqlite/sqliteDatabase.ts';
import { newBackupFile } from './automaticBackups.ts';
import { countChecked, putInPlace } from './backup.ts';

/** Throws an `OperatorError` if the file is missing, or incomplete because a write-ahead log belongs to the file. */
export function refuseToRestore(file: string): void {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  if (existsSync(`${file}-wal`))
    throw new OperatorError(`${file} was copied while it was in use (${file}-wal belongs to it): name a backup.`);
}

/** Makes a database a single file, without a write-ahead log and without the mark of a backup. */
function asOneFile(file: string): void {
  using database = new DatabaseSync(file, { timeout: deadlines.store.sqliteLock });
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA application_id = 0');
}

/** Copies a file and counts its submissions. Throws an `OperatorError` unless the file is an undamaged database for this version. */
function copyAndCount(file: string, draft: string): number {
  copyFileSync(file, draft);
  try {
    asOneFile(draft);
    using database = new DatabaseSync(draft);
    refuseOther(database, file, { isChanged: true });
    return countChecked(database);
  } catch (error) {
    throw new OperatorError(`${file} is no backup that can be used (${(error as Error).message}).`, { cause: error });
  }
}

/** Keeps the present database as a backup. A damaged database is kept unchanged, with its write-ahead log. */
function keepPresent(present: string, dataDirectory: string): string | undefined {
  if (!existsSync(present)) return undefined;
  try {
    asOneFile(present);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const kept = newBackupFile(dataDirectory, 'before-restore');
  for (const end of ['-wal', ''].filter((name) => existsSync(`${present}${name}`)))
    putInPlace(`${kept}${end}`, (draft) => copyFileSync(`${present}${end}`, draft));
  return kept;
}

/**
 * Replaces the database by a backup in one step. `kept` is the path of the copy of the earlier database. Rejects with an
 * `OperatorError` if a server is running or the file is no backup. Then nothing is changed.
 */
export function restoreBackup(dataDirectory: string, file: string) {
  const present = databaseFile(dataDirectory);
  return withoutServer(dataDirectory, async () =>
    putInPlace(present, (draft) => {
      const amount = copyAndCount(file, draft);
      const kept = keepPresent(present, dataDirectory);
      // SQLite must not apply the former database's log to the restored database.
      for (const end of ['-wal', '-shm', '-journal']) rmSync(`${present}${end}`, { force: true });
      return { amount, kept };
    }),
  );
}
