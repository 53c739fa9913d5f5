import { DatabaseSync } from 'node:sqlite';
import { contactMessage } from '../visitor/visitor.ts';

/** Schema 6 of SQLite, the last one in which a submission's row had the state of its mails. */
const schema = `
  CREATE TABLE submissions (reference TEXT PRIMARY KEY, message_id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, plan_id TEXT,
    name TEXT NOT NULL, email TEXT NOT NULL, company TEXT NOT NULL, phone TEXT NOT NULL, message TEXT NOT NULL,
    verified INTEGER NOT NULL, suspect INTEGER NOT NULL, received_at INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'pending',
    attempts INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER NOT NULL, last_error TEXT, delivered_at INTEGER,
    idempotency_key TEXT UNIQUE, idempotency_expires_at INTEGER, body_hash TEXT, retried_at INTEGER, digest TEXT,
    leased INTEGER NOT NULL DEFAULT 0, ordered_plan TEXT, ordered_price TEXT, confirmation TEXT, confirmation_at INTEGER,
    confirmation_attempts INTEGER NOT NULL DEFAULT 0, confirmation_recipient TEXT) STRICT;
  CREATE TABLE used_tokens (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
  CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
  CREATE TABLE flood (began_at INTEGER NOT NULL) STRICT;
  PRAGMA user_version = 6`;

/** A row of its table `submissions`: some columns. */
export type FormerRow = {
  readonly reference: string;
  readonly [column: string]: string | number | null;
};

/** Writes a file as that release exports its database, with a secret, a used token and a flood. */
export function writeFormerFile(file: string, rows: readonly FormerRow[], now: number): void {
  const database = new DatabaseSync(file);
  database.exec(schema);
  database.prepare("INSERT INTO secrets VALUES ('signing', ?)").run(Buffer.alloc(32, 7));
  database.prepare("INSERT INTO used_tokens VALUES ('used', ?)").run(now);
  database.prepare('INSERT INTO flood VALUES (?)').run(now);
  database.exec('BEGIN');
  for (const [index, row] of rows.entries()) {
    const times = { received_at: now + index, next_attempt_at: now + index };
    const message_id = `<${row.reference.toLowerCase()}@former.example>`;
    const values = {
      ...contactMessage,
      kind: 'contact',
      verified: 1,
      suspect: 0,
      message_id,
      digest: '',
      ...times,
      ...row,
    };
    const columns = Object.keys(values);
    database
      .prepare(`INSERT INTO submissions (${columns.join()}) VALUES (${columns.map((column) => `:${column}`).join()})`)
      .run(values);
  }
  database.exec('COMMIT');
  database.close();
}
