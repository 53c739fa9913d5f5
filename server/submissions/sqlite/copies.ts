import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Choice, comparableAddress } from '../choice.ts';
import { draftEnd, headerOf, removeDraft } from './backup.ts';
import { busyTimeout, inTransaction } from './sqliteDatabase.ts';

/** The database itself, lock files, mails, and what belongs to another file. */
const notCopies = /^submissions\.sqlite$|\.lock$|\.eml(?:\.draft)?$|-(?:wal|shm|journal)$/;

/**
 * The other databases in a data directory, with its folders. Removes those that a killed backup has left. Opens no lock
 * file and not the database itself: closing them would drop this process' locks.
 */
function copiesIn(dataDirectory: string): string[] {
  return readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !notCopies.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      if (!file.endsWith(draftEnd)) return file.endsWith('.sqlite') || headerOf(file) !== undefined;
      removeDraft(file.slice(0, -draftEnd.length));
      return false;
    });
}

/** Erases from one copy. Resolves with the references. */
function eraseFrom(file: string, references: ReadonlySet<string>, { where, value }: Choice): string[] {
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  try {
    if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'submissions'").get()) return [];
    database.function('address', { deterministic: true }, (text) => comparableAddress(String(text)) ?? null);
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON');
    const isHere = database.prepare('SELECT 1 FROM submissions WHERE reference = ?');
    const erase = database.prepare('DELETE FROM submissions WHERE reference = ?');
    const chosen = database.prepare(`SELECT reference FROM submissions WHERE ${where}`).all(value);
    const all = new Set([...references, ...chosen.map(({ reference }) => String(reference))]);
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
 * Erases submissions with these references, and those of a choice, from the copies of the database in a data directory.
 * `unusable`: the files that cannot be opened, with the reason. The caller has the operator's lock.
 */
export function eraseFromCopies(
  dataDirectory: string,
  references: ReadonlySet<string>,
  choice: Choice,
): { readonly erased: readonly string[]; readonly unusable: readonly string[] } {
  const erased: string[] = [];
  const unusable: string[] = [];
  for (const file of copiesIn(dataDirectory))
    try {
      erased.push(...eraseFrom(file, references, choice));
    } catch (error) {
      unusable.push(`${file} (${(error as Error).message})`);
    }
  return { erased, unusable };
}
