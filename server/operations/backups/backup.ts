import { chmodSync, closeSync, lstatSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { OperatorError } from '../../lib/errors.ts';
import { sync } from '../../lib/sync.ts';
import { fileFault } from '../../outbox/sqlite/fileFault.ts';
import { isDamage, sqliteCodes } from '../../outbox/sqlite/sqliteDatabase.ts';

/** `PRAGMA application_id` of a finished backup, which tells it from a database in use. */
const backupMark = 0x426b7570;
/** The end of the name of a copy that is being made. */
export const draftEnd = '.unfinished';

/** Counts the submissions of a database that is whole. Throws SQLite's errors, and the same for what it finds. */
export function countChecked(database: DatabaseSync): number {
  const { integrity_check: found } = database.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string };
  if (found !== 'ok') throw Object.assign(new Error(found.replace(/\s+/g, ' ')), { errcode: sqliteCodes.damaged });
  const { amount } = database.prepare('SELECT count(*) AS amount FROM submissions').get() as { amount: number };
  return amount;
}

/** Makes it one file, which needs no other beside it, with the mark of a backup or without. */
export function asOneFile(file: string, { marked }: { marked: boolean }): void {
  using database = new DatabaseSync(file, { timeout: deadlines.store.sqliteLock });
  database.exec(`PRAGMA journal_mode = DELETE; PRAGMA application_id = ${marked ? backupMark : 0}`);
}

/** The header of an SQLite file; undefined for other files. https://www.sqlite.org/fileformat2.html#the_database_header */
export function readSqliteHeader(file: string): Buffer | undefined {
  const header = Buffer.alloc(100);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return header.toString('latin1', 0, 16) === 'SQLite format 3\0' ? header : undefined;
}

/** Throws where a backup would replace anything but an earlier one. */
function refuseToReplace(target: string): void {
  const stats = lstatSync(target, { throwIfNoEntry: false });
  if (!stats || (stats.isFile() && readSqliteHeader(target)?.readUInt32BE(68) === backupMark)) return;
  throw new OperatorError(`${target} is there already and is no backup: name another file.`);
}

/** Removes a draft, also that of a killed command, and what SQLite has left beside it. */
export function removeDraft(draft: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true });
}

/**
 * Puts a file in the place of `target` in one step, private and of the folder's owner. `fill` writes it to a draft beside it, which
 * is there and empty; `before` runs when that is on the disk. Rejects with nothing changed.
 */
export async function putInPlace<Result>(
  target: string,
  fill: (draft: string) => Result,
  before: () => void | Promise<void> = () => {},
): Promise<Result> {
  const draft = `${target}${draftEnd}`;
  try {
    removeDraft(draft);
    closeSync(openSync(draft, 'wx', 0o600));
    giveToOwner(draft, path.dirname(target));
    const result = fill(draft);
    // Copying brings along the mode of the source.
    chmodSync(draft, 0o600);
    sync(draft);
    await before();
    renameSync(draft, target);
    sync(path.dirname(target));
    return result;
  } catch (error) {
    removeDraft(draft);
    throw fileFault(target, error);
  }
}

/** Copies a database that may be in use to a draft, and counts the submissions of the copy. */
function copyChecked(source: string, draft: string): number {
  try {
    using database = new DatabaseSync(source, { timeout: deadlines.store.sqliteLock });
    database.prepare('VACUUM INTO ?').run(draft);
    // Else a copy that cannot be restored would replace an earlier backup.
    using copy = new DatabaseSync(draft);
    return countChecked(copy);
  } catch (error) {
    throw isDamage(error) ? fileFault(source, error) : error;
  }
}

/**
 * Copies an existing database into one file, which replaces an earlier backup and nothing else. Resolves with the number of
 * submissions. Rejects with a `OperatorError`, and has then changed nothing. The caller has the operator's lock.
 */
export async function makeBackup(source: string, target: string): Promise<number> {
  refuseToReplace(target);
  return putInPlace(target, (draft) => {
    const amount = copyChecked(source, draft);
    asOneFile(draft, { marked: true });
    return amount;
  });
}
