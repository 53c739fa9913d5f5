import { deadlines } from '../lib/deadlines.ts';
import { openPostgres } from './postgres/postgresDatabase.ts';
import { tablesFault } from './postgres/postgresSchema.ts';
import { openExistingSqlite } from './sqlite/sqliteDatabase.ts';
import { databaseOn } from './sqlite/sqliteQueue.ts';
import { type Store, storeIn } from './store.ts';

// Commands add no submissions, so they make no Message-IDs.
const mailDomain = 'localhost';

/** Opens the store of a server that may be running, for one command. Never creates the file or changes its schema. */
export function openSqliteForCommand(file: string): Store {
  const database = databaseOn(openExistingSqlite(file));
  return storeIn({ requests: database, background: database, mailDomain });
}

/** Opens the store of servers that may be running, for one command. Creates nothing. */
export async function openPostgresForCommand(
  databaseUrl: string,
  timeout: number = deadlines.operator.statement,
): Promise<Store> {
  const database = openPostgres(databaseUrl, { connections: 1, timeout });
  try {
    const fault = await tablesFault(database.run, 'The database of DATABASE_URL');
    if (fault) throw fault;
    return storeIn({ requests: database, background: database, mailDomain });
  } catch (error) {
    await database.close();
    throw error;
  }
}
