import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, sqliteCode, sqliteCodes } from './sqliteDatabase.ts';
import { openSqliteStore } from './sqliteStore.ts';
import type { Store } from './store.ts';

/** Why a server cannot begin with this folder. `misconfigured`: another folder, or other rights, would do. */
export class DataDirectoryFault extends Error {
  readonly misconfigured: boolean;

  constructor(message: string, misconfigured = false, cause?: unknown) {
    super(message, { cause });
    this.misconfigured = misconfigured;
  }
}

type Hold = { readonly release: () => void };

/** A server that is just ending may hold the folder for a moment longer, in milliseconds. */
const patience = 1500;

/**
 * Keeps other servers from this folder for as long as the process lives. A lock of the operating system's, taken
 * through SQLite, goes with its process however that ends: it is never stale.
 */
function holdDirectory(directory: string): Hold {
  const lock = new DatabaseSync(path.join(directory, 'owner.lock'), { timeout: patience });
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

/** Errors after which the connection is as good as before. */
const harmless = new Set<number | undefined>([sqliteCodes.busy, sqliteCodes.full]);

/**
 * The outbox of the one server that owns the folder. A fault at the beginning throws `DataDirectoryFault`; later ones
 * reject the call, and the file is opened again when it was lost from sight, so that all works once the cause is gone.
 */
export function openOwnStore(directory: string, mailDomain: string, onReopened: () => void): Store {
  const file = databaseFile(directory);
  const inode = () => statSync(file, { throwIfNoEntry: false })?.ino;
  const device = () => statSync(directory).dev;

  const open = (reopened: boolean) => {
    const hold = holdDirectory(directory);
    try {
      return { hold, store: openSqliteStore(file, mailDomain, { reopened }), inode: inode() };
    } catch (error) {
      hold.release();
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
    closing?.hold.release();
    await closing?.store.close();
  };

  const current = async (): Promise<Store> => {
    // A file that is removed or replaced stays writable to whoever has it open, and all written there is lost.
    if (opened && opened.inode !== inode()) await close().catch(() => {});
    if (!opened) {
      // Where a disk is missing, its mount point must not pass for it.
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
    find: (...given) => use((store) => store.find(...given)),
    list: () => use((store) => store.list()),
    erase: (...given) => use((store) => store.erase(...given)),
    eraseDeliveredBefore: (...given) => use((store) => store.eraseDeliveredBefore(...given)),
    status: () => use((store) => store.status()),
    probe: () => use((store) => store.probe()),
    close,
  };
}
