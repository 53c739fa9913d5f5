import type { DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import type { Store } from '../store.ts';
import { createStore } from '../tables/createStore.ts';
import { openDatabaseBesideServer } from './sqliteDatabase.ts';
import { queuedDatabase } from './sqliteQueue.ts';

/** A database on an open connection, which closes with it. */
export function databaseOn(connection: DatabaseSync): Database {
  return queuedDatabase({ connection: () => connection, close: () => connection.close() });
}

/** Opens the store of a server that may be running, for one command. Never creates or migrates the file. */
export function openSqliteStoreBesideServer(file: string): Store {
  const database = databaseOn(openDatabaseBesideServer(file));
  return createStore({ requests: database, background: database, mailDomain: 'localhost' });
}
