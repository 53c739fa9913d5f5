import { closeSync, lstatSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { sync } from '../../lib/sync.ts';
import { Failure } from '../../outbox/faults.ts';
import { isDamage, sqliteCode, sqliteCodes } from '../../outbox/sqlite/sqliteDatabase.ts';

/** `PRAGMA application_id` of a finished backup, which tells it from a database in use. */
const backupMark = 0x426b7570;

/** An error that counts as SQLite's. */
function sqliteError(message: string, errcode: number): Error {
  return Object.assign(new Error(message), { errcode });
}

/** The number of rows in each table. */
export type Counts = { readonly [table: string]: number };

/**
 * Counts the rows of a database that is whole and this site's, of any schema. Throws SQLite's errors, and the same for what it
 * finds.
 */
export function checkedCounts(database: DatabaseSync): Counts {
  const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string };
  if (found !== 'ok') throw sqliteError(found.replace(/\s+/g, ' '), sqliteCodes.damaged);
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const counts = Object.fromEntries(
    tables.map(({ name }) => {
      const { amount } = database.prepare(`SELECT count(*) AS amount FROM "${name}"`).get() as { amount: number };
      return [name, amount];
    }),
  );
  const missing = ['submissions', 'used_tokens', 'secrets'].find((table) => !(table in counts));
  if (missing) throw sqliteError(`it has no table ${missing}`, sqliteCodes.notADatabase);
  return counts;
}

/** Makes it one file, which needs no other beside it, with the mark of a backup or without. */
export function asOneFile(file: string, { marked }: { marked: boolean }): void {
  using database = new DatabaseSync(file, { timeout: deadlines.store.sqliteLock });
  database.exec(`PRAGMA journal_mode = DELETE; PRAGMA application_id = ${marked ? backupMark : 0}`);
}

function firstBytes(file: string): Buffer {
  const bytes = Buffer.alloc(100);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes, 0, bytes.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return bytes;
}

/** The header of an SQLite file; undefined for other files. https://www.sqlite.org/fileformat2.html#the_database_header */
export function headerOf(file: string): Buffer | undefined {
  const header = firstBytes(file);
  return header.toString('latin1', 0, 16) === 'SQLite format 3\0' ? header : undefined;
}

/** Throws where a backup would replace anything but an earlier one. */
function refuseToReplace(target: string): void {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isFile() || headerOf(target)?.readUInt32BE(68) !== backupMark)
    throw new Failure(`${target} is there already and is no backup: name another file.`);
}

/** The end of the name of a copy that is being made. */
export const draftEnd = '.unfinished';

function draftOf(target: string): string {
  return `${target}${draftEnd}`;
}

/** Throws where making a draft would remove anything but one that a killed backup has left. */
function refuseForeignDraft(draft: string): void {
  const stats = lstatSync(draft, { throwIfNoEntry: false });
  // `VACUUM INTO` writes the header last.
  if (stats && !(stats.isFile() && (headerOf(draft) || firstBytes(draft).every((byte) => byte === 0))))
    throw new Failure(`${draft} is in the way: remove it, or name another file.`);
}

export function removeDraft(target: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${draftOf(target)}${end}`, { force: true });
}

const reasons: { readonly [code: string]: string } = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'permission denied',
  EROFS: 'its disk is read-only',
};

const reasonsOfSqlite: { readonly [code: number]: string } = {
  [sqliteCodes.full]: 'its disk is full',
  [sqliteCodes.busy]: 'another command is using it',
};

/** An error of SQLite or of the file system in one sentence about the file that was being written. */
export function writeFault(file: string, error: unknown): Failure {
  if (error instanceof Failure) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = reasonsOfSqlite[sqliteCode(error) ?? 0] ?? reasons[code] ?? message;
  return new Failure(`${file} cannot be written (${reason}).`, { cause: error });
}

/**
 * Puts a database in the place of `target` in one step, as one private file of the folder's owner. `fill` writes it to a draft
 * beside it, which is there and empty; `before` runs when it is on the disk. Rejects with nothing changed.
 */
export async function putInPlace<Result>(
  target: string,
  fill: (draft: string) => Result | Promise<Result>,
  { marked = false, before = () => {} }: { readonly marked?: boolean; readonly before?: () => void } = {},
): Promise<Result> {
  const draft = draftOf(target);
  refuseForeignDraft(draft);
  removeDraft(target);
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    giveToOwner(draft, path.dirname(target));
    const result = await fill(draft);
    asOneFile(draft, { marked });
    sync(draft);
    before();
    renameSync(draft, target);
    sync(path.dirname(target));
    return result;
  } catch (error) {
    removeDraft(target);
    throw error;
  }
}

/**
 * Copies an existing database that may be in use into one file. Checks the copy. It replaces an earlier backup and nothing
 * else. Resolves with the counts of the copy. Rejects with a `Failure`, and has then changed nothing. The caller has the
 * operator's lock.
 */
export async function makeBackup(source: string, target: string): Promise<Counts> {
  const fill = (draft: string): Counts => {
    using database = new DatabaseSync(source, { timeout: deadlines.store.sqliteLock });
    database.prepare('VACUUM INTO ?').run(draft);
    // Else it would replace an earlier backup by one that cannot be restored.
    using copy = new DatabaseSync(draft, { timeout: deadlines.store.sqliteLock });
    return checkedCounts(copy);
  };
  try {
    refuseToReplace(target);
    return await putInPlace(target, fill, { marked: true, before: () => refuseToReplace(target) });
  } catch (error) {
    throw isDamage(error)
      ? new Failure(`${source} is damaged (${(error as Error).message}): restore a backup.`)
      : writeFault(target, error);
  }
}
