import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, sqliteCode, sqliteCodes } from './sqliteDatabase.ts';
import { openSqliteStore } from './sqliteStore.ts';
import type { Store } from './store.ts';

/** Why a server cannot start with this data directory. `misconfigured`: another one, or other permissions, would do. */
export class DataDirectoryFault extends Error {
  readonly misconfigured: boolean;

  constructor(message: string, misconfigured = false, cause?: unknown) {
    super(message, { cause });
    this.misconfigured = misconfigured;
  }
}

type Lock = { readonly release: () => void };

/** How long to wait for the lock of a server that is just ending, in milliseconds. */
const lockTimeout = 1500;

/**
 * Takes the exclusive lock on the data directory. It is SQLite's lock on a file, which the operating system releases
 * however the process ends: it is never stale.
 */
function lockDirectory(directory: string): Lock {
  const lock = new DatabaseSync(path.join(directory, 'owner.lock'), { timeout: lockTimeout });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (sqliteCode(error) !== sqliteCodes.busy) throw error;
    throw new DataDirectoryFault(
      `another server is running on ${directory}: only one may use a DATA_DIR`,
      false,
      error,
    );
  }
  return { release: () => lock.close() };
}

const misconfigured = new Set<number | undefined>([sqliteCodes.readOnly, sqliteCodes.cannotOpen]);
const damaged = new Set<number | undefined>([sqliteCodes.damaged, sqliteCodes.notADatabase]);

function startFault(file: string, error: unknown): DataDirectoryFault {
  if (error instanceof DataDirectoryFault) return error;
  const code = sqliteCode(error);
  const reason = error instanceof Error ? error.message : String(error);
  if (code === undefined) return new DataDirectoryFault(reason, false, error);
  return damaged.has(code)
    ? new DataDirectoryFault(
        `${file} is damaged (${reason}): put a backup in its place, or move it away to begin with an empty one`,
        false,
        error,
      )
    : new DataDirectoryFault(`${file} cannot be used (${reason})`, misconfigured.has(code), error);
}

/** Errors that leave the connection usable. */
const harmless = new Set<number | undefined>([sqliteCodes.busy, sqliteCodes.full]);

/**
 * Opens the outbox under an exclusive lock on its directory. Throws `DataDirectoryFault` at the start. Later errors
 * reject the call, and the next call opens the file again, so that the store works as soon as the cause is gone.
 */
export function openExclusiveStore(directory: string, mailDomain: string, onReopened: () => void): Store {
  const file = databaseFile(directory);
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const device = () => statSync(directory).dev;

  const open = (reopened: boolean) => {
    const lock = lockDirectory(directory);
    try {
      return { lock, store: openSqliteStore(file, mailDomain, { reopened }), inode: inode() };
    } catch (error) {
      lock.release();
      throw error;
    }
  };
  type Opened = ReturnType<typeof open>;

  const begin = (): Opened => {
    try {
      return open(false);
    } catch (error) {
      throw startFault(file, error);
    }
  };
  let opened: Opened | undefined = begin();
  const ownDevice = device();

  const close = async (): Promise<void> => {
    const closing = opened;
    opened = undefined;
    closing?.lock.release();
    await closing?.store.close();
  };

  const current = async (): Promise<Store> => {
    // A removed or replaced file stays writable while it is open, and all that is written to it is lost.
    if (opened && opened.inode !== inode()) await close().catch(() => {});
    if (!opened) {
      // Without its disk, the mount point would pass for the directory.
      if (device() !== ownDevice) throw new Error(`${directory} is on another device than before`);
      opened = open(true);
      onReopened();
    }
    return opened.store;
  };

  const use = async <Result>(work: (store: Store) => Promise<Result>): Promise<Result> => {
    const store = await current();
    try {
      return await work(store);
    } catch (error) {
      if (opened?.store === store && !harmless.has(sqliteCode(error))) await close().catch(() => {});
      throw error;
    }
  };

  return {
    submit: (...given) => use((store) => store.submit(...given)),
    replayed: (...given) => use((store) => store.replayed(...given)),
    secret: () => use((store) => store.secret()),
    isFlooded: () => use((store) => store.isFlooded()),
    setFlooded: (...given) => use((store) => store.setFlooded(...given)),
    receivedSince: (...given) => use((store) => store.receivedSince(...given)),
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
    erase: (...given) => use((store) => store.erase(...given)),
    eraseDeliveredBefore: (...given) => use((store) => store.eraseDeliveredBefore(...given)),
    status: () => use((store) => store.status()),
    probe: () => use((store) => store.probe()),
    close,
  };
}
