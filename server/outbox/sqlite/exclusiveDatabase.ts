import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { OperatorError } from '../../lib/errors.ts';
import { lockDirectory } from './directoryLock.ts';
import { openingFault } from './fileFault.ts';
import { databaseFile, openSqlite, sqliteCode, sqliteCodes } from './sqliteDatabase.ts';
import { queuedDatabase } from './sqliteQueue.ts';

export type ExclusiveOptions = {
  readonly dataDirectory: string;
  readonly log: Logger;
  /** Called before the schema of an existing database may change. */
  readonly backUp: (directory: string) => Promise<void>;
};

/** After these errors the connection still works: another process holds the lock, the disk is full, a key is taken. */
const harmless = new Set<number | undefined>([sqliteCodes.busy, sqliteCodes.full, sqliteCodes.constraint]);

/**
 * The database of a data directory under an exclusive lock. The first use opens the file. If opening fails, or after an error of SQLite
 * such as a failed sync, the next use opens it again. Rejects with an `OperatorError` for a fault that waiting cannot cure.
 */
export function exclusiveDatabase({ dataDirectory, log, backUp }: ExclusiveOptions) {
  const file = databaseFile(dataDirectory);
  let lock: DatabaseSync | undefined;
  let connection: DatabaseSync | undefined;
  let wasOpen = false;
  let isNew = false;

  const openFile = async (): Promise<DatabaseSync> => {
    try {
      lock ??= lockDirectory(dataDirectory, 'owner.lock', deadlines.store.directoryLock);
      if (!lock)
        throw new OperatorError(
          `another server, or a move or restore, is running on ${dataDirectory}: only one may use a DATA_DIR`,
        );
      if (!wasOpen) await backUp(dataDirectory);
      const isMissing = !existsSync(file);
      const opened = openSqlite(file, { check: !wasOpen });
      isNew ||= isMissing;
      if (wasOpen) log.warn('database opened again');
      wasOpen = true;
      return opened;
    } catch (error) {
      throw openingFault(file, error);
    }
  };

  const database = queuedDatabase({
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
  return {
    database,
    /** Whether this process has created the file. */
    isNew: () => isNew,
  };
}
