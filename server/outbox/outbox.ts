import type { Store as RateLimitStore } from 'express-rate-limit';
import type { Logger } from 'pino';
import { keepToOwner } from '../config/dataDirectory.ts';
import { deadlines } from '../lib/deadlines.ts';
import { openDatabase } from './postgres/database/database.ts';
import { warnOfDurability } from './postgres/database/durability.ts';
import { startListener } from './postgres/database/listener.ts';
import { preparePostgres, whenReached } from './postgres/database/start.ts';
import { createPostgresStore } from './postgres/postgresStore.ts';
import { sharedRateLimit, startForgetting } from './postgres/sharedRateLimit.ts';
import { openExclusiveDatabase } from './sqlite/exclusiveDatabase.ts';
import type { Store } from './store.ts';
import { createStore } from './tables/createStore.ts';
import { withFloodMemory } from './tables/floods.ts';

export type OutboxOptions = {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** The right side of new Message-IDs. */
  readonly mailDomain: string;
  readonly log: Logger;
};

/** The store of a server, with what its kind of database brings along. */
export type Outbox = {
  readonly store: Store;
  /** Posts that may be in the store at once. */
  readonly postsAtOnce: number;
  /** Counts for all servers of the database; undefined: this server is the only one and counts by itself. */
  readonly rateLimit?: (name: string, secret: Uint8Array) => RateLimitStore;
  /** Calls `onDue` when another process has made a mail due. */
  readonly listen: (onDue: () => void) => void;
  readonly close: () => Promise<void>;
};

async function openOnSqlite({ dataDirectory, mailDomain, log }: OutboxOptions): Promise<Outbox> {
  const database = await openExclusiveDatabase(dataDirectory, log);
  const store = withFloodMemory(createStore({ requests: database, background: database, mailDomain }));
  return { store, postsAtOnce: 64, listen: () => {}, close: store.close };
}

/** Connections and milliseconds. Two connections stay for what is not a post. */
const postsAtOnce = 6;
const requestLimits = { connections: postsAtOnce + 2, timeout: deadlines.store.statement } as const;
const backgroundLimits = { connections: 4, timeout: deadlines.store.background } as const;

async function openOnPostgres(databaseUrl: string, { mailDomain, log }: OutboxOptions): Promise<Outbox> {
  await preparePostgres(databaseUrl, log);
  const requests = openDatabase(databaseUrl, requestLimits);
  const background = openDatabase(databaseUrl, backgroundLimits);
  const store = createPostgresStore({ requests, background, mailDomain });
  await whenReached(log, async () => {
    await store.secret();
    await warnOfDurability(background, log);
  });
  const forgetting = startForgetting(background);
  let listener: ReturnType<typeof startListener> | undefined;
  return {
    store,
    postsAtOnce,
    rateLimit: (name, secret) => sharedRateLimit(requests, name, secret),
    listen: (onDue) => {
      listener = startListener({ databaseUrl, log, onDue });
    },
    close: async () => {
      forgetting.stop();
      await listener?.stop();
      await store.close();
    },
  };
}

/** Opens the outbox of a server. Waits for a database that is not there yet. Rejects with a `StoreFault`. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { databaseUrl, dataDirectory, log } = options;
  keepToOwner(dataDirectory, log);
  return databaseUrl === undefined ? openOnSqlite(options) : openOnPostgres(databaseUrl, options);
}
