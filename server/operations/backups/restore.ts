import { copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { deadlines } from '../../lib/deadlines.ts';
import { OperatorError } from '../../lib/errors.ts';
import { withoutServer } from '../../outbox/sqlite/directoryLock.ts';
import { databaseFile, isDamage, refuseOther } from '../../outbox/sqlite/sqliteDatabase.ts';
import { countChecked, newBackupFile, putInPlace } from './backup.ts';

/** Throws an `OperatorError` if the file is missing, or if a write-ahead log holds a part of its data. */
export function refuseToRestore(file: string): void {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  if (existsSync(`${file}-wal`))
    throw new OperatorError(`${file} was copied while it was in use (${file}-wal belongs to it): name a backup.`);
}

/** Moves the write-ahead log into the database's file. Removes the mark of a backup, so that no new backup may replace the file. */
function asOneFile(file: string): void {
  using database = new DatabaseSync(file, { timeout: deadlines.store.sqliteLock });
  database.exec('PRAGMA journal_mode = DELETE; PRAGMA application_id = 0');
}

/** Copies a backup and counts its submissions. Throws an `OperatorError` if this program cannot use the backup. */
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

/** Copies the present database, even if it is damaged, to a new backup. Returns the backup's path. */
function keepPresent(present: string, dataDirectory: string): string | undefined {
  if (!existsSync(present)) return undefined;
  try {
    // SQLite would delete the log of an empty file.
    if (statSync(present).size > 0) asOneFile(present);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const copy = newBackupFile(dataDirectory, 'before-restore');
  for (const end of ['-wal', ''].filter((name) => existsSync(`${present}${name}`)))
    putInPlace(`${copy}${end}`, (draft) => copyFileSync(`${present}${end}`, draft));
  return copy;
}

/**
 * Replaces the database by a backup in one step. Resolves with `amount`, the number of submissions, and `copy`, the path of a copy
 * of the earlier database. If a server is running or the file is no backup, rejects with an `OperatorError` and changes nothing.
 */
export function restoreBackup(dataDirectory: string, file: string) {
  const present = databaseFile(dataDirectory);
  return withoutServer(dataDirectory, async () =>
    putInPlace(present, (draft) => {
      const amount = copyAndCount(file, draft);
      const copy = keepPresent(present, dataDirectory);
      // SQLite must not apply the former database's log to the restored database.
      for (const end of ['-wal', '-shm', '-journal']) rmSync(`${present}${end}`, { force: true });
      return { amount, copy };
    }),
  );
}
