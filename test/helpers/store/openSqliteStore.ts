import { openDatabase } from '../../../server/outbox/sqlite/sqliteDatabase.ts';
import { databaseOn } from '../../../server/outbox/sqlite/sqliteQueue.ts';
import { type Store, storeIn } from '../../../server/outbox/store.ts';

/**
 * Opens the store in one SQLite file, without a server's locks; creates or migrates the file where needed. `mailDomain` is the
 * right side of new Message-IDs. Throws SQLite's errors.
 */
export function openSqliteStore(file: string, mailDomain: string): Store {
  const database = databaseOn(openDatabase(file, { check: true }));
  return storeIn({ requests: database, background: database, mailDomain });
}
