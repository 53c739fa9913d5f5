import { commandLine } from '../../config/commandLine.ts';
import { type Migration, oldestProgramOf, schemaFault } from '../schema.ts';
import { advisoryLocks } from './database/advisoryLocks.ts';
import type { Database, Run } from './database/database.ts';

/** The database's clock at the start of the statement, in milliseconds since 1970. */
export const now = '(floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)';

/**
 * Each entry moves the schema one version up; `schema_version` has the number. Never edit a released one. `worksFrom` of a
 * new one is at most the version before it (docs/decisions/0023-schema-changes.md). They run in one transaction.
 */
export const migrations: readonly Migration[] = [
  {
    worksFrom: 1,
    // Texts are compared by their bytes, so that lists have the order that they have on SQLite. What limits senders need
    // not survive a crash of the database: an unlogged table waits for no disk. Statistics hold values of rows, which nothing
    // erases, so PostgreSQL makes none of what a person sent.
    sql: `CREATE TABLE submissions (
    reference TEXT COLLATE "C" PRIMARY KEY,
    message_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('order', 'contact')),
    plan_id TEXT,
    ordered_plan TEXT,
    ordered_price TEXT,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    company TEXT NOT NULL,
    phone TEXT NOT NULL,
    message TEXT NOT NULL,
    verified BOOLEAN NOT NULL,
    suspect BOOLEAN NOT NULL,
    received_at BIGINT NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at BIGINT NOT NULL,
    leased BOOLEAN NOT NULL DEFAULT false,
    digest TEXT,
    last_error TEXT,
    delivered_at BIGINT,
    retried_at BIGINT,
    idempotency_key TEXT UNIQUE,
    idempotency_expires_at BIGINT,
    body_hash TEXT
  );
  ALTER TABLE submissions ALTER name SET STATISTICS 0, ALTER email SET STATISTICS 0, ALTER company SET STATISTICS 0,
    ALTER phone SET STATISTICS 0, ALTER message SET STATISTICS 0, ALTER last_error SET STATISTICS 0,
    ALTER idempotency_key SET STATISTICS 0, ALTER body_hash SET STATISTICS 0;
  CREATE INDEX submissions_due ON submissions (next_attempt_at, reference) WHERE state = 'pending';
  CREATE INDEX submissions_digest ON submissions (digest, reference) WHERE state = 'pending' AND digest <> '';
  CREATE INDEX submissions_received ON submissions (received_at, reference);
  CREATE INDEX submissions_waiting ON submissions (coalesce(retried_at, received_at)) WHERE state = 'pending';
  CREATE INDEX submissions_failed ON submissions (received_at) WHERE state = 'failed';
  CREATE INDEX submissions_delivered ON submissions (delivered_at) WHERE state = 'delivered';
  CREATE INDEX submissions_with_error ON submissions (received_at) WHERE last_error IS NOT NULL;
  CREATE TABLE used_tokens (id TEXT COLLATE "C" PRIMARY KEY, expires_at BIGINT NOT NULL);
  CREATE INDEX used_tokens_expiry ON used_tokens (expires_at);
  CREATE TABLE secrets (name TEXT COLLATE "C" PRIMARY KEY, value BYTEA NOT NULL);
  CREATE TABLE flood (singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton), began_at BIGINT NOT NULL);
  CREATE TABLE probe (singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton), probed_at BIGINT NOT NULL);
  INSERT INTO probe (probed_at) VALUES (0);
  CREATE UNLOGGED TABLE rate_limits (key TEXT PRIMARY KEY, hits INTEGER NOT NULL, resets_at BIGINT NOT NULL);
  CREATE INDEX rate_limits_reset ON rate_limits (resets_at)`,
  },
  {
    worksFrom: 1,
    sql: `ALTER TABLE submissions ADD COLUMN confirmation TEXT, ADD COLUMN confirmation_at BIGINT,
    ADD COLUMN confirmation_attempts INTEGER NOT NULL DEFAULT 0, ADD COLUMN confirmation_recipient TEXT COLLATE "C";
  ALTER TABLE submissions ALTER confirmation_recipient SET STATISTICS 0;
  CREATE INDEX submissions_confirmation ON submissions (confirmation_at, reference)
    WHERE confirmation IN ('waiting', 'sending');
  CREATE INDEX submissions_confirmation_recipient ON submissions (confirmation_recipient)
    WHERE confirmation_recipient IS NOT NULL`,
  },
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

/** A table that is there from the beginning of a move into these tables until all is in them (server/outbox/move). */
export const unfinishedMove = 'unfinished_move';

/** Why nothing but another try of the move may use these tables; undefined: there is no such reason. */
export async function moveFault(run: Run, name: string): Promise<string | undefined> {
  if (!(await hasTable(run, unfinishedMove))) return undefined;
  return `${name} holds a part of what an interrupted move brings: run "${commandLine} migrate" again`;
}

/** Why this version cannot work with the tables; undefined: it can. `name` is how the sentence calls the database. */
export async function tablesFault(run: Run, name: string): Promise<string | undefined> {
  const state = await schemaState(run);
  if (!state) return `${name} has no tables of this program yet: no server has run with this DATABASE_URL`;
  return schemaFault(name, state, migrations.length) ?? (await moveFault(run, name));
}
