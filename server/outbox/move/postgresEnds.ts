import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { deadlines } from '../../lib/deadlines.ts';
import type { Database, Run } from '../database.ts';
import { advisoryLocks } from '../postgres/database/advisoryLocks.ts';
import { connectionSettings } from '../postgres/database/connection.ts';
import { databaseFaultSentence } from '../postgres/database/databaseFault.ts';
import { faultsOf } from '../postgres/database/start.ts';
import { postgresDialect } from '../postgres/postgresDialect.ts';
import {
  formerFault,
  migrate,
  migrations,
  moveFault,
  schemaState,
  tablesFault,
  unfinishedMove,
} from '../postgres/postgresSchema.ts';
import { schemaFault } from '../schema.ts';
import { MoveFault, type MoveSource, type MoveTarget } from './move.ts';
import { movedTables, tablesIn } from './movedTables.ts';

const { operator } = deadlines;
const connectionsVanish = 1_000;
const pollInterval = 100;

/** The address without its login. */
function shownUrl(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}`;
}

/** One connection, which holds locks for as long as it is open. All rejects with a `MoveFault`. */
type Connection = Database & { readonly name: string };

async function withConnection<Result>(
  databaseUrl: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const name = shownUrl(databaseUrl);
  const faultOf = (error: unknown) =>
    error instanceof MoveFault
      ? error
      : new MoveFault(databaseFaultSentence(error, name) ?? `${name}: ${(error as Error).message}.`, { cause: error });
  const orFault = async <Answer>(asked: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await asked();
    } catch (error) {
      throw faultOf(error);
    }
  };
  const client = await orFault(async () => {
    return new Client({ ...connectionSettings(databaseUrl, operator.table), lock_timeout: operator.tableLock });
  });
  // The statement under way, or the next one, rejects as well.
  client.on('error', () => {});
  const run: Run = <R extends object>(sql: string, values: readonly unknown[] = []) =>
    orFault(async () => (await client.query<R>(sql, [...values])).rows);
  try {
    await orFault(() => client.connect());
    return await work({
      name,
      dialect: postgresDialect,
      run,
      transaction: async (inside) => {
        await run('BEGIN');
        try {
          const result = await inside(run);
          await run('COMMIT');
          return result;
        } catch (error) {
          await run('ROLLBACK').catch(() => {});
          throw error;
        }
      },
      close: () => client.end(),
    });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Tells a database, with its schema, from every other, whatever its address. */
async function identityOf(run: Run): Promise<string> {
  const [{ identity }] = (await run(
    `SELECT concat_ws(' ', pg_postmaster_start_time(), inet_server_port(), current_database(), current_schema()) AS identity`,
  )) as [{ identity: string }];
  return identity;
}

/**
 * A server that has lost its listening connection is without the lock for a moment, but not without connections. Those of one
 * that has just ended vanish soon.
 */
async function keepServersOff({ run, name }: Connection): Promise<void> {
  const end = performance.now() + connectionsVanish;
  for (;;) {
    const [{ isFree }] = (await run(
      `SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND application_name = current_setting('application_name')) AND pg_try_advisory_lock(${advisoryLocks.server}) AS "isFree"`,
    )) as [{ isFree: boolean }];
    if (isFree) return;
    if (performance.now() > end)
      throw new MoveFault(
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
  return withConnection(databaseUrl, async (connection) => {
    const { run, name } = connection;
    const fault = await tablesFault(run, name);
    if (fault) throw new MoveFault(`${fault}.`);
    await keepServersOff(connection);
    return connection.transaction(async () => {
      await run(`LOCK TABLE ${movedTables.map((table) => table.name).join()} IN SHARE MODE`);
      const source: MoveSource = {
        ...tablesIn(run),
        name,
        now: async () => (await run<{ time: number }>(`SELECT ${postgresDialect.now} AS time`))[0]?.time ?? 0,
      };
      return work(source, await identityOf(run));
    });
  });
}

function targetOn({ run, name }: Connection): MoveTarget {
  return {
    ...tablesIn(run),
    name,
    isFinished: async () => (await moveFault(run, name)) === undefined,
    begin: async () => {
      await run(`CREATE TABLE IF NOT EXISTS ${unfinishedMove} ()`);
    },
    finish: async () => {
      await run(`DROP TABLE ${unfinishedMove}`);
    },
  };
}

/**
 * Runs `work` with a database that is empty or has the tables of this program, on which no server works meanwhile.
 * `sourceIdentity`: what `withPostgresSource` passed, if the source is such a database too.
 */
export function withPostgresTarget<Result>(
  databaseUrl: string,
  sourceIdentity: string | undefined,
  work: (target: MoveTarget) => Promise<Result>,
): Promise<Result> {
  return withConnection(databaseUrl, async (connection) => {
    const { run, name } = connection;
    if ((await identityOf(run)) === sourceIdentity)
      throw new MoveFault(`${name} is the source itself: name another database.`);
    if (await formerFault(run, name))
      throw new MoveFault(`${name} holds the tables of an earlier release: name another database.`);
    const [fault] = await faultsOf(run);
    if (fault) throw new MoveFault(`${name}: ${fault}.`);
    await keepServersOff(connection);
    const state = await schemaState(run);
    if (!state) await migrate(connection);
    const otherSchema = state && schemaFault(name, state, migrations.length);
    if (otherSchema) throw new MoveFault(`${otherSchema}.`);
    return work(targetOn(connection));
  });
}
