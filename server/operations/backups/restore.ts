import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../lib/errors.ts';
import { withoutServer } from '../../outbox/sqlite/directoryLock.ts';
import { fileFault } from '../../outbox/sqlite/fileFault.ts';
import { databaseFile, isDamage, refuseOther } from '../../outbox/sqlite/sqliteDatabase.ts';
import { newBackupFile } from './automaticBackups.ts';
import { asOneFile, countChecked, putInPlace } from './backup.ts';

/** Throws an `OperatorError` if the file is missing, or if there is a write-ahead log beside it: then the file alone is incomplete. */
export function refuseToRestore(file: string): void {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  if (existsSync(`${file}-wal`))
    throw new OperatorError(`${file} was copied while it was in use (${file}-wal belongs to it): name a backup.`);
}

/** Copies a file and counts its submissions. Throws an `OperatorError` unless it is an undamaged database that this version can use. */
function copyAndCount(file: string, draft: string): number {
  copyFileSync(file, draft);
  try {
    asOneFile(draft, { marked: false });
    using database = new DatabaseSync(draft);
    refuseOther(database, file, { isChanged: true });
    return countChecked(database);
  } catch (error) {
    throw new OperatorError(`${file} is no backup that can be used (${(error as Error).message}).`, { cause: error });
  }
}

/** Keeps the present database as a backup. A damaged database is kept as it is, with its write-ahead log. */
async function keepPresent(present: string, dataDirectory: string): Promise<string | undefined> {
  if (!existsSync(present)) return undefined;
  try {
    asOneFile(present, { marked: false });
  } catch (error) {
    if (!isDamage(error)) throw fileFault(present, error);
  }
  const kept = newBackupFile(dataDirectory, 'before-restore');
  for (const end of ['-wal', ''])
    if (existsSync(`${present}${end}`))
      await putInPlace(`${kept}${end}`, (draft) => copyFileSync(`${present}${end}`, draft));
  return kept;
}

/**
 * Replaces the database by a backup in one step. `kept` is the path of the copy of the earlier database. Rejects with an
 * `OperatorError` if a server is running or the file is no backup; then nothing is changed.
 */
export function restoreBackup(dataDirectory: string, file: string) {
  const present = databaseFile(dataDirectory);
  return withoutServer(dataDirectory, async () => {
    let kept: string | undefined;
    const fill = (draft: string) => copyAndCount(file, draft);
    const amount = await putInPlace(present, fill, async () => {
      kept = await keepPresent(present, dataDirectory);
      // SQLite must not apply the former database's log to the restored database.
      for (const end of ['-wal', '-shm', '-journal']) rmSync(`${present}${end}`, { force: true });
    });
    return { amount, kept };
  });
}
