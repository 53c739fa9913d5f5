import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { configurationExitCode, OperatorError } from '../lib/errors.ts';
import { checkPostgres } from './postgres/prepare.ts';
import { openingFault } from './sqlite/exclusiveDatabase.ts';
import { databaseFile, refuseOther } from './sqlite/sqliteDatabase.ts';

function checkSqlite(file: string): void {
  try {
    statSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new OperatorError(`DATA_DIR: ${file} cannot be read (${code})`, { exitCode: configurationExitCode });
  }
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      refuseOther(database, file, { isChanged: true });
    } finally {
      database.close();
    }
  } catch (error) {
    throw openingFault(file, error);
  }
}

type Place = { readonly dataDirectory: string; readonly databaseUrl: string | undefined };

/**
 * Checks, beside servers that may be running, whether a server of this release can use the database. Changes nothing. Resolves with why
 * the database cannot be used at this moment; rejects with an `OperatorError` where waiting does not help.
 */
export async function checkDatabase({ dataDirectory, databaseUrl }: Place): Promise<string | undefined> {
  try {
    if (databaseUrl === undefined) checkSqlite(databaseFile(dataDirectory));
    else await checkPostgres(databaseUrl);
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    return (error as Error).message;
  }
}
