-- The first version of this layout. Never edit a released file: add the next one.
CREATE TABLE submissions (
  reference TEXT COLLATE "C" PRIMARY KEY,
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
  verified BOOLEAN NOT NULL,
  suspect BOOLEAN NOT NULL,
  received_at BIGINT NOT NULL,
  idempotency_key TEXT UNIQUE,
  idempotency_expires_at BIGINT,
  body_hash TEXT
);

CREATE TABLE mails (
  message_id TEXT COLLATE "C" PRIMARY KEY,
  reference TEXT COLLATE "C" NOT NULL REFERENCES submissions ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('notice', 'confirmation')),
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed', 'skipped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  pending_since BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  lease_until BIGINT,
  lease_owner TEXT,
  last_error TEXT,
  sent_at BIGINT,
  recipient TEXT COLLATE "C",
  arrived_at BIGINT,
  folder TEXT CHECK (folder IN ('INBOX', 'All', 'Archive', 'Junk')),
  bounced_at BIGINT
);
-- What is known of the operator's mailbox. Whether a mail sent before `watched_since` is missing, nobody can tell.
CREATE TABLE mailbox (
  singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton),
  lease_owner TEXT,
  lease_until BIGINT,
  watched_since BIGINT,
  looked_at BIGINT,
  failing_since BIGINT,
  fault TEXT CHECK (fault IN ('login', 'tls', 'folder', 'connection'))
);
CREATE TABLE used_tokens (id TEXT COLLATE "C" PRIMARY KEY, expires_at BIGINT NOT NULL);
CREATE TABLE secrets (name TEXT COLLATE "C" PRIMARY KEY, value BYTEA NOT NULL);
-- What limits senders need not survive a crash of the database: an unlogged table waits for no disk.
CREATE UNLOGGED TABLE rate_limits (key TEXT PRIMARY KEY, hits INTEGER NOT NULL, resets_at BIGINT NOT NULL);
CREATE INDEX rate_limits_reset ON rate_limits (resets_at);
-- A row: a flood of submissions is on.
CREATE TABLE flood (singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton), began_at BIGINT NOT NULL);
CREATE TABLE probe (singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton), probed_at BIGINT NOT NULL);
INSERT INTO probe (probed_at) VALUES (0);

-- Statistics hold values of rows, which nothing erases, so PostgreSQL makes none of what a person sent.
ALTER TABLE submissions ALTER name SET STATISTICS 0, ALTER email SET STATISTICS 0, ALTER company SET STATISTICS 0,
  ALTER phone SET STATISTICS 0, ALTER message SET STATISTICS 0, ALTER ordered_plan SET STATISTICS 0,
  ALTER ordered_price SET STATISTICS 0, ALTER unknown_lines SET STATISTICS 0, ALTER idempotency_key SET STATISTICS 0,
  ALTER body_hash SET STATISTICS 0;
ALTER TABLE mails ALTER last_error SET STATISTICS 0, ALTER recipient SET STATISTICS 0;
