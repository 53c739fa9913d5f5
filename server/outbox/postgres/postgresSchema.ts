import type { Logger } from 'pino';
import { deadlines } from '../../lib/deadlines.ts';
import { configurationExitCode, NoStore, OperatorError } from '../../lib/errors.ts';
import { type Database, oneRow, type Run } from '../database.ts';
import {
  newest,
  oldestProgramOf,
  postgresMigrations,
  type SchemaState,
  schemaFault,
} from '../migrations/migrations.ts';
import { databaseFaultSentence, isPassing } from './databaseFault.ts';
import { advisoryLocks, openPostgres } from './postgresDatabase.ts';

/** The version of the tables in the connection's schema. Undefined if that schema has no tables of this program yet. */
async function schemaState(run: Run): Promise<SchemaState | undefined> {
  const { hasTables } = await oneRow<{ hasTables: boolean }>(
    run,
    `SELECT to_regclass(quote_ident(current_schema()) || '.schema_version') IS NOT NULL AS "hasTables"`,
  );
  if (!hasTables) return undefined;
  const [state] = await run<SchemaState>('SELECT version, works_from AS "worksFrom" FROM schema_version');
  return state;
}

/** Creates the tables, or applies the missing steps. Other servers that start wait. Resolves with true if there were no tables. */
export function changeSchema(database: Database, steps = postgresMigrations): Promise<boolean> {
  return database.transaction(async (run) => {
    await run(`SELECT pg_advisory_xact_lock(${advisoryLocks.schema})`);
    // While a schema change waits for a lock that pg_dump holds, posts wait too. So the change gives up, and the start tries again.
    await run("SET LOCAL lock_timeout = '3s'");
    const state = await schemaState(run);
    const version = state?.version ?? 0;
    const missing = steps.filter((step) => step.version > version);
    if (missing.length === 0) return false;
    if (!state)
      await run(`CREATE TABLE schema_version (singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton),
        version INTEGER NOT NULL, works_from INTEGER NOT NULL)`);
    for (const { sql } of missing) await run(sql);
    await run('DELETE FROM schema_version');
    const values = [newest(steps), oldestProgramOf(steps)];
    await run('INSERT INTO schema_version (version, works_from) VALUES ($1, $2)', values);
    return state === undefined;
  });
}

/** Why this program cannot work with the tables; undefined if it can. `name`: the database's name in the message. */
export async function tablesFault(run: Run, name: string): Promise<Error | undefined> {
  const state = await schemaState(run);
  if (!state)
    return new NoStore(`${name} has no tables of this program yet: no server has run with this DATABASE_URL.`);
  const fault = schemaFault(name, state, newest(postgresMigrations), false);
  return fault === undefined ? undefined : new OperatorError(`${fault}.`);
}

/** The oldest version of PostgreSQL with support in November 2026: https://www.postgresql.org/support/versioning/ */
const oldestVersion = 15;
const name = 'the database';

/** The faults of the database that waiting cannot cure, each a sentence without a full stop. Does not look for missing rights. */
export async function faultsOf(run: Run): Promise<string[]> {
  type Facts = { version: number; encoding: string; schema: string | null; tables: string[] };
  const { version, encoding, schema, tables } = await oneRow<Facts>(
    run,
    `SELECT current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding,
      current_schema()::text AS schema,
      ARRAY(SELECT relname::text FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace
        AND relkind IN ('r', 'p', 'v', 'm') AND NOT EXISTS (SELECT 1 FROM pg_depend
          WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
        ORDER BY relname LIMIT 5) AS tables`,
  );
  const faults: string[] = [];
  const major = Math.floor(version / 10_000);
  if (major < oldestVersion) faults.push(`expected PostgreSQL ${oldestVersion} or newer; this is ${major}`);
  if (encoding !== 'UTF8') faults.push(`expected a database with the encoding UTF8; this one has ${encoding}`);
  if (schema === null) return [...faults, 'its search_path names no schema that this user may use'];
  const state = await schemaState(run);
  const fault = state && schemaFault(name, state, newest(postgresMigrations), true);
  if (fault) faults.push(fault);
  if (!state && tables.length > 0)
    faults.push(`the database holds tables of something else (${tables.join(', ')}); make one for this site alone`);
  return faults;
}

function configurationFault(faults: readonly string[], cause?: unknown): OperatorError {
  const message = faults.map((fault) => `DATABASE_URL: ${fault}`).join('\n');
  return new OperatorError(message, { exitCode: configurationExitCode, cause });
}

/**
 * Runs `work` with the database if a server can use it. Changes nothing by itself. Rejects with an `OperatorError` that names every
 * fault that waiting cannot cure, or with another error if the database cannot be used at this moment.
 */
export async function withUsable<Result>(
  databaseUrl: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  try {
    await using database = openPostgres(databaseUrl, { connections: 1, timeout: deadlines.store.start });
    const faults = await faultsOf(database.run);
    if (faults.length > 0) throw configurationFault(faults);
    const { isMoving, isReadOnly } = await oneRow<{ isMoving: boolean; isReadOnly: boolean }>(
      database.run,
      `SELECT NOT pg_try_advisory_xact_lock_shared(${advisoryLocks.server}) AS "isMoving",
        current_setting('transaction_read_only')::boolean AS "isReadOnly"`,
    );
    if (isMoving) throw new Error('its submissions are being moved at this moment');
    if (isReadOnly) throw new Error('it is read-only, like a standby');
    return await work(database);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const reason = databaseFaultSentence(error, name)?.replace(/\.$/, '') ?? (error as Error).message;
    throw isPassing(error) ? new Error(reason, { cause: error }) : configurationFault([reason], error);
  }
}

/** Warns of settings of this connection, wherever they were set, with which PostgreSQL can lose committed submissions. */
export async function warnOfDurability({ run }: Database, log: Logger): Promise<void> {
  const weak = await run<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
     ORDER BY name`,
  );
  for (const setting of weak)
    log.warn(`The database has ${setting.name} off: a crash or power cut there loses submissions; set it to on`);
}

/** For a server: checks the database, migrates it, warns of weak settings. Resolves like `migrate`, rejects like `withUsable`. */
export function preparePostgres(databaseUrl: string, log: Logger): Promise<boolean> {
  return withUsable(databaseUrl, async (database) => {
    await using changed = openPostgres(databaseUrl, { connections: 1, timeout: deadlines.store.schemaChange });
    const isNew = await changeSchema(changed);
    await warnOfDurability(database, log);
    return isNew;
  });
}
