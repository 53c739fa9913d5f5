import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deadlines } from '../../lib/deadlines.ts';
import type { ErasureTarget } from '../erasureTarget.ts';
import { inTransaction } from '../sqlite/sqliteDatabase.ts';
import { matchingIn } from '../sqlite/sqliteErasureTarget.ts';
import { draftEnd, headerOf, removeDraft } from './backup.ts';

/** Lock files, mails, and what belongs to another file. */
const notCopies = /\.lock$|\.eml(?:\.draft)?$|-(?:wal|shm|journal)$/;

/**
 * The databases in a data directory, with its folders, but for the one in use. Removes those that a killed backup has left.
 * Opens no lock file and not the database in use: closing them would drop this process' locks.
 */
function copiesIn(dataDirectory: string, inUse: string | undefined): string[] {
  if (!existsSync(dataDirectory)) return [];
  return readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !notCopies.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      if (file === inUse) return false;
      if (!file.endsWith(draftEnd)) return file.endsWith('.sqlite') || headerOf(file) !== undefined;
      removeDraft(file.slice(0, -draftEnd.length));
      return false;
    });
}

/** Erases from one copy. Resolves with the references. */
function eraseFrom(file: string, references: ReadonlySet<string>, target: ErasureTarget): string[] {
  const database = new DatabaseSync(file, { timeout: deadlines.store.sqliteLock });
  try {
    if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'submissions'").get()) return [];
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON');
    const isHere = database.prepare('SELECT 1 FROM submissions WHERE reference = ?');
    const erase = database.prepare('DELETE FROM submissions WHERE reference = ?');
    const all = new Set([...references, ...matchingIn(database, target)]);
    const erased = [...all].filter((reference) => isHere.get(reference));
    if (erased.length === 0) return [];
    inTransaction(database, () => erased.forEach((reference) => void erase.run(reference)));
    // Nobody waits for a copy: no need to look for what deleting has left in it.
    database.exec('VACUUM');
    return erased;
  } finally {
    database.close();
  }
}

/**
 * Erases submissions with these references, and those of a target, from the databases in a data directory but for the one
 * in use: copies of it, or what a database elsewhere has replaced. `unusable`: the files that cannot be opened, with the
 * reason. The caller has the operator's lock.
 */
export function eraseFromCopies(
  dataDirectory: string,
  inUse: string | undefined,
  references: ReadonlySet<string>,
  target: ErasureTarget,
): { readonly erased: readonly string[]; readonly unusable: readonly string[] } {
  const erased: string[] = [];
  const unusable: string[] = [];
  for (const file of copiesIn(dataDirectory, inUse))
    try {
      erased.push(...eraseFrom(file, references, target));
    } catch (error) {
      unusable.push(`${file} (${(error as Error).message})`);
    }
  return { erased, unusable };
}
