import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { dataEntries, giveToOwner } from '../../config/dataDirectory.ts';
import { syncToDisk } from '../../lib/syncToDisk.ts';
import { firstVersion, newest, sqliteMigrations } from '../../outbox/migrations/migrations.ts';
import { underOperatorLock } from '../../outbox/sqlite/directoryLock.ts';
import { databaseFile, schemaVersion } from '../../outbox/sqlite/sqliteDatabase.ts';
import { makeBackup } from './backup.ts';

/** Returns a path for a new backup, in a folder of the data directory, where erasures find it. Makes the folder if needed. */
export function newBackupFile(dataDirectory: string, kind: 'before-schema' | 'before-restore'): string {
  const folder = path.join(dataDirectory, dataEntries.backups.name);
  if (!existsSync(folder)) {
    mkdirSync(folder, 0o700);
    giveToOwner(folder, dataDirectory);
    syncToDisk(dataDirectory);
  }
  return path.join(folder, `${kind}-${new Date().toISOString().replaceAll(':', '-')}.sqlite`);
}

/** If the database's schema is older than this program's, returns the version of the older one. Throws SQLite's errors. */
function olderSchema(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  using database = new DatabaseSync(file);
  const version = schemaVersion(database);
  return version >= firstVersion && version < newest(sqliteMigrations) ? version : undefined;
}

/** Backs up the database if this server will change its schema. The caller must hold the server's lock on the data directory. */
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
