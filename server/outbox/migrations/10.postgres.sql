-- The first version of these tables: the part that only PostgreSQL gets, after `10.sql`. Never edit a released file.
-- An unlogged table waits for no disk. A crash empties the table, which only resets the rate limits.
CREATE UNLOGGED TABLE rate_limits (key TEXT PRIMARY KEY, hits INTEGER NOT NULL, resets_at BIGINT NOT NULL);
CREATE INDEX rate_limits_reset ON rate_limits (resets_at);

-- PostgreSQL's statistics copy values of rows, and an erasure leaves the copies. So columns with personal data have no statistics.
ALTER TABLE submissions ALTER name SET STATISTICS 0, ALTER email SET STATISTICS 0, ALTER company SET STATISTICS 0,
  ALTER phone SET STATISTICS 0, ALTER message SET STATISTICS 0, ALTER ordered_plan SET STATISTICS 0,
  ALTER ordered_price SET STATISTICS 0, ALTER unknown_lines SET STATISTICS 0, ALTER idempotency_key SET STATISTICS 0,
  ALTER body_hash SET STATISTICS 0;
ALTER TABLE mails ALTER last_error SET STATISTICS 0, ALTER recipient SET STATISTICS 0;
