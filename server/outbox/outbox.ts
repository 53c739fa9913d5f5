import { setTimeout as sleep } from 'node:timers/promises';
import type { Store as RateLimitStore } from 'express-rate-limit';
import type { Logger } from 'pino';
import { keepToOwner } from '../config/dataDirectory.ts';
import { deadlines } from '../lib/deadlines.ts';
import { OperatorError } from '../lib/errors.ts';
import { startListener } from './postgres/listener.ts';
import { openPostgres } from './postgres/postgresDatabase.ts';
import { preparePostgres } from './postgres/postgresSchema.ts';
import { sharedRateLimit, startForgetting } from './postgres/sharedRateLimit.ts';
import { exclusiveDatabase } from './sqlite/exclusiveDatabase.ts';
import { type Store, storeIn } from './store.ts';

export type OutboxOptions = {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly log: Logger;
  /** Called before the schema of the existing database of a data directory may change. */
  readonly backUp: (directory: string) => Promise<void>;
};

/** The store of a server, with functions that depend on the kind of its database. */
export type Outbox = {
  readonly store: Store;
  /** Whether this process has created the database. */
  readonly isNew: () => boolean;
  /** Counts requests for all servers of the database. Undefined: this is the only server, and it counts by itself. */
  readonly rateLimit?: (name: string) => RateLimitStore;
  /** Calls `onDue` when another process has made a mail due. */
  readonly listen: (onDue: () => void) => void;
  readonly close: () => Promise<void>;
};

/** Between two tries to reach a database, in milliseconds. */
const pause = 1_000;

/**
 * Tries to reach a database until it works or the server stops, and logs each new reason once. Resolves after the first try. If that
 * failed, tries go on in the background. An `OperatorError` ends the trying: in the first try it rejects, later it ends the process.
 */
async function reachDatabase(reach: () => Promise<void>, log: Logger, stopping: AbortSignal): Promise<void> {
  const reasons = new Set<string>();
  const hasReached = async (): Promise<boolean> => {
    try {
      await reach();
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      const { message: reason } = error as Error;
      if (!reasons.has(reason)) log.warn({ reason }, 'waiting for the database');
      reasons.add(reason);
      return false;
    }
    if (reasons.size > 0) log.info('database reached');
    return true;
  };
  const keepTrying = async (): Promise<void> => {
    do await sleep(pause, undefined, { signal: stopping });
    while (!(await hasReached()));
  };
  if (await hasReached()) return;
  keepTrying().catch((error: unknown) => {
    if (stopping.aborted) return;
    // Waiting cannot cure this fault.
    const { message, exitCode } = error as OperatorError;
    log.fatal(message);
    process.exit(exitCode);
  });
}

async function openOnSqlite(options: OutboxOptions): Promise<Outbox> {
  const stopping = new AbortController();
  let isNew = false;
  const onCreated = () => {
    isNew = true;
  };
  const database = exclusiveDatabase({ ...options, directory: options.dataDirectory, onCreated });
  const store = storeIn(database);
  const close = async () => {
    stopping.abort();
    await store.close();
  };
  try {
    await reachDatabase(async () => void (await database.run('SELECT 1')), options.log, stopping.signal);
  } catch (error) {
    await close();
    throw error;
  }
  return { store, isNew: () => isNew, listen: () => {}, close };
}

/** Connections and milliseconds. */
const requestLimits = { connections: 8, timeout: deadlines.store.statement } as const;
const backgroundLimits = { connections: 4, timeout: deadlines.store.background } as const;

async function openOnPostgres(databaseUrl: string, options: OutboxOptions): Promise<Outbox> {
  const { log } = options;
  const stopping = new AbortController();
  const prepared = Promise.withResolvers<void>();
  let isPrepared = false;
  let isNew = false;
  const reach = async () => {
    isNew = await preparePostgres(databaseUrl, log);
    isPrepared = true;
    prepared.resolve();
  };
  await reachDatabase(reach, log, stopping.signal);
  const requests = openPostgres(databaseUrl, { ...requestLimits, isPrepared: () => isPrepared });
  const background = openPostgres(databaseUrl, { ...backgroundLimits, isPrepared: () => isPrepared });
  const store = storeIn(requests, background);
  const forgetting = startForgetting(background);
  let listener: ReturnType<typeof startListener> | undefined;
  return {
    store,
    isNew: () => isNew,
    rateLimit: (name) => sharedRateLimit(requests, name, store.maintenance.secret),
    listen: (onDue) =>
      void prepared.promise.then(() => {
        if (!stopping.signal.aborted) listener = startListener({ databaseUrl, log, onDue });
      }),
    close: async () => {
      stopping.abort();
      forgetting.stop();
      await listener?.stop();
      await store.close();
    },
  };
}

/**
 * Opens the outbox of a server. The database may be away, now or later; meanwhile each use of the store rejects. Rejects with an
 * `OperatorError` for a fault that waiting cannot cure.
 */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  keepToOwner(options.dataDirectory, options.log);
  return options.databaseUrl === undefined ? openOnSqlite(options) : openOnPostgres(options.databaseUrl, options);
}
