import type { Database, Run } from '../database.ts';
import { FormerLayout, type Migration, oldestProgramOf, schemaFault } from '../schema.ts';
import { arrivalColumns } from '../tables/arrivalColumns.ts';
import { baseline, type ColumnTypes } from '../tables/baseline.ts';
import { advisoryLocks } from './postgresDialect.ts';

const personal = [
  ...['name', 'email', 'company', 'phone', 'message', 'ordered_plan', 'ordered_price', 'unknown_lines'],
  ...['idempotency_key', 'body_hash'],
];

const types: ColumnTypes = {
  key: 'TEXT COLLATE "C"',
  time: 'BIGINT',
  flag: 'BOOLEAN',
  bytes: 'BYTEA',
  end: '',
  byKey: '',
};

/**
 * Each entry moves the schema one version up; `schema_version` has the number. Never edit a released one. `worksFrom` of a
 * new one is at most the version before it (docs/decisions/0023-schema-changes.md). They run in one transaction.
 */
export const migrations: readonly Migration[] = [
  {
    worksFrom: 1,
    // Lists have the order that they have on SQLite. What limits senders need not survive a crash of the database: an
    // unlogged table waits for no disk. Statistics hold values of rows, which nothing erases, so PostgreSQL makes none of what a
    // person sent.
    sql: `${baseline(types)};
  ALTER TABLE submissions ${personal.map((column) => `ALTER ${column} SET STATISTICS 0`).join()};
  ALTER TABLE mails ALTER last_error SET STATISTICS 0, ALTER recipient SET STATISTICS 0;
  CREATE UNLOGGED TABLE rate_limits (key TEXT PRIMARY KEY, hits INTEGER NOT NULL, resets_at BIGINT NOT NULL);
  CREATE INDEX rate_limits_reset ON rate_limits (resets_at)`,
  },
  { worksFrom: 1, sql: arrivalColumns(types) },
];

export type SchemaState = { readonly version: number; readonly worksFrom: number };

async function hasTable(run: Run, table: string): Promise<boolean> {
  const [found] = await run<{ isThere: boolean }>(
    `SELECT to_regclass(quote_ident(current_schema()) || '.${table}') IS NOT NULL AS "isThere"`,
  );
  return found?.isThere === true;
}

/** Of the connection's schema; undefined where this program has no tables yet. */
export async function schemaState(run: Run): Promise<SchemaState | undefined> {
  if (!(await hasTable(run, 'schema_version'))) return undefined;
  const [state] = await run<SchemaState>('SELECT version, works_from AS "worksFrom" FROM schema_version');
  return state;
}

/** Creates the tables, or applies the steps that they lack. One of several that start at once does it, the others wait. */
export function migrate(database: Database, steps = migrations): Promise<void> {
  return database.transaction(async (run) => {
    await run(`SELECT pg_advisory_xact_lock(${advisoryLocks.schema})`);
    // Behind a long one, such as pg_dump's, posts would queue after this: the start tries again.
    await run("SET LOCAL lock_timeout = '3s'");
    const state = await schemaState(run);
    const version = state?.version ?? 0;
    if (version >= steps.length) return;
    if (!state)
      await run(`CREATE TABLE schema_version (singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton),
        version INTEGER NOT NULL, works_from INTEGER NOT NULL)`);
    for (const { sql } of steps.slice(version)) for (const statement of sql.split(';')) await run(statement);
    await run('DELETE FROM schema_version');
    await run('INSERT INTO schema_version (version, works_from) VALUES ($1, $2)', [
      steps.length,
      oldestProgramOf(steps),
    ]);
  });
}

/** The fault of the tables of an earlier release; undefined: there are none. */
export async function formerFault(run: Run, name: string): Promise<FormerLayout | undefined> {
  const isFormer = (await hasTable(run, 'submissions')) && !(await hasTable(run, 'mails'));
  return isFormer && (await schemaState(run)) ? new FormerLayout(name) : undefined;
}

/** No server has made tables in a database. */
export class NoTables extends Error {}

/** Why this version cannot work with the tables; undefined: it can. `name` is how the sentence calls the database. */
export async function tablesFault(run: Run, name: string): Promise<Error | undefined> {
  const state = await schemaState(run);
  if (!state)
    return new NoTables(`${name} has no tables of this program yet: no server has run with this DATABASE_URL`);
  const fault = schemaFault(name, state, migrations.length);
  return (await formerFault(run, name)) ?? (fault === undefined ? undefined : new Error(fault));
}
