import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deadlines } from '../../lib/deadlines.ts';
import { referencesIn } from '../../outbox/database.ts';
import type { ErasureTarget } from '../../outbox/erasureTarget.ts';
import { databaseOn } from '../../outbox/sqlite/sqliteQueue.ts';
import { deleteIn, matching } from '../../outbox/submissions.ts';
import { draftEnd, headerOf, removeDraft } from './backup.ts';

/** Lock files, mails, and what belongs to another file. */
const notCopies = /\.lock$|\.eml(?:\.draft)?$|-(?:wal|shm|journal)$/;

/**
 * The databases in a data directory, with its folders, but for the one in use. Removes those that a killed backup has left.
 * Opens no lock file and not the database in use: closing them would drop this process' locks.
 */
function copiesIn(dataDirectory: string, inUse: string | undefined): string[] {
  if (!existsSync(dataDirectory)) return [];
  const used = inUse === undefined ? undefined : statSync(inUse, { throwIfNoEntry: false });
  // A restore that was killed may have left another name of it.
  const isInUse = (file: string) => {
    const { ino, dev } = statSync(file);
    return ino === used?.ino && dev === used.dev;
  };
  return readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !notCopies.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      if (isInUse(file)) return false;
      if (!file.endsWith(draftEnd)) return file.endsWith('.sqlite') || headerOf(file) !== undefined;
      removeDraft(file.slice(0, -draftEnd.length));
      return false;
    });
}

/** Erases from one copy. Resolves with the references. */
async function eraseFrom(file: string, references: ReadonlySet<string>, target: ErasureTarget): Promise<string[]> {
  const connection = new DatabaseSync(file, { timeout: deadlines.store.sqliteLock });
  await using database = databaseOn(connection);
  const { run, transaction, dialect } = database;
  if ((await run("SELECT 1 FROM sqlite_schema WHERE name = 'submissions'")).length === 0) return [];
  connection.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON');
  const all = [...references, ...(await matching(run, target))];
  const named = `FROM submissions WHERE ${dialect.isOneOf('reference', '$1')}`;
  const erased = await referencesIn(run, `SELECT reference ${named}`, [all]);
  if (erased.length === 0) return [];
  await transaction((inside) => deleteIn(inside, dialect, erased, true));
  connection.exec('VACUUM');
  return erased;
}

/**
 * Erases submissions with these references, and those of a target, from the databases in a data directory but for the one
 * in use: copies of it, or what a database elsewhere has replaced. `unusable`: the files that cannot be opened, with the
 * reason. The caller has the operator's lock.
 */
export async function eraseFromCopies(
  dataDirectory: string,
  inUse: string | undefined,
  references: ReadonlySet<string>,
  target: ErasureTarget,
): Promise<{ readonly erased: readonly string[]; readonly unusable: readonly string[] }> {
  const erased: string[] = [];
  const unusable: string[] = [];
  for (const file of copiesIn(dataDirectory, inUse))
    try {
      erased.push(...(await eraseFrom(file, references, target)));
    } catch (error) {
      unusable.push(`${file} (${(error as Error).message})`);
    }
  return { erased, unusable };
}
