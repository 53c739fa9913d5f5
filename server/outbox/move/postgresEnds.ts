import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { deadlines } from '../../lib/deadlines.ts';
import { advisoryLocks } from '../postgres/database/advisoryLocks.ts';
import { connectionSettings } from '../postgres/database/connection.ts';
import type { Database, Run } from '../postgres/database/database.ts';
import { databaseFaultSentence } from '../postgres/database/databaseFault.ts';
import { faultsOf } from '../postgres/database/start.ts';
import {
  migrate,
  migrations,
  moveFault,
  now,
  schemaState,
  tablesFault,
  unfinishedMove,
} from '../postgres/postgresSchema.ts';
import { schemaFault } from '../schema.ts';
import { type MoveEnd, MoveFault, type MoveSource, type MoveTarget } from './move.ts';
import { type MovedTable, movedTables, type Value, type Values } from './movedTables.ts';

const { operator } = deadlines;
const connectionsVanish = 1_000;
const pollInterval = 100;

/** The address without its login. */
export function shownUrl(databaseUrl: string): string {
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

/** Of `flood`, there only to keep it at one row. */
const unmoved = 'singleton';

function readerOf({ run, name }: Connection): MoveEnd {
  const known = new Map<MovedTable, Promise<string[]>>();
  const readColumns = async (table: MovedTable): Promise<string[]> => {
    const rows = await run<{ column: string }>(
      `SELECT column_name::text AS column FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 AND column_name <> $2`,
      [table.name, unmoved],
    );
    return rows.map(({ column }) => column);
  };
  const columns = (table: MovedTable): Promise<string[]> => {
    const found = known.get(table) ?? readColumns(table);
    known.set(table, found);
    return found;
  };
  return {
    name,
    columns,
    count: async (table) => {
      const [row] = await run<{ amount: number }>(`SELECT count(*) AS amount FROM ${table}`);
      return row?.amount ?? 0;
    },
    page: async (table, after, limit) => {
      const rows = await run<{ [column: string]: Value | boolean }>(
        `SELECT ${(await columns(table)).join()} FROM ${table.name} ${after ? `WHERE ${table.key} > $2` : ''}
         ORDER BY ${table.key} LIMIT $1`,
        after ? [limit, after[table.key]] : [limit],
      );
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [column, typeof value === 'boolean' ? Number(value) : value]),
        ),
      );
    },
  };
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
        ...readerOf(connection),
        now: async () => (await run<{ time: number }>(`SELECT ${now} AS time`))[0]?.time ?? 0,
      };
      return work(source, await identityOf(run));
    });
  });
}

function targetOn(connection: Connection): MoveTarget {
  const { run, name } = connection;
  return {
    ...readerOf(connection),
    isFinished: async () => (await moveFault(run, name)) === undefined,
    begin: async () => {
      await run(`CREATE TABLE IF NOT EXISTS ${unfinishedMove} ()`);
    },
    clear: async () => {
      await run(`TRUNCATE ${movedTables.map((table) => table.name).join()}`);
    },
    insert: async ({ name }, rows) => {
      const columns = Object.keys(rows[0] ?? {});
      const values = rows.map(
        (_row, index) => `(${columns.map((_column, place) => `$${index * columns.length + place + 1}`).join()})`,
      );
      await run(
        `INSERT INTO ${name} (${columns.join()}) VALUES ${values.join()}`,
        rows.flatMap((row: Values) => columns.map((column) => row[column])),
      );
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
