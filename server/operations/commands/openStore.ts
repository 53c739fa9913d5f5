import { statSync } from 'node:fs';
import type { OperatorConfig } from '../../config/config.ts';
import { openPostgresBesideServer, openSqliteBesideServer } from '../../outbox/besideServer.ts';
import { Failure } from '../../outbox/faults.ts';
import { databaseFaultSentence } from '../../outbox/postgres/databaseFault.ts';
import { NoTables } from '../../outbox/postgres/postgresSchema.ts';
import { databaseFile, sqliteCode, sqliteCodes } from '../../outbox/sqlite/sqliteDatabase.ts';
import type { Store } from '../../outbox/store.ts';
import { NoStore } from './session.ts';

const reasons: { readonly [code: number]: string } = {
  [sqliteCodes.busy]: 'is busy: another process has been writing to it for seconds; try again',
  [sqliteCodes.readOnly]: 'cannot be written: run this as the user that the server runs as',
  [sqliteCodes.damaged]: 'is damaged: restore a backup',
  [sqliteCodes.full]: 'cannot be written: its disk is full',
  [sqliteCodes.cannotOpen]: 'cannot be opened: run this as the user that the server runs as',
  [sqliteCodes.notADatabase]: 'is no database: restore a backup',
};

/** A fault of SQLite in one sentence; other errors as they are. */
export function sqliteFault(file: string, error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure(`${file} ${reasons[code] ?? 'cannot be used'} (${message}).`, { cause: error });
}

function refuseMissing(file: string, sentence: string): void {
  try {
    statSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new NoStore(sentence);
    throw new Failure(
      `${file} cannot be read: run this as the user that the server runs as (${(error as Error).message}).`,
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

type Place = Pick<OperatorConfig, 'dataDirectory' | 'databaseUrl'>;

/**
 * Runs `work` with the outbox, beside servers that may be running. Creates nothing. Rejects with a `Failure` where there is no
 * database. `timeout`: how long PostgreSQL may take for each answer, in milliseconds.
 */
export async function withStore<Result>(
  { dataDirectory, databaseUrl }: Place,
  work: (store: Store) => Promise<Result>,
  timeout?: number,
): Promise<Result> {
  const file = databaseUrl === undefined ? existingDatabase(dataDirectory) : databaseFile(dataDirectory);
  const faultOf = (error: unknown): unknown => {
    const sentence = databaseFaultSentence(error);
    return sentence === undefined ? sqliteFault(file, error) : new Failure(sentence, { cause: error });
  };
  let store: Store;
  try {
    store =
      databaseUrl === undefined ? openSqliteBesideServer(file) : await openPostgresBesideServer(databaseUrl, timeout);
  } catch (error) {
    if (error instanceof NoTables) throw new NoStore(`${error.message}.`);
    const fault = faultOf(error);
    throw fault instanceof Failure ? fault : new Failure(`${error instanceof Error ? error.message : error}.`);
  }
  try {
    return await work(store);
  } catch (error) {
    throw faultOf(error);
  } finally {
    await store.close();
  }
}
