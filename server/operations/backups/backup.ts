import { chmodSync, closeSync, existsSync, lstatSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { dataEntries, giveToOwner, makeDirectory } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { OperatorError } from '../../lib/errors.ts';
import { syncToDisk } from '../../lib/syncToDisk.ts';
import { firstVersion, newest, sqliteMigrations } from '../../outbox/migrations/migrations.ts';
import { underOperatorLock } from '../../outbox/sqlite/directoryLock.ts';
import { databaseFile, fileFault, isDamage, schemaVersion, sqliteCodes } from '../../outbox/sqlite/sqliteDatabase.ts';

/** The `PRAGMA application_id` of every finished backup. A new backup may replace only a file that has this mark. */
const backupMark = 0x426b7570;
/** The end of the file name of an unfinished copy. */
export const unfinishedEnd = '.unfinished';

/** Checks a database and counts its submissions. Throws SQLite's errors, or an error with SQLite's code for damage. */
export function countChecked(database: DatabaseSync): number {
  const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string };
  if (found !== 'ok') throw Object.assign(new Error(found.replace(/\s+/g, ' ')), { errcode: sqliteCodes.damaged });
  const { amount } = database.prepare('SELECT count(*) AS amount FROM submissions').get() as { amount: number };
  return amount;
}

/** Reads the header of an SQLite file. Undefined for other files. https://www.sqlite.org/fileformat2.html#the_database_header */
export function readSqliteHeader(file: string): Buffer | undefined {
  const header = Buffer.alloc(100);
  using opened = new DisposableStack();
  readSync(opened.adopt(openSync(file, 'r'), closeSync), header, 0, header.length, 0);
  return header.toString('latin1', 0, 16) === 'SQLite format 3\0' ? header : undefined;
}

/** Throws if `target` exists and is no backup, so that a mistyped name destroys no other file. */
function refuseToReplace(target: string): void {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (!stats || (stats.isFile() && readSqliteHeader(target)?.readUInt32BE(68) === backupMark)) return;
  throw new OperatorError(`${target} is there already and is no backup: name another file.`);
}

/** Takes a file from other users. Throws if they keep their access, because the file system keeps no rights. */
function closeToOthers(file: string): void {
  const isOpen = () => (lstatSync(file).mode & 0o077) !== 0;
  let reason = '';
  try {
    if (isOpen()) chmodSync(file, 0o600);
  } catch (error) {
    reason = ` (${(error as Error).message})`;
  }
  const folder = path.dirname(file);
  const cure = 'mount it so that only you can read it: umask=077, or for SMB file_mode=0600';
  if (isOpen())
    throw new OperatorError(`All users could read a file in ${folder}, which keeps no rights${reason}: ${cure}.`);
}

/** Removes a draft, and the files that SQLite has made beside the draft. */
export function removeUnfinished(draft: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true });
}

/**
 * Replaces `target` in one step by a file that only the folder's owner can read. `fill` writes the content to an empty draft beside
 * `target`. If `fill` throws, `target` is unchanged. Throws errors of SQLite and of the file system as an `OperatorError`.
 */
export function putInPlace<Result>(target: string, fill: (draft: string) => Result): Result {
  const draft = `${target}${unfinishedEnd}`;
  try {
    removeUnfinished(draft);
    closeSync(openSync(draft, 'wx', 0o600));
    giveToOwner(draft, path.dirname(target));
    const result = fill(draft);
    // If `fill` copied a file, the draft has that file's mode, which may let others read it.
    closeToOthers(draft);
    syncToDisk(draft);
    renameSync(draft, target);
    syncToDisk(path.dirname(target));
    return result;
  } catch (error) {
    removeUnfinished(draft);
    throw fileFault(target, error);
  }
}

/** Copies a database, which may be in use, into the empty file `draft`. The copy has no write-ahead log. */
function copyDatabase(source: string, draft: string): void {
  try {
    using database = new DatabaseSync(source, { timeout: deadlines.store.sqliteLock });
    database.prepare('VACUUM INTO ?').run(draft);
  } catch (error) {
    throw isDamage(error) ? fileFault(source, error) : error;
  }
}

/**
 * Copies a database into the file `target`, and returns the number of submissions. Replaces an earlier backup, but no other file.
 * An error changes nothing. The caller must hold the operator's lock, so that no erasure runs meanwhile and misses the copy.
 */
export function makeBackup(source: string, target: string): number {
  refuseToReplace(target);
  return putInPlace(target, (draft) => {
    copyDatabase(source, draft);
    using copy = new DatabaseSync(draft);
    // Without this check, a damaged copy could replace an earlier backup.
    const amount = countChecked(copy);
    copy.exec(`PRAGMA application_id = ${backupMark}`);
    return amount;
  });
}

/** Returns a path for a new backup, in a folder of the data directory, where erasures find it. Makes the folder if needed. */
export function newBackupFile(dataDirectory: string, kind: 'before-schema' | 'before-restore'): string {
  const folder = path.join(dataDirectory, dataEntries.backups.name);
  makeDirectory(folder);
  giveToOwner(folder, dataDirectory);
  return path.join(folder, `${kind}-${new Date().toISOString().replaceAll(':', '-')}.sqlite`);
}

/** If the database's schema is older than this program's, returns the version of the older one. Throws SQLite's errors. */
function olderSchema(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  using database = new DatabaseSync(file);
  const version = schemaVersion(database);
  return version >= firstVersion && version < newest(sqliteMigrations) ? version : undefined;
}

/** Backs up the database if this server will change its schema. The caller must hold the server's lock on the data directory. */
export async function backUpBeforeSchemaChange(dataDirectory: string, log: Logger): Promise<void> {
  const present = databaseFile(dataDirectory);
  const from = olderSchema(present);
  if (from === undefined) return;
  try {
    const file = newBackupFile(dataDirectory, 'before-schema');
    await underOperatorLock(dataDirectory, async () => makeBackup(present, file));
    log.info({ file, from, to: newest(sqliteMigrations) }, 'database backed up before its schema changes');
  } catch (error) {
    const reason = 'the schema stays as it is, because no backup could be made before its change';
    throw new Error(`${reason}: ${(error as Error).message}`, { cause: error });
  }
}
