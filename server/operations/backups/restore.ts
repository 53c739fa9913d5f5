import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sync } from '../../lib/sync.ts';
import { Failure } from '../../outbox/faults.ts';
import { withoutServer } from '../../outbox/sqlite/directoryLock.ts';
import {
  databaseFile,
  isDamage,
  refuseOther,
  schemaVersion,
  sqliteCode,
  sqliteCodes,
} from '../../outbox/sqlite/sqliteDatabase.ts';
import { newBackupFile, removeOldest } from './automaticBackups.ts';
import { asOneFile, type Counts, checkedCounts, putInPlace, removeDraft, writeFault } from './backup.ts';

export type Restored = {
  readonly counts: Counts;
  /** Where the database that was there before is kept. */
  readonly kept: string | undefined;
  /** Whether that one was damaged, and is kept as it was. */
  readonly wasDamaged: boolean;
};

/** Throws a `Failure` unless the copy is a whole database of ours that this version can use. */
function check(draft: string, file: string): Counts {
  const isNone = (reason: string) => new Failure(`${file} is no backup of this site (${reason}).`);
  using database = new DatabaseSync(draft);
  try {
    const counts = checkedCounts(database);
    if (schemaVersion(database) === 0) throw isNone('it has no version');
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'trigger'").get()) throw isNone('it has a trigger');
    refuseOther(database, file, { isChanged: true });
    return counts;
  } catch (error) {
    if (error instanceof Failure) throw error;
    const { message } = error as Error;
    const code = sqliteCode(error);
    if (code === undefined) throw new Failure(`${message}.`);
    throw code === sqliteCodes.damaged ? new Failure(`${file} is damaged (${message}).`) : isNone(message);
  }
}

/** Changes nothing: opened for writing, SQLite would move the log of changes into the file. */
function isDamaged(file: string): boolean {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    checkedCounts(database);
    return false;
  } catch (error) {
    return isDamage(error);
  }
}

/** Keeps the database that is there; one that is damaged or another program's with the changes that are not in it yet. */
function keepPresent(dataDirectory: string): Pick<Restored, 'kept' | 'wasDamaged'> {
  const file = databaseFile(dataDirectory);
  if (!existsSync(file)) return { kept: undefined, wasDamaged: false };
  const wasDamaged = isDamaged(file);
  if (!wasDamaged) asOneFile(file, { marked: false });
  const kind = wasDamaged ? 'damaged' : 'before-restore';
  const kept = newBackupFile(dataDirectory, kind);
  for (const end of ['-wal', '']) if (existsSync(`${file}${end}`)) linkSync(`${file}${end}`, `${kept}${end}`);
  chmodSync(kept, 0o600);
  sync(kept);
  sync(path.dirname(kept));
  removeOldest(dataDirectory, kind);
  return { kept, wasDamaged };
}

/** Throws a `Failure` for what is no file, or cannot be read. */
export function refuseUnreadable(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new Failure(`There is no file ${file}.`);
  if (!stats.isFile()) throw new Failure(`${file} is no file.`);
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new Failure(`${file} cannot be read: its permissions do not allow it.`, { cause: error });
  }
}

/** Throws a `Failure` for what is no file to restore from. `present`: the path of the database. */
export function refuseToRestore(file: string, present: string): void {
  refuseUnreadable(file);
  const [stats, current] = [statSync(file), statSync(present, { throwIfNoEntry: false })];
  if (stats.ino === current?.ino && stats.dev === current.dev)
    throw new Failure(`${file} is the database itself, not a backup.`);
  const named = realpathSync(file);
  for (const end of ['-wal', '-journal'])
    if (statSync(`${named}${end}`, { throwIfNoEntry: false })?.size)
      throw new Failure(`${file} was copied while it was in use (${named}${end} belongs to it): name a backup.`);
}

/**
 * Puts a backup in the place of the database, in one step, and keeps the database that was there. Rejects with a `Failure`, and
 * has then changed nothing, if a server is running or the file is no backup.
 */
export function restoreBackup(dataDirectory: string, file: string): Promise<Restored> {
  const present = databaseFile(dataDirectory);
  return withoutServer(dataDirectory, async () => {
    refuseToRestore(file, present);
    let former: ReturnType<typeof keepPresent> = { kept: undefined, wasDamaged: false };
    try {
      // A killed restore may have left a copy of what is no database.
      removeDraft(present);
      const counts = await putInPlace(
        present,
        (draft) => {
          copyFileSync(file, draft);
          chmodSync(draft, 0o600);
          return check(draft, file);
        },
        {
          before: () => {
            former = keepPresent(dataDirectory);
            // No log of the former changes may be applied to the restored one.
            for (const end of ['-wal', '-shm', '-journal']) rmSync(`${present}${end}`, { force: true });
          },
        },
      );
      return { counts, ...former };
    } catch (error) {
      throw writeFault(present, error);
    }
  });
}
