import { setTimeout as sleep } from 'node:timers/promises';
import { deadlines } from '../../lib/deadlines.ts';
import type { Database, Run } from '../database.ts';
import { Failure } from '../faults.ts';
import { postgresMigrations } from '../migrations/migrations.ts';
import { openDatabase } from '../postgres/database/database.ts';
import { databaseFaultSentence } from '../postgres/database/databaseFault.ts';
import { faultsOf } from '../postgres/database/start.ts';
import { advisoryLocks, postgresDialect } from '../postgres/postgresDialect.ts';
import { migrate, schemaState, tablesFault } from '../postgres/postgresSchema.ts';
import { newest, schemaFault } from '../schema.ts';
import { faulting, type MoveSource, type MoveTarget } from './move.ts';
import { movedTables, tablesIn } from './movedTables.ts';

const { operator } = deadlines;
const connectionsVanish = 1_000;
const pollInterval = 100;

/** Runs `work` with a database. `name`: how sentences call it. Rejects with a `Failure`, like what `orFault` wraps. */
async function withDatabase<Result>(
  databaseUrl: string,
  work: (database: Database, name: string, orFault: ReturnType<typeof faulting>) => Promise<Result>,
): Promise<Result> {
  const { protocol, host, pathname } = new URL(databaseUrl);
  const name = `${protocol}//${host}${pathname}`;
  const orFault = faulting((error) => databaseFaultSentence(error, name) ?? `${name}: ${(error as Error).message}.`);
  return orFault(async () => {
    await using database = openDatabase(databaseUrl, { connections: 1, timeout: operator.table });
    return await work(database, name, orFault);
  })();
}

/** Tells a database, with its schema, from every other, whatever its address. */
async function identityOf(run: Run): Promise<string> {
  const [{ identity }] = (await run(
    `SELECT concat_ws(' ', pg_postmaster_start_time(), inet_server_port(), current_database(), current_schema()) AS identity`,
  )) as [{ identity: string }];
  return identity;
}

/**
 * Keeps servers off until the transaction ends. One that has lost its listening connection is without the lock for a moment,
 * but not without connections. Those of one that has just ended vanish soon.
 */
async function keepServersOff(run: Run, name: string): Promise<void> {
  const end = performance.now() + connectionsVanish;
  for (;;) {
    // Else a transaction sees the same connections again.
    await run('SELECT pg_stat_clear_snapshot()');
    const [{ isFree }] = (await run(
      `SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND application_name = current_setting('application_name')) AND pg_try_advisory_xact_lock(${advisoryLocks.server}) AS "isFree"`,
    )) as [{ isFree: boolean }];
    if (isFree) return;
    if (performance.now() > end)
      throw new Failure(
        `A server works with ${name}: stop it first (systemctl stop website.socket website), on each machine.`,
      );
    await sleep(pollInterval);
  }
}

/** Runs `work` with a database that nobody else can write meanwhile. `identity`: see `withPostgresTarget`. */
export function withPostgresSource<Result>(
  databaseUrl: string,
  work: (source: MoveSource, identity: string) => Promise<Result>,
): Promise<Result> {
  return withDatabase(databaseUrl, ({ transaction }, name, orFault) =>
    transaction(async (alone) => {
      const run = orFault(alone) as Run;
      const fault = await tablesFault(run, name);
      if (fault) throw new Failure(`${fault.message}.`);
      await keepServersOff(run, name);
      await run(`SET LOCAL lock_timeout = ${operator.tableLock}`);
      await run(`LOCK TABLE ${movedTables.map((table) => table.name).join()} IN SHARE MODE`);
      const now = async () => (await run<{ time: number }>(`SELECT ${postgresDialect.now} AS time`))[0]?.time ?? 0;
      return work({ ...tablesIn(run), name, now }, await identityOf(run));
    }),
  );
}

/**
 * Runs `work` with a database that is empty or has the tables of this program, on which no server works meanwhile; what it
 * writes is there when this resolves. `sourceIdentity`: what `withPostgresSource` passed, if the source is such a database too.
 */
export function withPostgresTarget<Result>(
  databaseUrl: string,
  sourceIdentity: string | undefined,
  work: (target: MoveTarget) => Promise<Result>,
): Promise<Result> {
  return withDatabase(databaseUrl, async (database, name, orFault) => {
    if ((await identityOf(database.run)) === sourceIdentity)
      throw new Failure(`${name} is the source itself: name another database.`);
    const [fault] = await faultsOf(database.run);
    if (fault) throw new Failure(`${name}: ${fault}.`);
    const state = await schemaState(database.run);
    const otherSchema = state && schemaFault(name, state, newest(postgresMigrations));
    if (otherSchema) throw new Failure(`${otherSchema}.`);
    if (!state) await migrate(database);
    return database.transaction(async (alone) => {
      const run = orFault(alone) as Run;
      await keepServersOff(run, name);
      const present = tablesIn(run);
      const replace: MoveTarget['replace'] = async (fill) => {
        for (const table of movedTables.toReversed()) await run(`DELETE FROM ${table.name}`);
        return fill(present);
      };
      return work({ name, present, replace });
    });
  });
}
