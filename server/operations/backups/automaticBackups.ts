import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { giveToOwner } from '../../config/dataDirectory.ts';
import { sync } from '../../lib/sync.ts';
import { sqliteMigrations } from '../../outbox/migrations/migrations.ts';
import { firstVersion, newest } from '../../outbox/schema.ts';
import { underOperatorLock } from '../../outbox/sqlite/directoryLock.ts';
import { databaseFile, schemaVersion } from '../../outbox/sqlite/sqliteDatabase.ts';
import { makeBackup } from './backup.ts';

/** So many backups of one kind are kept. The server erases from them what it erases. */
const mostBackups = 10;

/** Backups of one kind have names that sort by time. */
type Kind = 'before-schema' | 'before-restore';

/** The path of a new backup among those that are made by themselves. Makes their folder, and removes the oldest of the kind. */
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

/** The schema of the database if it is older than this program's, and so about to change. Throws SQLite's errors. */
function olderSchema(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  using database = new DatabaseSync(file);
  const version = schemaVersion(database);
  return version >= firstVersion && version < newest(sqliteMigrations) ? version : undefined;
}

/** Keeps a backup if the schema of the database is about to change. The caller has the server's lock. */
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
