/**
 * What the columns are called in the two databases. `key`: a text that is compared by its bytes. `end`: of a table, and `byKey` of
 * one that is kept in the order of its key.
 */
export type ColumnTypes = Readonly<Record<'key' | 'time' | 'flag' | 'bytes' | 'end' | 'byKey', string>>;

/**
 * The first version of the schema. A row in `waiting`: a submission that gets its mail with others. A row in `flood`: a flood is
 * on. In a submission the key alone changes, once it has expired. Never edit it.
 */
export function baseline({ key, time, flag, bytes, end, byKey }: ColumnTypes): string {
  const singleton = `singleton ${flag} PRIMARY KEY DEFAULT true CHECK (singleton)`;
  const toOperator = "state = 'pending' AND kind <> 'confirmation'";
  return `CREATE TABLE submissions (
    reference ${key} PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('order', 'contact')),
    plan_id TEXT,
    ordered_plan TEXT,
    ordered_price TEXT,
    billing TEXT,
    data_centre TEXT,
    operating_system TEXT,
    unknown_lines TEXT,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    company TEXT NOT NULL,
    phone TEXT NOT NULL,
    message TEXT NOT NULL,
    verified ${flag} NOT NULL,
    suspect ${flag} NOT NULL,
    received_at ${time} NOT NULL,
    idempotency_key TEXT UNIQUE,
    idempotency_expires_at ${time},
    body_hash TEXT
  ) ${end};
  CREATE INDEX submissions_received ON submissions (received_at, reference);
  CREATE TABLE mails (
    message_id ${key} PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('notice', 'digest', 'confirmation')),
    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed', 'skipped')),
    attempts INTEGER NOT NULL DEFAULT 0,
    pending_since ${time} NOT NULL,
    due_at ${time} NOT NULL,
    lease_until ${time},
    lease_owner TEXT,
    last_error TEXT,
    sent_at ${time},
    recipient ${key}
  ) ${byKey};
  CREATE INDEX mails_due_operator ON mails (coalesce(lease_until, due_at), message_id) WHERE ${toOperator};
  CREATE INDEX mails_due_sender ON mails (coalesce(lease_until, due_at), message_id)
    WHERE state = 'pending' AND kind = 'confirmation';
  CREATE INDEX mails_pending ON mails (pending_since, kind) WHERE ${toOperator};
  CREATE INDEX mails_failed ON mails (kind) WHERE state = 'failed' AND kind <> 'confirmation';
  CREATE INDEX mails_sent ON mails (sent_at) WHERE sent_at IS NOT NULL AND kind <> 'confirmation';
  CREATE INDEX mails_with_error ON mails (pending_since) WHERE last_error IS NOT NULL AND kind <> 'confirmation';
  CREATE INDEX mails_tried ON mails (coalesce(sent_at, due_at)) WHERE kind = 'confirmation' AND attempts > 0;
  CREATE TABLE mail_submissions (
    reference ${key} NOT NULL REFERENCES submissions ON DELETE CASCADE,
    message_id ${key} NOT NULL REFERENCES mails ON DELETE CASCADE,
    PRIMARY KEY (reference, message_id)
  ) ${byKey};
  CREATE INDEX mail_submissions_message ON mail_submissions (message_id);
  CREATE TABLE waiting (reference ${key} PRIMARY KEY REFERENCES submissions ON DELETE CASCADE, due_at ${time} NOT NULL) ${byKey};
  CREATE INDEX waiting_due ON waiting (due_at);
  CREATE TABLE used_tokens (id ${key} PRIMARY KEY, expires_at ${time} NOT NULL) ${byKey};
  CREATE INDEX used_tokens_expiry ON used_tokens (expires_at);
  CREATE TABLE secrets (name ${key} PRIMARY KEY, value ${bytes} NOT NULL) ${end};
  CREATE TABLE flood (${singleton}, began_at ${time} NOT NULL) ${end};
  CREATE TABLE probe (${singleton}, probed_at ${time} NOT NULL) ${end};
  INSERT INTO probe (probed_at) VALUES (0)`;
}
