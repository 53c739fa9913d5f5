import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { asOneFile, checkedCounts, putInPlace, writeFault } from '../backups/backup.ts';
import type { Run, Value } from '../database.ts';
import { Failure } from '../faults.ts';
import { withoutServer } from '../sqlite/directoryLock.ts';
import {
  databaseFile,
  isDamage,
  isOwnError,
  openDatabase,
  openDatabaseBesideServer,
  sqliteCode,
} from '../sqlite/sqliteDatabase.ts';
import { runOn } from '../sqlite/sqliteQueue.ts';
import { faulting, type MoveSource, type MoveTarget } from './move.ts';
import { type Tables, tablesIn } from './movedTables.ts';

export function tablesOf(database: DatabaseSync, orFault: ReturnType<typeof faulting>): Tables {
  return tablesIn(orFault((sql: string, values?: readonly Value[]) => runOn(database, sql, values)) as Run);
}

/** Runs `work` with the existing database of a data directory, which nobody else can write meanwhile. */
export async function withSqliteSource<Result>(
  dataDirectory: string,
  work: (source: MoveSource) => Promise<Result>,
): Promise<Result> {
  return withoutServer(dataDirectory, async () => {
    const name = databaseFile(dataDirectory);
    using database = openDatabaseBesideServer(name);
    database.exec('BEGIN IMMEDIATE');
    const orFault = faulting((error) => `${name} cannot be read (${(error as Error).message}).`);
    return await work({ ...tablesOf(database, orFault), name, now: async () => Date.now() });
  });
}

/** Opens a database that is there already. Throws a `Failure` unless it is of this site and of this layout. */
function openPresent(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = openDatabaseBesideServer(file);
    checkedCounts(database);
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    if (sqliteCode(error) !== undefined && !isDamage(error)) throw error;
    throw new Failure(`${file} is there already and is no database of this release: name another file.`, {
      cause: error,
    });
  }
}

/** A file that is there or will be. While its rows come it is a draft, so that no server uses a part. */
async function withTarget<Result>(
  file: string,
  orFault: ReturnType<typeof faulting>,
  work: (target: MoveTarget) => Promise<Result>,
): Promise<Result> {
  using present = existsSync(file) ? openPresent(file) : undefined;
  const replace: MoveTarget['replace'] = (fill) =>
    putInPlace(
      file,
      async (draft) => {
        using database = openDatabase(draft, { check: false });
        return await fill(tablesOf(database, orFault));
      },
      {
        // Else the log of its changes would be applied to what takes its place.
        before: () => {
          present?.close();
          if (present) asOneFile(file, { marked: false });
        },
      },
    );
  return await work({ name: file, present: present && tablesOf(present, orFault), replace });
}

/** Where a database would be for a path: in a folder under its usual name. */
export function fileAt(given: string): string {
  const stats = statSync(given, { throwIfNoEntry: false });
  return path.resolve(stats?.isDirectory() ? databaseFile(given) : given);
}

/** Runs `work` with a file that is there or will be. `sourceFile`: of the source, if that is a file too. */
export async function withSqliteTarget<Result>(
  file: string,
  sourceFile: string | undefined,
  work: (target: MoveTarget) => Promise<Result>,
): Promise<Result> {
  const directory = path.dirname(file);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new Failure(`${file} cannot be written (there is no such folder).`);
  const real = existsSync(file) ? realpathSync(file) : path.join(realpathSync(directory), path.basename(file));
  if (sourceFile !== undefined && realpathSync(sourceFile) === real)
    throw new Failure(`${file} is the source itself: name another file.`);
  const orFault = faulting((error) => (isOwnError(error) ? error : writeFault(real, error)).message);
  const open = () => withTarget(real, orFault, work);
  // Of other files no server is the owner.
  const isServers = path.basename(real) === path.basename(databaseFile(directory));
  return orFault(() => (isServers ? withoutServer(path.dirname(real), open) : open()))();
}
