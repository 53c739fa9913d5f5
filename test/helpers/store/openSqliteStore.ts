import { openSqlite } from '../../../server/outbox/sqlite/sqliteDatabase.ts';
import { databaseOn } from '../../../server/outbox/sqlite/sqliteQueue.ts';
import { type Store, storeIn } from '../../../server/outbox/store.ts';

/** Opens the store in an SQLite file, but locks no data directory. Creates or migrates the file. Throws SQLite's errors. */
export function openSqliteStore(file: string): Store {
  return storeIn(databaseOn(openSqlite(file, { check: true })));
}
