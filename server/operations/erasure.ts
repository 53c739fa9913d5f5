import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config/config.ts';
import { mayBeDatabase } from '../config/dataDirectory.ts';
import { deadlines } from '../lib/deadlines.ts';
import { referencePattern } from '../lib/reference.ts';
import { mailFolder } from '../mail/transport.ts';
import { referencesIn } from '../outbox/database.ts';
import { underOperatorLock } from '../outbox/sqlite/directoryLock.ts';
import { databaseFile } from '../outbox/sqlite/sqliteDatabase.ts';
import { databaseOn } from '../outbox/sqlite/sqliteQueue.ts';
import type { Store } from '../outbox/store.ts';
import { deleteIn, type ErasureTarget, matching } from '../outbox/submissions.ts';
import { readSqliteHeader, removeUnfinished, unfinishedEnd } from './backups/backup.ts';

/**
 * Returns the paths of all databases in a data directory, at any depth, except the database in use. Removes unfinished copies of
 * killed commands. Opens neither lock files nor the database in use: closing a file releases this process's locks on it.
 */
function copiesIn(dataDirectory: string, inUse: string | undefined): string[] {
  const files = readdirSync(dataDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => file !== inUse && mayBeDatabase(path.relative(dataDirectory, file)));
  for (const draft of files.filter((file) => file.endsWith(unfinishedEnd))) removeUnfinished(draft);
  return files.filter((file) => existsSync(file) && (file.endsWith('.sqlite') || readSqliteHeader(file)));
}

/** Erases from a copy the submissions with these references and those that `target` selects. Resolves with their references. */
async function eraseFromCopy(file: string, references: readonly string[], target: ErasureTarget): Promise<string[]> {
  await using database = databaseOn(new DatabaseSync(file, { timeout: deadlines.store.sqliteLock }));
  const { run, transaction, dialect, vacuum } = database;
  // Without this table, the database belongs to another program, and is left as it is.
  if ((await run("SELECT 1 FROM sqlite_master WHERE name = 'submissions'")).length === 0) return [];
  await run('PRAGMA secure_delete = ON');
  const all = [...references, ...(await matching(run, target))];
  const isNamed = dialect.isOneOf('reference', '$1');
  const erased = await referencesIn(run, `SELECT reference FROM submissions WHERE ${isNamed}`, [all]);
  if (erased.length === 0) return [];
  await transaction((inside) => deleteIn(inside, dialect, erased, true));
  await vacuum();
  return erased;
}

/** Removes the mail files about `references`, and all mail files written before `before`, in milliseconds since 1970. */
function eraseWrittenMail(dataDirectory: string, references: ReadonlySet<string>, before: number): void {
  const folder = mailFolder(dataDirectory);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const [, reference = ''] = /^([^.]+)(?:\.\w+)?\.eml(?:\.draft)?$/.exec(name) ?? [];
    const file = path.join(folder, name);
    // If the file is gone, the server has just renamed a draft, which is not old.
    const isOld = (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? before) < before;
    if (referencePattern.test(reference) && (references.has(reference) || isOld)) rmSync(file, { force: true });
  }
}

/**
 * Erases submissions from the database, and from the backups and mail files in the data directory. A server may be running.
 * Call `store.maintenance.removeRemnants` afterwards: until then, the database's files still contain the deleted rows.
 * Resolves with the erased references. `unusable`: copies of the database that cannot be used and may still contain erased data.
 */
export async function eraseSubmissions(
  store: Store,
  { dataDirectory, databaseUrl }: Config['store'],
  target: ErasureTarget,
) {
  const inUse = databaseUrl === undefined ? databaseFile(dataDirectory) : undefined;
  const hasFiles = existsSync(dataDirectory);
  const work = async () => {
    const found = await store.submissions.matching(target);
    const references = new Set(found);
    // An erasure that was killed may have left mail of a submission that the database no longer has.
    const named = target.by === 'reference' ? [target.reference] : [];
    const unusable: string[] = [];
    // The database comes last. So after an interruption, a second run still finds the references in the database.
    for (const file of hasFiles ? copiesIn(dataDirectory, inUse) : [])
      try {
        for (const reference of await eraseFromCopy(file, found, target)) references.add(reference);
      } catch (error) {
        unusable.push(`${file} (${(error as Error).message})`);
      }
    const eraseMail = () =>
      eraseWrittenMail(dataDirectory, new Set([...references, ...named]), target.by === 'delivery' ? target.before : 0);
    eraseMail();
    await store.submissions.delete(found);
    // The server may have written a mail between the first call and the deletion.
    eraseMail();
    return { references, unusable };
  };
  // With DATABASE_URL, this machine may have no data directory, because no server has run here. Then there is nothing to lock.
  return hasFiles ? underOperatorLock(dataDirectory, work) : work();
}
