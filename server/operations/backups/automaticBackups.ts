import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { sync } from '../../lib/sync.ts';
import { firstVersion, newest, sqliteMigrations } from '../../outbox/migrations/migrations.ts';
import { underOperatorLock } from '../../outbox/sqlite/directoryLock.ts';
import { databaseFile, schemaVersion } from '../../outbox/sqlite/sqliteDatabase.ts';
import { makeBackup } from './backup.ts';

/** How many backups of one kind are kept. Erasing a submission erases it from these backups too. */
const mostBackups = 10;

/** The kind begins the file name. Names of one kind sort by time. */
type Kind = 'before-schema' | 'before-restore';

/** The path for a new automatic backup. Makes the folder, and removes the oldest backups of the kind. */
export function newBackupFile(dataDirectory: string, kind: Kind): string {
  const folder = path.join(dataDirectory, 'backups');
  if (!existsSync(folder)) {
    mkdirSync(folder, 0o700);
    giveToOwner(folder, dataDirectory);
    sync(dataDirectory);
  }
  const earlier = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.sqlite'));
  for (const name of earlier.sort().slice(0, 1 - mostBackups))
    for (const end of ['', '-wal']) rmSync(path.join(folder, `${name}${end}`), { force: true });
  return path.join(folder, `${kind}-${new Date().toISOString().replaceAll(':', '-')}.sqlite`);
}

/** The schema version of the database if a start will change it, because it is older than this program's. Throws SQLite's errors. */
function olderSchema(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  using database = new DatabaseSync(file);
  const version = schemaVersion(database);
  return version >= firstVersion && version < newest(sqliteMigrations) ? version : undefined;
}

/** Makes a backup if the schema of the database is about to change. The caller must have the server's lock. */
export async function backUpBeforeSchemaChange(dataDirectory: string, log: Logger): Promise<void> {
  const present = databaseFile(dataDirectory);
  const from = olderSchema(present);
  if (from === undefined) return;
  try {
    const file = newBackupFile(dataDirectory, 'before-schema');
    await underOperatorLock(dataDirectory, () => makeBackup(present, file));
    log.info({ file, from, to: newest(sqliteMigrations) }, 'database backed up before its schema changes');
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`the schema stays as it is, because no backup could be made before its change: ${message}`, {
      cause: error,
    });
  }
}
