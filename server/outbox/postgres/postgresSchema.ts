import { NoStore, OperatorError } from '../../lib/errors.ts';
import { type Database, oneRow, type Run } from '../database.ts';
import {
  newest,
  oldestProgramOf,
  postgresMigrations,
  type SchemaState,
  schemaFault,
} from '../migrations/migrations.ts';
import { advisoryLocks } from './postgresDialect.ts';

async function hasTable(run: Run, table: string): Promise<boolean> {
  const { isThere } = await oneRow<{ isThere: boolean }>(
    run,
    `SELECT to_regclass(quote_ident(current_schema()) || '.${table}') IS NOT NULL AS "isThere"`,
  );
  return isThere;
}

/** The version of the tables in the connection's schema. Undefined if this program has no tables there yet. */
export async function schemaState(run: Run): Promise<SchemaState | undefined> {
  if (!(await hasTable(run, 'schema_version'))) return undefined;
  const [state] = await run<SchemaState>('SELECT version, works_from AS "worksFrom" FROM schema_version');
  return state;
}

/**
 * Creates the tables, or applies the missing steps. If several servers start at once, one does this and the others wait. Resolves with
 * true if this call created the tables.
 */
export function migrate(database: Database, steps = postgresMigrations): Promise<boolean> {
  return database.transaction(async (run) => {
    await run(`SELECT pg_advisory_xact_lock(${advisoryLocks.schema})`);
    // A long lock, such as pg_dump's, would block this step, and posts would queue behind it. After 3 seconds the start tries again.
    await run("SET LOCAL lock_timeout = '3s'");
    const state = await schemaState(run);
    const version = state?.version ?? 0;
    const missing = steps.filter((step) => step.version > version);
    if (missing.length === 0) return false;
    if (!state)
      await run(`CREATE TABLE schema_version (singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton),
        version INTEGER NOT NULL, works_from INTEGER NOT NULL)`);
    for (const { sql } of missing) for (const statement of sql.split(';')) await run(statement);
    await run('DELETE FROM schema_version');
    await run('INSERT INTO schema_version (version, works_from) VALUES ($1, $2)', [
      newest(steps),
      oldestProgramOf(steps),
    ]);
    return state === undefined;
  });
}

/** Why this version cannot work with the tables, or undefined. `name`: the database's name in the message. */
export async function tablesFault(run: Run, name: string): Promise<Error | undefined> {
  const state = await schemaState(run);
  if (!state)
    return new NoStore(`${name} has no tables of this program yet: no server has run with this DATABASE_URL.`);
  const fault = schemaFault(name, state, newest(postgresMigrations));
  return fault === undefined ? undefined : new OperatorError(`${fault}.`);
}
