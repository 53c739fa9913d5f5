import { existsSync, realpathSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { sync } from '../../lib/sync.ts';
import {
  asOneFile,
  countsIn,
  draftOf,
  isDamage,
  missingTable,
  refuseForeignDraft,
  removeDraft,
  writeFault,
} from '../backups/backup.ts';
import type { Run, Value } from '../database.ts';
import { lockDirectory, underOperatorLock } from '../sqlite/directoryLock.ts';
import {
  databaseFile,
  isFormerLayout,
  openDatabase,
  openDatabaseBesideServer,
  schemaVersion,
  sqliteCode,
} from '../sqlite/sqliteDatabase.ts';
import { runOn } from '../sqlite/sqliteQueue.ts';
import { migrations } from '../sqlite/sqliteSchema.ts';
import { MoveFault, type MoveSource, type MoveTarget } from './move.ts';
import { type Tables, tablesIn } from './movedTables.ts';

/** Turns the errors of calls into faults. */
export function faulting(faultOf: (error: unknown) => Error) {
  return <Given extends unknown[], Result>(work: (...given: Given) => Result) =>
    async (...given: Given): Promise<Awaited<Result>> => {
      try {
        return await work(...given);
      } catch (error) {
        throw error instanceof MoveFault ? error : faultOf(error);
      }
    };
}

/** The tables of a database, which may be another one at the next call. */
export function tablesOf(database: () => DatabaseSync, orFault: ReturnType<typeof faulting>): Tables {
  return tablesIn(orFault((sql: string, values?: readonly Value[]) => runOn(database(), sql, values)) as Run);
}

/** Runs `work` under the lock of the server of a data directory. Rejects with a `MoveFault` if one is running. */
async function withoutServer<Result>(directory: string, work: () => Promise<Result>): Promise<Result> {
  const server = lockDirectory(directory, 'owner.lock', 0);
  if (!server)
    throw new MoveFault(`A server is running on ${directory}: stop it first (systemctl stop website.socket website).`);
  try {
    return await underOperatorLock(directory, work);
  } finally {
    server.release();
  }
}

/** Runs `work` with the existing database of a data directory, which nobody else can write meanwhile. */
export async function withSqliteSource<Result>(
  dataDirectory: string,
  work: (source: MoveSource) => Promise<Result>,
): Promise<Result> {
  return withoutServer(dataDirectory, async () => {
    const name = databaseFile(dataDirectory);
    const database = openDatabaseBesideServer(name, migrations.length);
    try {
      database.exec('BEGIN IMMEDIATE');
      const orFault = faulting(
        (error) => new MoveFault(`${name} cannot be read (${(error as Error).message}).`, { cause: error }),
      );
      return await work({ ...tablesOf(() => database, orFault), name, now: async () => Date.now() });
    } finally {
      database.close();
    }
  });
}

/** Throws a `MoveFault` unless the file is a database of this site and of this layout. */
function refuseForeign(file: string): void {
  let isFormer = false;
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: deadlines.store.sqliteLock });
    const isOwn = !missingTable(countsIn(database)) && schemaVersion(database) > 0;
    isFormer = isFormerLayout(database);
    database.close();
    if (isOwn && !isFormer) return;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const what = isFormer ? 'was written by an earlier release' : 'is no database of this site';
  throw new MoveFault(`${file} is there already and ${what}: name another file.`);
}

function openDraft(draft: string): DatabaseSync {
  const database = openDatabase(draft, migrations, { check: true });
  giveToOwner(draft, path.dirname(draft));
  return database;
}

/**
 * The file while it is filled is a draft, so that no server uses it; only a whole one gets the file's name. What is there
 * already becomes the draft.
 */
function targetAt(file: string): MoveTarget & { readonly close: () => void } {
  let isFinished = existsSync(file);
  let database: DatabaseSync | undefined;
  if (isFinished) {
    refuseForeign(file);
    database = openDatabaseBesideServer(file, migrations.length);
  } else {
    const draft = draftOf(file);
    refuseForeignDraft(draft);
    if (existsSync(draft))
      try {
        database = openDraft(draft);
      } catch {
        removeDraft(file);
      }
  }
  const close = () => {
    database?.close();
    database = undefined;
  };
  const current = (): DatabaseSync => {
    // Empty, with the tables that the draft will have.
    database ??= openDatabase(':memory:', migrations, { check: false });
    return database;
  };
  const orFault = faulting((error) => writeFault(file, error));
  return {
    name: file,
    ...tablesOf(current, orFault),
    isFinished: async () => isFinished,
    begin: orFault(() => {
      close();
      if (isFinished) {
        asOneFile(file, { marked: false });
        removeDraft(file);
        renameSync(file, draftOf(file));
        isFinished = false;
      }
      database = openDraft(draftOf(file));
    }),
    finish: orFault(() => {
      close();
      const draft = draftOf(file);
      asOneFile(draft, { marked: false });
      sync(draft);
      renameSync(draft, file);
      sync(path.dirname(file));
    }),
    close,
  };
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
    throw new MoveFault(`${file} cannot be written (there is no such folder).`);
  const real = existsSync(file) ? realpathSync(file) : path.join(realpathSync(directory), path.basename(file));
  if (sourceFile !== undefined && realpathSync(sourceFile) === real)
    throw new MoveFault(`${file} is the source itself: name another file.`);
  const open = async () => {
    const target = targetAt(real);
    try {
      return await work(target);
    } finally {
      target.close();
    }
  };
  try {
    // Of other files no server is the owner.
    const isServers = path.basename(real) === path.basename(databaseFile(directory));
    return await (isServers ? withoutServer(path.dirname(real), open) : open());
  } catch (error) {
    throw sqliteCode(error) === undefined ? error : writeFault(file, error);
  }
}
