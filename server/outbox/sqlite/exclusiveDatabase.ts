import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { commandLine } from '../../config/commandLine.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { backUpBeforeSchemaChange } from '../backups/automaticBackups.ts';
import type { Database } from '../database.ts';
import { StoreFault } from '../faults.ts';
import { SchemaFault } from '../schema.ts';
import { lockDirectory } from './directoryLock.ts';
import { databaseFile, isDamage, isOwnError, openDatabase, sqliteCode, sqliteCodes } from './sqliteDatabase.ts';
import { queuedDatabase } from './sqliteQueue.ts';

function dataDirectoryFault(message: string, misconfigured = false, cause?: unknown): StoreFault {
  return new StoreFault(`DATA_DIR: ${message}`, misconfigured, cause);
}

/** Takes the lock of the server. Throws a `StoreFault` if a server has it. */
function lockAsServer(directory: string): DatabaseSync {
  const lock = lockDirectory(directory, 'owner.lock', deadlines.store.directoryLock);
  if (lock) return lock;
  throw dataDirectoryFault(
    `another server, or a move or restore, is running on ${directory}: only one may use a DATA_DIR`,
  );
}

const misconfigured = new Set<number | undefined>([sqliteCodes.readOnly, sqliteCodes.cannotOpen]);

function startFault(file: string, error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  if (error instanceof SchemaFault) return dataDirectoryFault(error.message, true, error);
  const code = sqliteCode(error);
  const reason = error instanceof Error ? error.message : String(error);
  if (isOwnError(error)) return dataDirectoryFault(reason, false, error);
  return isDamage(error)
    ? dataDirectoryFault(
        `${file} is damaged (${reason}): restore a backup with "${commandLine} restore", or move it away to begin with an empty one`,
        false,
        error,
      )
    : dataDirectoryFault(`${file} cannot be used (${reason})`, misconfigured.has(code), error);
}

/** After these errors SQLite goes on with the connection: another holds the lock, the disk is full, a key is taken. */
const passing = new Set<number | undefined>([sqliteCodes.busy, sqliteCodes.full, sqliteCodes.constraint]);

async function openFirst(directory: string, log: Logger): Promise<{ lock: DatabaseSync; first: DatabaseSync }> {
  const file = databaseFile(directory);
  let lock: DatabaseSync | undefined;
  try {
    lock = lockAsServer(directory);
    const backup = await backUpBeforeSchemaChange(directory);
    if (backup) log.info(backup, 'database backed up before its schema changes');
    return { lock, first: openDatabase(file, { check: true }) };
  } catch (error) {
    lock?.close();
    throw startFault(file, error);
  }
}

/**
 * Opens the database under an exclusive lock on its directory. Rejects with a `StoreFault`. After a later error of SQLite, a
 * failed sync for one, the next call opens the file anew.
 */
export async function openExclusiveDatabase(directory: string, log: Logger): Promise<Database> {
  const file = databaseFile(directory);
  const { lock, first } = await openFirst(directory, log);
  let connection = first;
  return queuedDatabase({
    connection: () => {
      // A deleted file takes writes as long as it is open, and all of them are lost.
      if (connection.isOpen && !existsSync(file)) connection.close();
      if (!connection.isOpen) {
        connection = openDatabase(file, { check: false });
        log.warn('database opened again');
      }
      return connection;
    },
    onError: (error) => {
      const code = sqliteCode(error);
      if (code === undefined || passing.has(code) || !connection.isOpen) return;
      try {
        connection.close();
      } catch {
        // The disk still fails. Opening the file anew will tell.
      }
    },
    close: () => {
      if (connection.isOpen) connection.close();
      if (lock.isOpen) lock.close();
    },
  });
}
