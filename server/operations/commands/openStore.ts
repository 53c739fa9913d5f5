import type { Config } from '../../config/config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { databaseFaultSentence } from '../../outbox/postgres/databaseFault.ts';
import { databaseFile, fileFault, sqliteCode } from '../../outbox/sqlite/sqliteDatabase.ts';
import { existingDatabase, openPostgresForCommand, openSqliteForCommand, type Store } from '../../outbox/store.ts';

/** Runs `work` with the store. Rejects with an `OperatorError` without a database. `timeout`: of each PostgreSQL answer, in ms. */
export async function withStore<Result>(
  { dataDirectory, databaseUrl }: Config['store'],
  work: (store: Store) => Promise<Result>,
  timeout?: number,
): Promise<Result> {
  try {
    const store =
      databaseUrl === undefined
        ? openSqliteForCommand(existingDatabase(dataDirectory))
        : await openPostgresForCommand(databaseUrl, timeout);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const sentence = databaseFaultSentence(error);
    if (sentence !== undefined) throw new OperatorError(sentence, { cause: error });
    throw sqliteCode(error) === undefined ? error : fileFault(databaseFile(dataDirectory), error);
  }
}

export function noSuchSubmission(reference: string): OperatorError {
  return new OperatorError(`There is no submission ${reference}.`);
}
