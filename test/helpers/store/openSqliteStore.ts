import { openSqlite } from '../../../server/outbox/sqlite/sqliteDatabase.ts';
import { databaseOn } from '../../../server/outbox/sqlite/sqliteQueue.ts';
import { type Store, storeIn } from '../../../server/outbox/store.ts';

/** The right side of new Message-IDs. */
export const mailDomain = 'cirrux.example';

/** Opens the store in an SQLite file without a server's locks. Creates or migrates the file. Throws SQLite's errors. */
export function openSqliteStore(file: string): Store {
  const database = databaseOn(openSqlite(file, { check: true }));
  return storeIn({ requests: database, background: database, mailDomain });
}
