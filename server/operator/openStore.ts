import { statSync } from 'node:fs';
import { databaseFile, sqliteCode, sqliteCodes } from '../submissions/sqlite/sqliteDatabase.ts';
import { openSqliteStoreBesideServer } from '../submissions/sqlite/sqliteStore.ts';
import type { Store } from '../submissions/store.ts';
import { Failure } from './session.ts';

const reasons: { readonly [code: number]: string } = {
  [sqliteCodes.busy]: 'is busy: another process has been writing to it for seconds; try again',
  [sqliteCodes.readOnly]: 'cannot be written: run this as the user that the server runs as',
  [sqliteCodes.damaged]: 'is damaged: restore a backup',
  [sqliteCodes.full]: 'cannot be written: its disk is full',
  [sqliteCodes.cannotOpen]: 'cannot be opened: run this as the user that the server runs as',
  [sqliteCodes.notADatabase]: 'is no database: restore a backup',
};

/** A fault of SQLite in one sentence; other errors as they are. */
export function storeFault(file: string, error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure(`${file} ${reasons[code] ?? 'cannot be used'} (${message}).`, { cause: error });
}

function refuseMissing(file: string, sentence: string): void {
  try {
    statSync(file);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isMissing = 'code' in error && error.code === 'ENOENT';
    throw new Failure(
      isMissing ? sentence : `${file} cannot be read: run this as the user that the server runs as (${error.message}).`,
      { cause: error },
    );
  }
}

/** The database of a data directory. Throws a `Failure` where there is none. */
export function existingDatabase(dataDirectory: string): string {
  const file = databaseFile(dataDirectory);
  refuseMissing(dataDirectory, `DATA_DIR is ${dataDirectory}, and there is no such folder.`);
  refuseMissing(file, `There is no database in ${dataDirectory} yet: no server has run with this DATA_DIR.`);
  return file;
}

/** Opens the store of a server that may be running. Creates nothing. Throws a `Failure`. */
export function openStore(dataDirectory: string): Store {
  const file = existingDatabase(dataDirectory);
  try {
    return openSqliteStoreBesideServer(file);
  } catch (error) {
    const fault = storeFault(file, error);
    throw fault instanceof Failure ? fault : new Failure(`${error instanceof Error ? error.message : error}.`);
  }
}
