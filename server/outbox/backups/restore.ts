import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { commandLine } from '../../config/commandLine.ts';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { sync } from '../../lib/sync.ts';
import { lockDirectory, underOperatorLock } from '../sqlite/directoryLock.ts';
import { databaseFile, isFormerLayout, refuseNewer, schemaVersion, sqliteCode } from '../sqlite/sqliteDatabase.ts';
import { newBackupFile, removeOldest } from './automaticBackups.ts';
import {
  asOneFile,
  BackupFault,
  type Counts,
  countsIn,
  damageIn,
  draftOf,
  isDamage,
  missingTable,
  removeDraft,
  writeFault,
} from './backup.ts';

export type Restored = {
  readonly counts: Counts;
  /** Where the database that was there before is kept. */
  readonly kept: string | undefined;
  /** Whether that one was damaged, and is kept as it was. */
  readonly wasDamaged: boolean;
};

/** Throws a `BackupFault` unless the copy is a whole database of ours that this version can use. */
function check(draft: string, file: string, known: number): Counts {
  const isNone = (reason: string) => new BackupFault(`${file} is no backup of this site (${reason}).`);
  const database = new DatabaseSync(draft);
  try {
    const damage = damageIn(database);
    if (damage) throw new BackupFault(`${file} is damaged (${damage}).`);
    const counts = countsIn(database);
    const missing = missingTable(counts);
    if (missing) throw isNone(`it has no table ${missing}`);
    if (schemaVersion(database) === 0) throw isNone('it has no version');
    const foreign = database.prepare("SELECT type FROM sqlite_schema WHERE type IN ('trigger', 'view')").get();
    if (foreign) throw isNone(`it has a ${foreign.type}`);
    if (isFormerLayout(database))
      throw new BackupFault(
        `${file} was written by an earlier release: "${commandLine} migrate --from ${file} --to sqlite:NEW_FILE" makes a file of it that this one can restore.`,
      );
    refuseNewer(database, file, known);
    return counts;
  } catch (error) {
    if (error instanceof BackupFault) throw error;
    const { message } = error as Error;
    throw sqliteCode(error) === undefined ? new BackupFault(`${message}.`) : isNone(message);
  } finally {
    database.close();
  }
}

/** Changes nothing: opened for writing, SQLite would move the log of changes into the file. */
function isDamaged(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return damageIn(database) !== undefined || missingTable(countsIn(database)) !== undefined;
    } finally {
      database.close();
    }
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

/** Throws a `BackupFault` for what is no file, or cannot be read. */
export function refuseUnreadable(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new BackupFault(`There is no file ${file}.`);
  if (!stats.isFile()) throw new BackupFault(`${file} is no file.`);
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new BackupFault(`${file} cannot be read: its permissions do not allow it.`, { cause: error });
  }
}

/** Throws a `BackupFault` for what is no file to restore from. `present`: the path of the database. */
export function refuseToRestore(file: string, present: string): void {
  refuseUnreadable(file);
  const [stats, current] = [statSync(file), statSync(present, { throwIfNoEntry: false })];
  if (stats.ino === current?.ino && stats.dev === current.dev)
    throw new BackupFault(`${file} is the database itself, not a backup.`);
  const named = realpathSync(file);
  for (const end of ['-wal', '-journal'])
    if (statSync(`${named}${end}`, { throwIfNoEntry: false })?.size)
      throw new BackupFault(`${file} was copied while it was in use (${named}${end} belongs to it): name a backup.`);
}

/**
 * Puts a backup in the place of the database, in one step, and keeps the database that was there. `known`: the newest
 * schema that this version knows. Rejects with an `Error` of one sentence, and has then changed nothing, if a server is
 * running or the file is no backup.
 */
export async function restoreBackup(dataDirectory: string, file: string, known: number): Promise<Restored> {
  const present = databaseFile(dataDirectory);
  const server = lockDirectory(dataDirectory, 'owner.lock', 0);
  if (!server)
    throw new BackupFault(
      `A server, or another move or restore, is running on ${dataDirectory}: stop it first (systemctl stop website.socket website).`,
    );
  try {
    return await underOperatorLock(dataDirectory, async () => {
      refuseToRestore(file, present);
      const draft = draftOf(present);
      removeDraft(present);
      try {
        copyFileSync(file, draft, constants.COPYFILE_EXCL);
        chmodSync(draft, 0o600);
        giveToOwner(draft, dataDirectory);
        const counts = check(draft, file, known);
        asOneFile(draft, { marked: false });
        sync(draft);
        const before = keepPresent(dataDirectory);
        // No log of the former changes may be applied to the restored one.
        for (const end of ['-wal', '-shm', '-journal']) rmSync(`${present}${end}`, { force: true });
        renameSync(draft, present);
        sync(dataDirectory);
        return { counts, ...before };
      } catch (error) {
        removeDraft(present);
        throw writeFault(present, error);
      }
    });
  } finally {
    server.release();
  }
}
