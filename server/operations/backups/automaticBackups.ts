import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { syncToDisk } from '../../lib/syncToDisk.ts';
import { firstVersion, newest, sqliteMigrations } from '../../outbox/migrations/migrations.ts';
import { underOperatorLock } from '../../outbox/sqlite/directoryLock.ts';
import { databaseFile, schemaVersion } from '../../outbox/sqlite/sqliteDatabase.ts';
import { makeBackup } from './backup.ts';

/** The path for a new automatic backup. Makes the folder. An erasure also reaches the backups in this folder. */
export function newBackupFile(dataDirectory: string, kind: 'before-schema' | 'before-restore'): string {
  const folder = path.join(dataDirectory, 'backups');
  if (!existsSync(folder)) {
    mkdirSync(folder, 0o700);
    giveToOwner(folder, dataDirectory);
    syncToDisk(dataDirectory);
  }
  return path.join(folder, `${kind}-${new Date().toISOString().replaceAll(':', '-')}.sqlite`);
}

/** The version of the database's schema, if a start will change this schema to a newer version. Throws SQLite's errors. */
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
    await underOperatorLock(dataDirectory, async () => makeBackup(present, file));
    log.info({ file, from, to: newest(sqliteMigrations) }, 'database backed up before its schema changes');
  } catch (error) {
    const reason = 'the schema stays as it is, because no backup could be made before its change';
    throw new Error(`${reason}: ${(error as Error).message}`, { cause: error });
  }
}
