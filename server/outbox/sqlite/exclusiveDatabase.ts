import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { commandLine } from '../../config/commandLine.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { configurationExitCode, OperatorError } from '../../lib/errors.ts';
import type { Database } from '../database.ts';
import { lockDirectory } from './directoryLock.ts';
import { databaseFile, isDamage, openSqlite, sqliteCode, sqliteCodes } from './sqliteDatabase.ts';
import { queuedDatabase } from './sqliteQueue.ts';

export type ExclusiveOptions = {
  readonly directory: string;
  readonly log: Logger;
  /** Called before the schema of an existing database may change. */
  readonly backUp: (directory: string) => Promise<void>;
  /** Called when a new database was created. */
  readonly onCreated: () => void;
};

/** Takes the server's lock. Throws an `OperatorError` if another process has it. */
function lockAsServer(directory: string): DatabaseSync {
  const lock = lockDirectory(directory, 'owner.lock', deadlines.store.directoryLock);
  if (lock) return lock;
  throw new OperatorError(
    `another server, or a move or restore, is running on ${directory}: only one may use a DATA_DIR`,
  );
}

const finalWhenOpening = new Set<number | undefined>([sqliteCodes.readOnly, sqliteCodes.cannotOpen]);

/** Converts an error of opening the file to an `OperatorError`. Leaves errors that waiting may cure: a full disk, a lock, a failed read. */
export function openingFault(file: string, error: unknown): unknown {
  if (error instanceof OperatorError)
    return new OperatorError(`DATA_DIR: ${error.message}`, { exitCode: configurationExitCode, cause: error });
  const { message } = error as Error;
  if (isDamage(error))
    return new OperatorError(
      `DATA_DIR: ${file} is damaged (${message}): restore a backup with "${commandLine} restore", or move it away to begin with an empty one`,
      { exitCode: configurationExitCode, cause: error },
    );
  return finalWhenOpening.has(sqliteCode(error))
    ? new OperatorError(`DATA_DIR: ${file} cannot be used (${message})`, {
        exitCode: configurationExitCode,
        cause: error,
      })
    : error;
}

/** After these errors the connection still works: another process holds the lock, the disk is full, a key is taken. */
const harmless = new Set<number | undefined>([sqliteCodes.busy, sqliteCodes.full, sqliteCodes.constraint]);

/**
 * The database of a data directory under an exclusive lock. The first use opens the file. If opening fails, or after an error of SQLite
 * such as a failed sync, the next use opens it again. Rejects with an `OperatorError` for a fault that waiting cannot cure.
 */
export function exclusiveDatabase({ directory, log, backUp, onCreated }: ExclusiveOptions): Database {
  const file = databaseFile(directory);
  let lock: DatabaseSync | undefined;
  let connection: DatabaseSync | undefined;
  let wasOpen = false;

  const openFile = async (): Promise<DatabaseSync> => {
    try {
      lock ??= lockAsServer(directory);
      if (!wasOpen) await backUp(directory);
      const isNew = !existsSync(file);
      const opened = openSqlite(file, { check: !wasOpen });
      if (isNew) onCreated();
      if (wasOpen) log.warn('database opened again');
      wasOpen = true;
      return opened;
    } catch (error) {
      throw openingFault(file, error);
    }
  };

  return queuedDatabase({
    connection: async () => {
      // A deleted file still accepts writes while it is open, and all of them would be lost.
      if (connection?.isOpen && !existsSync(file)) connection.close();
      if (!connection?.isOpen) connection = await openFile();
      return connection;
    },
    onError: (error) => {
      const code = sqliteCode(error);
      if (code === undefined || harmless.has(code) || !connection?.isOpen) return;
      try {
        connection.close();
      } catch {
        // The disk still fails. Opening the file again will report the error.
      }
    },
    close: () => {
      if (connection?.isOpen) connection.close();
      if (lock?.isOpen) lock.close();
    },
  });
}
