import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../../../server/submissions/postgres/database.ts';
import { migrate } from '../../../server/submissions/postgres/postgresSchema.ts';
import { createPostgresStore } from '../../../server/submissions/postgres/postgresStore.ts';
import { databaseFile } from '../../../server/submissions/sqlite/sqliteDatabase.ts';
import { openSqliteStore, openSqliteStoreBesideServer } from '../../../server/submissions/sqlite/sqliteStore.ts';
import type { Store } from '../../../server/submissions/store.ts';
import { sharedPostgres } from '../run/shared.ts';

type Values = { readonly [column: string]: unknown };

/** An empty database with a server's store open on it. */
export type OpenStore = {
  readonly store: Store;
  /** Opens the store of another process on the same database. `close` closes it. */
  readonly openAnother: () => Promise<Store>;
  /** Runs one statement on the database, past the store; resolves with its rows. */
  readonly sql: (statement: string) => Promise<Values[]>;
  /** Makes all stored times older by these milliseconds, as if they had passed: the clock is the database's. */
  readonly age: (milliseconds: number) => Promise<void>;
  /** Closes all stores and removes the database. */
  readonly close: () => Promise<void>;
};

export const mailDomain = 'cirrux.example';

type Opened = Pick<OpenStore, 'store' | 'sql'> & {
  readonly open: () => Promise<Store>;
  readonly remove: () => Promise<void>;
};

function openStoreOf({ store, sql, open, remove }: Opened): OpenStore {
  const stores = new Set([store]);
  return {
    store,
    sql,
    openAnother: async () => {
      const another = await open();
      stores.add(another);
      return {
        ...another,
        close: () => {
          stores.delete(another);
          return another.close();
        },
      };
    },
    age: async (milliseconds) => {
      const own = ['received_at', 'next_attempt_at', 'delivered_at', 'retried_at'];
      const columns = [...own, 'idempotency_expires_at', 'confirmation_at'];
      const changes = columns.map((column) => `${column} = ${column} - ${milliseconds}`);
      await sql(`UPDATE submissions SET ${changes.join()}`);
      await sql(`UPDATE used_tokens SET expires_at = expires_at - ${milliseconds}`);
    },
    close: async () => {
      for (const each of stores) await each.close();
      await remove();
    },
  };
}

export async function openOnSqlite(): Promise<OpenStore> {
  const folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  const file = databaseFile(folder);
  const store = openSqliteStore(file, mailDomain);
  const database = new DatabaseSync(file);
  return openStoreOf({
    store,
    // node:sqlite returns rows with the prototype null.
    sql: async (statement) =>
      database
        .prepare(statement)
        .all()
        .map((row) => ({ ...row })),
    open: async () => openSqliteStoreBesideServer(file),
    remove: async () => {
      database.close();
      rmSync(folder, { recursive: true });
    },
  });
}

/** A server's store, as `server/submissions/outbox.ts` opens it, on a new database. */
export async function openOnPostgres(): Promise<OpenStore> {
  const { createDatabase, dropDatabase } = await sharedPostgres();
  const url = await createDatabase();
  const connect = () => openDatabase(url, { connections: 4, timeout: 10_000 });
  const open = () => createPostgresStore({ requests: connect(), background: connect(), mailDomain });
  const migrating = connect();
  await migrate(migrating);
  await migrating.close();
  const direct = connect();
  return openStoreOf({
    store: open(),
    sql: (statement) => direct.run(statement),
    open: async () => open(),
    remove: async () => {
      await direct.close();
      await dropDatabase(url);
    },
  });
}
