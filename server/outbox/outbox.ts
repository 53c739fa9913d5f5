import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store as RateLimitStore } from 'express-rate-limit';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { keepToOwner } from '../config/dataDirectory.ts';
import { deadlines } from '../lib/deadlines.ts';
import { NoStore, OperatorError } from '../lib/errors.ts';
import { databaseFaultSentence } from './postgres/databaseFault.ts';
import { openPostgres, startListener } from './postgres/postgresDatabase.ts';
import { preparePostgres, tablesFault, withUsable } from './postgres/postgresSchema.ts';
import { createRoles, forgetClients, type HasRole, sharedRateLimit } from './postgres/rateLimits.ts';
import { databaseFile, fileFault, openingFault, refuseOther } from './sqlite/sqliteDatabase.ts';
import { type ExclusiveOptions, exclusiveDatabase } from './sqlite/sqliteQueue.ts';
import { existingDatabase, type Store, storeIn } from './store.ts';

export type OutboxOptions = ExclusiveOptions & {
  readonly databaseUrl: string | undefined;
  /** The port of this process, which tells it from others on this machine. */
  readonly port: number;
};

/** The store of a server, with functions that depend on the kind of its database. */
export type Outbox = {
  readonly store: Store;
  /** Whether this process has created the database. If so, an alarm warns that an older site's orders may be in another one. */
  readonly isNew: () => boolean;
  /** Whether this process has a role, of which there is one for all servers of the database. Undefined on SQLite. */
  readonly hasRole?: HasRole;
  /** Makes the counter of one rate limit for all servers of the database. Undefined on SQLite: its only server counts in memory. */
  readonly rateLimit?: (name: string) => RateLimitStore;
  /** Calls `onDue` when a process has made a mail due. On SQLite, only when this process has: polling finds a command's. */
  readonly listen: (onDue: () => void) => void;
  readonly close: () => Promise<void>;
};

/**
 * Tries to reach a database until that succeeds or the server stops, from the second try on in the background. Logs each reason of
 * a failure once. An `OperatorError` ends the tries: in the first one this function rejects with it, later it ends the process.
 */
async function reachDatabase(reach: () => Promise<unknown>, log: Logger, stopping: AbortSignal): Promise<void> {
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
    do await sleep(1_000, undefined, { signal: stopping });
    while (!(await hasReached()));
  };
  if (await hasReached()) return;
  keepTrying().catch((error: unknown) => {
    if (stopping.aborted) return;
    const { message, exitCode } = error as OperatorError;
    log.fatal(message);
    process.exit(exitCode);
  });
}

async function openOnSqlite(options: OutboxOptions): Promise<Outbox> {
  const stopping = new AbortController();
  const { database, isNew } = exclusiveDatabase(options);
  const store = storeIn(database);
  await reachDatabase(() => database.run('SELECT 1'), options.log, stopping.signal);
  const close = async () => {
    stopping.abort();
    await store.close();
  };
  return { store, isNew, listen: database.listen, close };
}

async function openOnPostgres(databaseUrl: string, options: OutboxOptions): Promise<Outbox> {
  const { log, dataDirectory, port } = options;
  const stopping = new AbortController();
  const prepared = Promise.withResolvers<void>();
  let isNew: boolean | undefined;
  const isPrepared = () => isNew !== undefined;
  const reach = async () => {
    isNew = await preparePostgres(databaseUrl, log);
    prepared.resolve();
  };
  await reachDatabase(reach, log, stopping.signal);
  const requests = openPostgres(databaseUrl, { connections: 8, timeout: deadlines.store.statement, isPrepared });
  const background = openPostgres(databaseUrl, { connections: 4, timeout: deadlines.store.background, isPrepared });
  const store = storeIn(requests, background);
  // Errors are ignored: an alarm already reports a database that cannot be written.
  const forgetting = setInterval(() => forgetClients(background).catch(() => {}), 60_000);
  let stopListening: (() => Promise<void>) | undefined;
  return {
    store,
    isNew: () => isNew === true,
    hasRole: createRoles(background, [hostname(), path.resolve(dataDirectory), port].join(' ')),
    rateLimit: (name) => sharedRateLimit(requests, name, store.maintenance.secret),
    listen: (onDue) =>
      void prepared.promise.then(() => {
        if (!stopping.signal.aborted) stopListening = startListener(databaseUrl, log, onDue);
      }),
    close: async () => {
      stopping.abort();
      clearInterval(forgetting);
      await stopListening?.();
      await store.close();
    },
  };
}

/** While the database is away, each use of the store rejects. Rejects with an `OperatorError` for what waiting cannot cure. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  keepToOwner(options.dataDirectory, options.log);
  return options.databaseUrl === undefined ? openOnSqlite(options) : openOnPostgres(options.databaseUrl, options);
}

function checkSqlite(file: string): void {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    refuseOther(database, file, { isChanged: true });
  } catch (error) {
    throw openingFault(file, error);
  }
}

/**
 * Checks whether this program's server could use the database. Changes nothing, and other servers may be running. Resolves with a
 * sentence if it is missing or cannot be used now. Rejects with an `OperatorError` for a fault that waiting cannot cure.
 */
export async function checkDatabase({ dataDirectory, databaseUrl }: Config['store']): Promise<string | undefined> {
  const name = 'The database of DATABASE_URL';
  try {
    if (databaseUrl === undefined) checkSqlite(existingDatabase(dataDirectory));
    else {
      const fault = await withUsable(databaseUrl, ({ run }) => tablesFault(run, name));
      if (fault instanceof NoStore) throw fault;
    }
    return undefined;
  } catch (error) {
    if (error instanceof NoStore) return error.message;
    if (error instanceof OperatorError) throw error;
    if (databaseUrl === undefined) return (fileFault(databaseFile(dataDirectory), error) as Error).message;
    const { cause, message } = error as Error;
    return databaseFaultSentence(cause, name) ?? `${name} cannot be used just now: ${message}.`;
  }
}
