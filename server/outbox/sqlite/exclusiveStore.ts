import { statSync } from 'node:fs';
import { commandLine } from '../../config/commandLine.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { backUpBeforeSchemaChange, olderSchema, type SchemaBackup } from '../backups/automaticBackups.ts';
import type { Store } from '../store.ts';
import { StoreFault } from '../storeFault.ts';
import { type Lock, lockDirectory } from './directoryLock.ts';
import { renewLog } from './logRenewal.ts';
import { databaseFile, isFailedSync, sqliteCode, sqliteCodes } from './sqliteDatabase.ts';
import { migrations } from './sqliteSchema.ts';
import { openSqliteStore } from './sqliteStore.ts';

function dataDirectoryFault(message: string, misconfigured = false, cause?: unknown): StoreFault {
  return new StoreFault([`DATA_DIR: ${message}`], misconfigured, cause);
}

/** Takes the lock of the server. Throws a `StoreFault` if a server has it. */
function lockAsServer(directory: string): Lock {
  const lock = lockDirectory(directory, 'owner.lock', deadlines.store.directoryLock);
  if (lock) return lock;
  throw dataDirectoryFault(`another server is running on ${directory}: only one may use a DATA_DIR`);
}

const misconfigured = new Set<number | undefined>([sqliteCodes.readOnly, sqliteCodes.cannotOpen]);
const damaged = new Set<number | undefined>([sqliteCodes.damaged, sqliteCodes.notADatabase]);

function startFault(file: string, error: unknown): StoreFault {
  if (error instanceof StoreFault) return error;
  const code = sqliteCode(error);
  const reason = error instanceof Error ? error.message : String(error);
  const isOurs = code === undefined && (error as NodeJS.ErrnoException).code === undefined;
  if (isOurs) return dataDirectoryFault(reason, false, error);
  return damaged.has(code)
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

type Events = {
  readonly onReopened: () => void;
  /** A backup was made, because the schema is about to change. */
  readonly onBackup: (backup: SchemaBackup) => void;
};

type Opened = { readonly lock: Lock; readonly store: Store; readonly inode: number | undefined };

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function openUnder(lock: Lock, file: string, mailDomain: string, reopened: boolean): Opened {
  return { lock, store: openSqliteStore(file, mailDomain, { reopened }), inode: inodeOf(file) };
}

async function openFirst(directory: string, mailDomain: string, { onBackup }: Events): Promise<Opened> {
  const file = databaseFile(directory);
  let lock: Lock | undefined;
  try {
    lock = lockAsServer(directory);
    renewLog(file);
    const backup = await backUpBeforeSchemaChange(directory, migrations.length);
    if (backup) onBackup(backup);
    return openUnder(lock, file, mailDomain, false);
  } catch (error) {
    lock?.release();
    throw startFault(file, error);
  }
}

function openAgain(directory: string, mailDomain: string): Opened {
  const file = databaseFile(directory);
  const lock = lockAsServer(directory);
  try {
    renewLog(file);
    // Another file has been put here. Its schema changes at a start, after a backup.
    if (olderSchema(directory, migrations.length)) throw new Error(`${file} has an older schema: restart the server`);
    return openUnder(lock, file, mailDomain, true);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the outbox under an exclusive lock on its directory. Rejects with a `StoreFault`. Later errors
 * reject the call, and the next call opens the file again, so that the store works as soon as the cause is gone.
 */
export async function openExclusiveStore(directory: string, mailDomain: string, events: Events): Promise<Store> {
  const file = databaseFile(directory);
  const device = () => statSync(directory).dev;
  let opened: Opened | undefined = await openFirst(directory, mailDomain, events);
  const ownDevice = device();

  const close = async (): Promise<void> => {
    const closing = opened;
    opened = undefined;
    closing?.lock.release();
    await closing?.store.close();
  };

  const current = async (): Promise<Store> => {
    // A removed or replaced file stays writable while it is open, and all that is written to it is lost.
    if (opened && opened.inode !== inodeOf(file)) await close().catch(() => {});
    if (!opened) {
      // Without its disk, the mount point would pass for the directory.
      if (device() !== ownDevice) throw new Error(`${directory} is on another device than before`);
      opened = openAgain(directory, mailDomain);
      events.onReopened();
    }
    return opened.store;
  };

  const use: Use = async (work) => {
    const store = await current();
    try {
      return await work(store);
    } catch (error) {
      if (opened?.store === store && !isHarmless(error)) await close().catch(() => {});
      throw error;
    }
  };

  return { ...methodsBy(use), close };
}

type Use = <Result>(work: (store: Store) => Promise<Result>) => Promise<Result>;

function methodsBy(use: Use): Omit<Store, 'close'> {
  return {
    submit: (...given) => use((store) => store.submit(...given)),
    replayed: (...given) => use((store) => store.replayed(...given)),
    secret: () => use((store) => store.secret()),
    now: () => use((store) => store.now()),
    checkFlood: (...given) => use((store) => store.checkFlood(...given)),
    claim: (...given) => use((store) => store.claim(...given)),
    nextDue: () => use((store) => store.nextDue()),
    delivered: (...given) => use((store) => store.delivered(...given)),
    postponed: (...given) => use((store) => store.postponed(...given)),
    failed: (...given) => use((store) => store.failed(...given)),
    split: (...given) => use((store) => store.split(...given)),
    retry: (...given) => use((store) => store.retry(...given)),
    retryFailed: (...given) => use((store) => store.retryFailed(...given)),
    find: (...given) => use((store) => store.find(...given)),
    list: (...given) => use((store) => store.list(...given)),
    oldDeliveries: (...given) => use((store) => store.oldDeliveries(...given)),
    claimConfirmation: (...given) => use((store) => store.claimConfirmation(...given)),
    nextConfirmationDue: () => use((store) => store.nextConfirmationDue()),
    confirmationSent: (...given) => use((store) => store.confirmationSent(...given)),
    confirmationPostponed: (...given) => use((store) => store.confirmationPostponed(...given)),
    confirmationFailed: (...given) => use((store) => store.confirmationFailed(...given)),
    status: () => use((store) => store.status()),
    probe: () => use((store) => store.probe()),
  };
}
