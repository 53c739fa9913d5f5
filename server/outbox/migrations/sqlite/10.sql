-- The first version of this layout. Never edit a released file: add the next one.
CREATE TABLE submissions (
  reference TEXT PRIMARY KEY,
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
  verified INT NOT NULL,
  suspect INT NOT NULL,
  received_at INTEGER NOT NULL,
  idempotency_key TEXT UNIQUE,
  idempotency_expires_at INTEGER,
  body_hash TEXT
) STRICT;

CREATE TABLE mails (
  message_id TEXT PRIMARY KEY,
  reference TEXT NOT NULL REFERENCES submissions ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('notice', 'confirmation')),
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'failed', 'skipped')),
  attempts INTEGER NOT NULL DEFAULT 0,
  pending_since INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  lease_until INTEGER,
  lease_owner TEXT,
  last_error TEXT,
  sent_at INTEGER,
  recipient TEXT,
  arrived_at INTEGER,
  folder TEXT CHECK (folder IN ('INBOX', 'All', 'Archive', 'Junk')),
  bounced_at INTEGER
) STRICT, WITHOUT ROWID;
-- What is known of the operator's mailbox. Whether a mail sent before `watched_since` is missing, nobody can tell.
CREATE TABLE mailbox (
  singleton INT PRIMARY KEY DEFAULT true CHECK (singleton),
  lease_owner TEXT,
  lease_until INTEGER,
  watched_since INTEGER,
  looked_at INTEGER,
  failing_since INTEGER,
  fault TEXT CHECK (fault IN ('login', 'tls', 'folder', 'connection'))
) STRICT;
CREATE TABLE used_tokens (id TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
-- A row: a flood of submissions is on.
CREATE TABLE flood (singleton INT PRIMARY KEY DEFAULT true CHECK (singleton), began_at INTEGER NOT NULL) STRICT;
CREATE TABLE probe (singleton INT PRIMARY KEY DEFAULT true CHECK (singleton), probed_at INTEGER NOT NULL) STRICT;
INSERT INTO probe (probed_at) VALUES (0);
