import type { Migration } from '../schema.ts';

/** The rest of the first line of a message that begins with `label`; empty without such a line. */
function valueAfter(label: string): string {
  const start = `instr(char(10) || message, char(10) || '${label}')`;
  const rest = `substr(message, ${start} + ${label.length}) || char(10)`;
  return `iif(${start} = 0, '', substr(${rest}, 1, instr(${rest}, char(10)) - 1))`;
}

/**
 * Each entry moves the schema one version up; `PRAGMA user_version` counts them. Never edit a released one. `worksFrom` of
 * a new one is at most the version before it (docs/decisions/0023-schema-changes.md).
 */
export const migrations: readonly Migration[] = [
  {
    worksFrom: 1,
    sql: `CREATE TABLE submissions (
    reference TEXT PRIMARY KEY,
    message_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('order', 'contact')),
    plan_id TEXT,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    company TEXT NOT NULL,
    phone TEXT NOT NULL,
    message TEXT NOT NULL,
    verified INTEGER NOT NULL,
    suspect INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER NOT NULL,
    last_error TEXT,
    delivered_at INTEGER,
    idempotency_key TEXT UNIQUE,
    idempotency_expires_at INTEGER,
    body_hash TEXT
  ) STRICT;
  CREATE INDEX submissions_due ON submissions (next_attempt_at) WHERE state = 'pending';
  CREATE INDEX submissions_received ON submissions (received_at);
  CREATE TABLE used_tokens (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
  CREATE INDEX used_tokens_expiry ON used_tokens (expires_at);
  CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;`,
  },
  { worksFrom: 2, sql: 'ALTER TABLE submissions ADD COLUMN retried_at INTEGER' },
  // leased: a claim holds the submission, until its next attempt at most. A row in `flood`: a flood is on.
  {
    worksFrom: 3,
    sql: `ALTER TABLE submissions ADD COLUMN bundle TEXT;
  UPDATE submissions SET bundle = '';
  ALTER TABLE submissions ADD COLUMN leased INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE flood (began_at INTEGER NOT NULL) STRICT`,
  },
  {
    worksFrom: 4,
    sql: `ALTER TABLE submissions ADD COLUMN ordered_plan TEXT;
  ALTER TABLE submissions ADD COLUMN ordered_price TEXT;
  UPDATE submissions SET ordered_plan = ${valueAfter('Selected Plan: ')}, ordered_price = ${valueAfter('Price: ')}
  WHERE kind = 'order'`,
  },
  // The id of a digest is the left side of its Message-ID, which stays the same for those already sent.
  {
    worksFrom: 5,
    sql: `ALTER TABLE submissions RENAME COLUMN bundle TO digest;
  UPDATE submissions SET digest = 'bundle-' || digest WHERE digest <> ''`,
  },
  {
    worksFrom: 5,
    sql: `ALTER TABLE submissions ADD COLUMN confirmation TEXT;
  ALTER TABLE submissions ADD COLUMN confirmation_at INTEGER;
  ALTER TABLE submissions ADD COLUMN confirmation_attempts INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE submissions ADD COLUMN confirmation_recipient TEXT`,
  },
];

/**
 * They answer `status` without reading every submission, and find what confirmations need. They are no part of the schema's version: every program that knows
 * the columns works with and without them. None begins with `state`: SQLite would claim mail by it.
 */
export const indexes = `
  CREATE INDEX IF NOT EXISTS submissions_waiting ON submissions (ifnull(retried_at, received_at)) WHERE state = 'pending';
  CREATE INDEX IF NOT EXISTS submissions_failed ON submissions (received_at) WHERE state = 'failed';
  CREATE INDEX IF NOT EXISTS submissions_delivered ON submissions (delivered_at);
  CREATE INDEX IF NOT EXISTS submissions_with_error ON submissions (received_at) WHERE last_error IS NOT NULL;
  CREATE INDEX IF NOT EXISTS submissions_confirmation ON submissions (confirmation_at)
    WHERE confirmation IN ('waiting', 'sending');
  CREATE INDEX IF NOT EXISTS submissions_confirmation_recipient ON submissions (confirmation_recipient)
    WHERE confirmation_recipient IS NOT NULL`;
