import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { sync } from '../../lib/sync.ts';
import { sqliteMigrations } from '../../outbox/migrations/migrations.ts';
import { firstVersion, newest } from '../../outbox/schema.ts';
import { underOperatorLock } from '../../outbox/sqlite/directoryLock.ts';
import { databaseFile, schemaVersion, sqliteCode, sqliteCodes } from '../../outbox/sqlite/sqliteDatabase.ts';
import { makeBackup } from './backup.ts';

/** Of one kind so many backups are kept, and those of the last week: restoring four times must not remove the first. */
const kept = 3;
const keptMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** The folder of the backups that are made by themselves. The server erases from them what it erases. */
export function backupsFolder(dataDirectory: string): string {
  return path.join(dataDirectory, 'backups');
}

/** Backups of one kind have names that sort by time. */
type Kind = 'before-schema' | 'before-restore' | 'damaged';

/** The path of a new backup; makes the folder. */
export function newBackupFile(dataDirectory: string, kind: Kind): string {
  const folder = backupsFolder(dataDirectory);
  if (!existsSync(folder)) {
    mkdirSync(folder, 0o700);
    giveToOwner(folder, dataDirectory);
    sync(dataDirectory);
  }
  return path.join(folder, `${kind}-${new Date().toISOString().replaceAll(':', '-')}.sqlite`);
}

/** Removes the backups of a kind that are neither among the newest nor of the last week. */
export function removeOldest(dataDirectory: string, kind: Kind): void {
  const folder = backupsFolder(dataDirectory);
  const names = readdirSync(folder)
    .filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.sqlite'))
    .sort();
  const isOld = (name: string) => statSync(path.join(folder, name)).mtimeMs < Date.now() - keptMilliseconds;
  for (const name of names.slice(0, -kept).filter(isOld))
    for (const end of ['', '-wal']) rmSync(path.join(folder, `${name}${end}`), { force: true });
}

function versionIn(file: string, { readOnly }: { readOnly: boolean }): number {
  using database = new DatabaseSync(file, { readOnly });
  return schemaVersion(database);
}

/** The schema of the database if it is older than this program's, and so about to change. Throws SQLite's errors. */
function olderSchema(dataDirectory: string): number | undefined {
  const file = databaseFile(dataDirectory);
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return undefined;
  let version: number;
  try {
    version = versionIn(file, { readOnly: true });
  } catch (error) {
    if (sqliteCode(error) !== sqliteCodes.readOnly) throw error;
    // A power cut has left a rollback journal, which only a writer can roll back.
    version = versionIn(file, { readOnly: false });
  }
  return version >= firstVersion && version < newest(sqliteMigrations) ? version : undefined;
}

type SchemaBackup = { readonly file: string; readonly from: number; readonly to: number };

/** Keeps a backup if the schema of the database is about to change. */
export async function backUpBeforeSchemaChange(dataDirectory: string): Promise<SchemaBackup | undefined> {
  const from = olderSchema(dataDirectory);
  if (from === undefined) return undefined;
  try {
    const file = newBackupFile(dataDirectory, 'before-schema');
    await underOperatorLock(dataDirectory, async () => {
      await makeBackup(databaseFile(dataDirectory), file);
      removeOldest(dataDirectory, 'before-schema');
    });
    return { file, from, to: newest(sqliteMigrations) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the schema stays as it is, because no backup could be made before its change: ${reason}`, {
      cause: error,
    });
  }
}
