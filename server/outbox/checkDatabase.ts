import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config/config.ts';
import { configurationExitCode, OperatorError } from '../lib/errors.ts';
import { withUsable } from './postgres/postgresSchema.ts';
import { openingFault } from './sqlite/exclusiveDatabase.ts';
import { databaseFile, refuseOther } from './sqlite/sqliteDatabase.ts';

function checkSqlite(file: string): void {
  try {
    statSync(file);
    using database = new DatabaseSync(file, { readOnly: true });
    refuseOther(database, file, { isChanged: true });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    if (syscall === undefined) throw openingFault(file, error);
    throw new OperatorError(`DATA_DIR: ${file} cannot be read (${code})`, { exitCode: configurationExitCode });
  }
}

/**
 * Checks whether a server of this release can use the database. Changes nothing, and other servers may be running. Resolves with the
 * reason if the database cannot be used at this moment. Rejects with an `OperatorError` for a fault that waiting cannot cure.
 */
export async function checkDatabase({ dataDirectory, databaseUrl }: Config['store']): Promise<string | undefined> {
  try {
    if (databaseUrl === undefined) checkSqlite(databaseFile(dataDirectory));
    else await withUsable(databaseUrl, async () => {});
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    return (error as Error).message;
  }
}
