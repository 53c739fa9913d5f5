import { deadlines } from '../../lib/deadlines.ts';
import type { Database } from '../database.ts';
import type { Store } from '../store.ts';
import { createStore, type StoreOptions } from '../tables/createStore.ts';
import { openDatabase } from './database/database.ts';
import { channel } from './database/listener.ts';
import { tablesFault } from './postgresSchema.ts';

/** Wakes the mail of every server. Not in a transaction: notifying commits are serialised. */
function notify({ run }: Database): void {
  run(`NOTIFY ${channel}`).catch(() => {});
}

/** The store in a database whose schema is current. Closing it closes the database. */
export function createPostgresStore(options: StoreOptions): Store {
  const store = createStore(options);
  return {
    ...store,
    submit: async (...given) => {
      const result = await store.submit(...given);
      if (result.outcome === 'stored') notify(options.background);
      return result;
    },
    retry: async (...given) => {
      const retried = await store.retry(...given);
      if (retried > 0) notify(options.background);
      return retried;
    },
  };
}

/** Opens the store of servers that may be running, for one command. Creates nothing. */
export async function openPostgresStoreBesideServer(
  databaseUrl: string,
  timeout: number = deadlines.operator.statement,
): Promise<Store> {
  const database = openDatabase(databaseUrl, { connections: 1, timeout });
  try {
    const fault = await tablesFault(database.run, 'The database of DATABASE_URL');
    if (fault) throw fault;
    return createPostgresStore({ requests: database, background: database, mailDomain: 'localhost' });
  } catch (error) {
    await database.close();
    throw error;
  }
}
