import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { commandLine } from '../../config/commandLine.ts';
import { keepToOwner } from '../../config/dataDirectory.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { backUpBeforeSchemaChange, olderSchema } from '../backups/automaticBackups.ts';
import type { Database } from '../database.ts';
import { StoreFault } from '../faults.ts';
import { SchemaFault } from '../schema.ts';
import { lockDirectory } from './directoryLock.ts';
import { renewLog } from './logRenewal.ts';
import {
  databaseFile,
  isDamage,
  isFailedSync,
  isOwnError,
  openDatabase,
  sqliteCode,
  sqliteCodes,
} from './sqliteDatabase.ts';
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

const harmless = new Set<number | undefined>([sqliteCodes.busy, sqliteCodes.full]);

/**
 * Whether an error leaves the connection usable. After a failed sync it alone knows that the last pages of the log do not
 * count, and writes them again: another connection would find them in the page cache.
 */
function isHarmless(error: unknown): boolean {
  return harmless.has(sqliteCode(error)) || isFailedSync(error);
}

/** Milliseconds between two tries to write the log again. Each writes all of it, so a disk that goes on failing is spared. */
const renewalPause = 1_000;

type Opened = { readonly lock: DatabaseSync; readonly connection: DatabaseSync; readonly inode: number | undefined };

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function openUnder(lock: DatabaseSync, file: string, { check }: { readonly check: boolean }): Opened {
  return { lock, connection: openDatabase(file, { check }), inode: inodeOf(file) };
}

async function openFirst(directory: string, log: Logger): Promise<Opened> {
  const file = databaseFile(directory);
  let lock: DatabaseSync | undefined;
  try {
    lock = lockAsServer(directory);
    renewLog(file);
    const backup = await backUpBeforeSchemaChange(directory);
    if (backup) log.info(backup, 'database backed up before its schema changes');
    return openUnder(lock, file, { check: true });
  } catch (error) {
    lock?.close();
    throw startFault(file, error);
  }
}

function openAgain(directory: string): Opened {
  const file = databaseFile(directory);
  const lock = lockAsServer(directory);
  try {
    renewLog(file);
    // Another file has been put here. Its schema changes at a start, after a backup.
    if (olderSchema(directory)) throw new Error(`${file} has an older schema: restart the server`);
    return openUnder(lock, file, { check: false });
  } catch (error) {
    lock.close();
    throw error;
  }
}

/**
 * Opens the database under an exclusive lock on its directory. Rejects with a `StoreFault`. Later errors
 * reject the call, and the next call opens the file again, so that the database works as soon as the cause is gone.
 */
export async function openExclusiveDatabase(directory: string, log: Logger): Promise<Database> {
  const file = databaseFile(directory);
  const device = () => statSync(directory).dev;
  let opened: Opened | undefined = await openFirst(directory, log);
  /** Whether a sync has failed since the log was last renewed: what was committed before without one may not be on the disk. */
  let isLogDoubtful = false;
  let nextRenewal = 0;
  const ownDevice = device();

  const close = (): void => {
    const closing = opened;
    opened = undefined;
    closing?.lock.close();
    closing?.connection.close();
  };
  const tryToClose = (): void => {
    try {
      close();
    } catch {
      // It is useless, and another takes its place.
    }
  };

  return queuedDatabase({
    connection: () => {
      // A removed or replaced file stays writable while it is open, and all that is written to it is lost.
      if (opened && opened.inode !== inodeOf(file)) tryToClose();
      if (!opened) {
        // Without its disk, the mount point would pass for the directory.
        if (device() !== ownDevice) throw new Error(`${directory} is on another device than before`);
        opened = openAgain(directory);
        isLogDoubtful = false;
        log.warn('database opened again');
        keepToOwner(directory, log);
      }
      if (isLogDoubtful) {
        if (performance.now() < nextRenewal) throw new Error('the log of changes could not be written again');
        nextRenewal = performance.now() + renewalPause;
        renewLog(file);
        isLogDoubtful = false;
      }
      return opened.connection;
    },
    onError: (error, connection) => {
      if (isFailedSync(error)) isLogDoubtful = true;
      if (opened?.connection === connection && !isHarmless(error)) tryToClose();
    },
    close,
  });
}
