import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../../../server/outbox/database.ts';
import { openPostgres } from '../../../server/outbox/postgres/postgresDatabase.ts';
import { changeSchema } from '../../../server/outbox/postgres/postgresSchema.ts';
import { databaseFile } from '../../../server/outbox/sqlite/sqliteDatabase.ts';
import { openSqliteForCommand, type Store, storeIn } from '../../../server/outbox/store.ts';
import { sharedPostgres } from '../run/shared.ts';
import { openSqliteStore } from './openSqliteStore.ts';

type Values = { readonly [column: string]: unknown };

/** An empty database with a server's store open on it. */
export type OpenStore = ReturnType<typeof openStoreOf>;

const times = {
  submissions: ['received_at', 'idempotency_expires_at'],
  mails: ['pending_since', 'due_at', 'lease_until', 'sent_at', 'arrived_at', 'bounced_at'],
  mailbox: ['lease_until', 'watched_since', 'looked_at', 'failing_since'],
  used_tokens: ['expires_at'],
} as const;

type Opened = {
  readonly store: Store;
  readonly sql: (statement: string) => Promise<Values[]>;
  readonly open: () => Promise<Store>;
  readonly remove: () => Promise<void>;
};

function openStoreOf({ store, sql, open, remove }: Opened) {
  const others: Store[] = [];
  const closeOthers = async () => {
    // A test may have closed a store itself. To close it again may then fail.
    for (const each of others.splice(0)) await Promise.resolve(each.close()).catch(() => undefined);
  };
  return {
    store,
    /** Runs one statement on the database. Resolves with its rows. */
    sql,
    /** Opens another store on the same database, as another process would. */
    openAnother: async () => {
      const another = await open();
      others.push(another);
      return another;
    },
    /** Makes all stored times older, as if these milliseconds had passed: tests cannot set the clock of the database. */
    age: async (milliseconds: number) => {
      for (const [table, columns] of Object.entries(times)) {
        const changes = columns.map((column) => `${column} = ${column} - ${milliseconds}`);
        await sql(`UPDATE ${table} SET ${changes.join()}`);
      }
    },
    /** Empties the tables, except those of secrets and rate limits. Closes the stores that `openAnother` has opened. */
    empty: async () => {
      await closeOthers();
      for (const table of ['submissions', 'mails', 'used_tokens', 'flood', 'mailbox'])
        await sql(`DELETE FROM ${table}`);
    },
    /** Closes all stores and removes the database. */
    close: async () => {
      await closeOthers();
      await store.close();
      await remove();
    },
  };
}

export async function openOnSqlite(): Promise<OpenStore> {
  const folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  const file = databaseFile(folder);
  const store = openSqliteStore(file);
  const database = new DatabaseSync(file);
  return openStoreOf({
    store,
    // Rows of node:sqlite have the prototype null. A copy compares as equal to a plain object.
    sql: async (statement) => Array.from(database.prepare(statement).all(), (row) => ({ ...row })),
    open: async () => openSqliteForCommand(file),
    remove: async () => {
      database.close();
      rmSync(folder, { recursive: true });
    },
  });
}

/** Opens a store on a new database, as a server does (`server/outbox/outbox.ts`). `database`: runs SQL without the store. */
export async function openOnPostgres(): Promise<OpenStore & { readonly database: Database }> {
  const { createDatabase, dropDatabase } = await sharedPostgres();
  const url = await createDatabase();
  const connect = () => openPostgres(url, { connections: 4, timeout: 10_000 });
  const open = () => storeIn(connect(), connect());
  const database = connect();
  await changeSchema(database);
  const opened = openStoreOf({
    store: open(),
    sql: (statement) => database.run(statement),
    open: async () => open(),
    remove: async () => {
      await database.close();
      await dropDatabase(url);
    },
  });
  return { ...opened, database };
}
