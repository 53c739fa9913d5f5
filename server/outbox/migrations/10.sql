-- The first version of these tables. Never edit a released file: add the next file. The statements are PostgreSQL's.
-- `migrations.ts` replaces the words that SQLite does not have.
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
) /* SQLite: STRICT */;

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
) /* SQLite: STRICT, WITHOUT ROWID */;
-- What is known of the operator's mailbox. A mail sent before `watched_since` never counts as missing.
CREATE TABLE mailbox (
  singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton),
  lease_owner TEXT,
  lease_until BIGINT,
  watched_since BIGINT,
  looked_at BIGINT,
  failing_since BIGINT,
  fault TEXT CHECK (fault IN ('login', 'tls', 'folder', 'connection'))
) /* SQLite: STRICT */;
CREATE TABLE used_tokens (id TEXT COLLATE "C" PRIMARY KEY, expires_at BIGINT NOT NULL) /* SQLite: STRICT, WITHOUT ROWID */;
CREATE TABLE secrets (name TEXT COLLATE "C" PRIMARY KEY, value BYTEA NOT NULL) /* SQLite: STRICT */;
-- While a flood of submissions lasts, this table has one row.
CREATE TABLE flood (singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton), began_at BIGINT NOT NULL) /* SQLite: STRICT */;
CREATE TABLE probe (singleton BOOLEAN PRIMARY KEY DEFAULT true CHECK (singleton), probed_at BIGINT NOT NULL) /* SQLite: STRICT */;
INSERT INTO probe (probed_at) VALUES (0);

CREATE INDEX used_tokens_expiry ON used_tokens (expires_at);
CREATE INDEX submissions_received ON submissions (received_at, reference);
CREATE UNIQUE INDEX mails_reference ON mails (reference, kind);
CREATE INDEX mails_due ON mails (kind, coalesce(lease_until, due_at), message_id) WHERE state = 'pending';
CREATE INDEX mails_pending ON mails (pending_since) WHERE state = 'pending' AND kind = 'notice';
CREATE INDEX mails_failed ON mails (kind) WHERE state = 'failed' AND kind = 'notice';
CREATE INDEX mails_sent ON mails (sent_at) WHERE sent_at IS NOT NULL AND kind = 'notice';
CREATE INDEX mails_with_error ON mails (pending_since) WHERE last_error IS NOT NULL AND kind = 'notice';
CREATE INDEX mails_tried ON mails (coalesce(sent_at, due_at)) WHERE kind = 'confirmation' AND attempts > 0;
CREATE INDEX mails_awaited ON mails (sent_at)
  WHERE sent_at IS NOT NULL AND kind = 'notice' AND arrived_at IS NULL;
CREATE INDEX mails_arrived ON mails (arrived_at) WHERE arrived_at IS NOT NULL AND kind = 'notice';

-- Notices whose copy may still be found in the mailbox. Bounced notices are among them, because a bounce can be wrong.
CREATE VIEW awaited_mails AS SELECT * FROM mails WHERE kind = 'notice' AND sent_at IS NOT NULL AND arrived_at IS NULL
  AND (state = 'sent' OR (state = 'failed' AND bounced_at IS NOT NULL));
-- Notices that were sent between seven days and 15 minutes before the last look, and were not found.
CREATE VIEW missing_mails AS SELECT m.* FROM mails AS m JOIN mailbox AS b
  ON m.sent_at >= b.watched_since AND m.sent_at BETWEEN b.looked_at - 604800000 AND b.looked_at - 900000
  WHERE m.state = 'sent' AND m.kind = 'notice' AND m.arrived_at IS NULL;
-- Each submission with its notice. The columns have the names of the fields in the program.
CREATE VIEW listed_submissions AS SELECT s.reference, s.kind, s.plan_id AS "planId", s.ordered_plan AS "orderedPlan",
    s.ordered_price AS "orderedPrice", s.billing, s.data_centre AS "dataCentre", s.operating_system AS "operatingSystem",
    s.unknown_lines AS "unknownLines", s.name, s.email, s.company, s.phone, s.message, s.verified, s.suspect,
    s.received_at AS "receivedAt", m.message_id AS "messageId", m.attempts, m.last_error AS "lastError",
    m.arrived_at AS "arrivedAt", m.folder,
    CASE m.state WHEN 'sent' THEN m.sent_at END AS "deliveredAt",
    CASE m.state WHEN 'pending' THEN coalesce(m.lease_until, m.due_at) END AS "nextAttemptAt",
    CASE m.state WHEN 'sent' THEN 'delivered' ELSE m.state END AS state
  FROM submissions AS s JOIN mails AS m ON m.reference = s.reference AND m.kind = 'notice';
