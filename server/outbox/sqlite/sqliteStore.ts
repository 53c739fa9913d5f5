import type { DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import type { Store } from '../store.ts';
import { createStore } from '../tables/createStore.ts';
import { openDatabase, openDatabaseBesideServer } from './sqliteDatabase.ts';
import { queuedDatabase } from './sqliteQueue.ts';

/** A database on an open connection, which closes with it. */
export function databaseOn(connection: DatabaseSync): Database {
  return queuedDatabase({ connection: () => connection, close: () => connection.close() });
}

function storeOn(connection: DatabaseSync, mailDomain: string): Store {
  const database = databaseOn(connection);
  return createStore({ requests: database, background: database, mailDomain });
}

/**
 * Opens the store in one SQLite file; creates or migrates the file where needed. `mailDomain` is the right side of new
 * Message-IDs. Throws SQLite's errors.
 */
export function openSqliteStore(file: string, mailDomain: string): Store {
  return storeOn(openDatabase(file, { check: true }), mailDomain);
}

/** Opens the store of a server that may be running, for one command. Never creates or migrates the file. */
export function openSqliteStoreBesideServer(file: string): Store {
  return storeOn(openDatabaseBesideServer(file), 'localhost');
}
