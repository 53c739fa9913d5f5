-- The first version of this layout: what PostgreSQL alone has. Never edit a released file.
-- What limits senders need not survive a crash of the database: an unlogged table waits for no disk.
CREATE UNLOGGED TABLE rate_limits (key TEXT PRIMARY KEY, hits INTEGER NOT NULL, resets_at BIGINT NOT NULL);
CREATE INDEX rate_limits_reset ON rate_limits (resets_at);

-- Statistics hold values of rows, which nothing erases, so PostgreSQL makes none of what a person sent.
ALTER TABLE submissions ALTER name SET STATISTICS 0, ALTER email SET STATISTICS 0, ALTER company SET STATISTICS 0,
  ALTER phone SET STATISTICS 0, ALTER message SET STATISTICS 0, ALTER ordered_plan SET STATISTICS 0,
  ALTER ordered_price SET STATISTICS 0, ALTER unknown_lines SET STATISTICS 0, ALTER idempotency_key SET STATISTICS 0,
  ALTER body_hash SET STATISTICS 0;
ALTER TABLE mails ALTER last_error SET STATISTICS 0, ALTER recipient SET STATISTICS 0;
