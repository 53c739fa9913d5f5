import { statSync } from 'node:fs';
import { deadlines } from '../lib/deadlines.ts';
import { NoStore } from '../lib/errors.ts';
import type { Database } from './database.ts';
import { mailboxIn } from './mailbox.ts';
import { mailsIn } from './mails.ts';
import { maintenanceIn } from './maintenance.ts';
import { openPostgres } from './postgres/postgresDatabase.ts';
import { tablesFault } from './postgres/postgresSchema.ts';
import { databaseFile, fileFault, openExistingSqlite } from './sqlite/sqliteDatabase.ts';
import { databaseOn } from './sqlite/sqliteQueue.ts';
import { statisticsIn } from './statistics.ts';
import { submissionsIn } from './submissions.ts';

/** Reads and writes all stored data. Times are milliseconds since 1970, on the database's own clock. */
export type Store = ReturnType<typeof storeIn>;

/**
 * The repositories of a database whose schema is current. `background`: the same database over other connections, for mail
 * and statistics. So visitors never wait for a connection that such work is using. Closing the store closes all connections.
 */
export function storeIn(requests: Database, background = requests) {
  return {
    submissions: submissionsIn(requests),
    mails: mailsIn(background),
    mailbox: mailboxIn(background),
    maintenance: maintenanceIn(requests),
    statistics: statisticsIn(background),
    close: async (): Promise<void> => {
      await Promise.all([...new Set([requests, background])].map((database) => database.close()));
    },
  };
}

/** The path of the database in a data directory. Throws an `OperatorError` if there is no database. */
export function existingDatabase(dataDirectory: string): string {
  const file = databaseFile(dataDirectory);
  try {
    statSync(file);
    return file;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw fileFault(file, error);
    throw new NoStore(`There is no database in ${dataDirectory} yet: no server has run with this DATA_DIR.`);
  }
}

/** Opens an SQLite store for one command of the operator. A server may be using the file. Never creates it or alters its schema. */
export function openSqliteForCommand(file: string): Store {
  return storeIn(databaseOn(openExistingSqlite(file)));
}

/** Opens a PostgreSQL store for one command of the operator. Servers may be using the database. Never creates or alters tables. */
export async function openPostgresForCommand(
  databaseUrl: string,
  timeout: number = deadlines.operator.statement,
): Promise<Store> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(openPostgres(databaseUrl, { connections: 1, timeout }));
  const fault = await tablesFault(database.run, 'The database of DATABASE_URL');
  if (fault) throw fault;
  opened.move();
  return storeIn(database);
}
