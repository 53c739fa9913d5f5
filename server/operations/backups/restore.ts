import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../lib/errors.ts';
import { withoutServer } from '../../outbox/sqlite/directoryLock.ts';
import { fileFault } from '../../outbox/sqlite/fileFault.ts';
import { databaseFile, isDamage, refuseOther } from '../../outbox/sqlite/sqliteDatabase.ts';
import { newBackupFile } from './automaticBackups.ts';
import { asOneFile, countChecked, putInPlace } from './backup.ts';

/** Throws a `OperatorError` for what is not there, or lacks the changes in the log beside it. */
export function refuseToRestore(file: string): void {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`);
  if (existsSync(`${file}-wal`))
    throw new OperatorError(`${file} was copied while it was in use (${file}-wal belongs to it): name a backup.`);
}

/** Copies a file and counts its submissions. Throws a `OperatorError` unless it is a whole database of ours that this version can use. */
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

/** Keeps a copy of the database that is there. One that is damaged is kept as it is, with the changes that are not in it yet. */
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
 * Puts a backup in the place of the database, in one step, and keeps the database that was there: `kept`. Rejects with a
 * `OperatorError`, and has then changed nothing, if a server is running or the file is no backup.
 */
export function restoreBackup(dataDirectory: string, file: string) {
  const present = databaseFile(dataDirectory);
  return withoutServer(dataDirectory, async () => {
    let kept: string | undefined;
    const fill = (draft: string) => copyAndCount(file, draft);
    const amount = await putInPlace(present, fill, async () => {
      kept = await keepPresent(present, dataDirectory);
      // No log of the former changes may be applied to the restored one.
      for (const end of ['-wal', '-shm', '-journal']) rmSync(`${present}${end}`, { force: true });
    });
    return { amount, kept };
  });
}
