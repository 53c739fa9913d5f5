import { existsSync, realpathSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { giveToOwner } from '../../dataDirectory.ts';
import {
  asOneFile,
  countsIn,
  draftOf,
  isDamage,
  missingTable,
  removeDraft,
  sync,
  writeFault,
} from '../sqlite/backup.ts';
import { lockDirectory, underOperatorLock } from '../sqlite/directoryLock.ts';
import { databaseFile, inTransaction, openDatabase, openDatabaseBesideServer } from '../sqlite/sqliteDatabase.ts';
import { migrations } from '../sqlite/sqliteSchema.ts';
import { storableText } from '../storableText.ts';
import { type MoveEnd, MoveFault, type MoveSource, type MoveTarget } from './move.ts';
import { type MovedTable, movedTables, type Value } from './movedTables.ts';

function columnsIn(database: DatabaseSync, { name }: MovedTable): string[] {
  return database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(name)
    .map((column) => String(column.name));
}

function readerOf(database: DatabaseSync): Omit<MoveEnd, 'name'> {
  return {
    columns: async (table) => columnsIn(database, table),
    count: async (table) => Number(database.prepare(`SELECT count(*) AS amount FROM ${table}`).get()?.amount),
    page: async ({ name, key }, after, limit) => {
      const further = after ? `WHERE ${key} > ?` : '';
      const rows = database.prepare(`SELECT * FROM ${name} ${further} ORDER BY ${key} LIMIT ?`);
      return rows.all(...(after ? [after[key] as SQLInputValue] : []), limit).map((row) => {
        const values = Object.entries(row as { [column: string]: Value });
        return Object.fromEntries(
          values.map(([column, value]) => [column, typeof value === 'string' ? storableText(value) : value]),
        );
      });
    },
  };
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
      return await work({ ...readerOf(database), name, now: async () => Date.now() });
    } finally {
      database.close();
    }
  });
}

/** Opens what is there. Throws a `MoveFault` unless it is a database of this site. */
function openPresent(file: string): DatabaseSync {
  try {
    const database = openDatabaseBesideServer(file, migrations.length);
    if (!missingTable(countsIn(database))) return database;
    database.close();
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  throw new MoveFault(`${file} is there already and is no database of this site: name another file.`);
}

function openDraft(file: string): DatabaseSync {
  const draft = draftOf(file);
  const database = openDatabase(draft, migrations, { check: true });
  giveToOwner(draft, path.dirname(draft));
  return database;
}

/**
 * The file while it is filled is a draft, so that no server uses it; only a whole one gets the file's name. What is there
 * already becomes the draft.
 */
function targetAt(file: string): MoveTarget & { readonly close: () => void } {
  let database = existsSync(file) ? openPresent(file) : undefined;
  let isFinished = database !== undefined;
  if (!database && existsSync(draftOf(file)))
    try {
      database = openDraft(file);
    } catch {
      removeDraft(file);
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
  const orFault = <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) => {
    return (...given: Given) =>
      work(...given).catch((error: unknown) => {
        throw error instanceof MoveFault ? error : writeFault(file, error);
      });
  };
  return {
    name: file,
    columns: orFault((table) => readerOf(current()).columns(table)),
    count: orFault((table) => readerOf(current()).count(table)),
    page: orFault((...given) => readerOf(current()).page(...given)),
    isFinished: async () => isFinished,
    begin: orFault(async () => {
      close();
      if (isFinished) {
        asOneFile(file, { marked: false });
        removeDraft(file);
        renameSync(file, draftOf(file));
        isFinished = false;
      }
      database = openDraft(file);
    }),
    clear: orFault(async () => {
      for (const { name } of movedTables) current().exec(`DELETE FROM ${name}`);
    }),
    insert: orFault(async ({ name }, rows) => {
      const columns = Object.keys(rows[0] ?? {});
      const insert = current().prepare(
        `INSERT INTO ${name} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
      );
      inTransaction(current(), () => {
        for (const row of rows) insert.run(...columns.map((column) => row[column] as SQLInputValue));
      });
    }),
    finish: orFault(async () => {
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
  // Of other files no server is the owner.
  return path.basename(real) === path.basename(databaseFile(directory))
    ? withoutServer(path.dirname(real), open)
    : open();
}
