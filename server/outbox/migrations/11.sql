-- `retries`: how often a person had the mail sent again. Each time, the mail gets another Message-ID (`mails.ts`).
ALTER TABLE mails ADD COLUMN retries INTEGER NOT NULL DEFAULT 0;
-- Why a mail waits. Null: for its next attempt alone. Version 10 says so in the first words of `last_error`.
ALTER TABLE mails ADD COLUMN fault TEXT CHECK (fault IN ('configuration'));
UPDATE mails SET fault = 'configuration', last_error = substr(last_error, 25)
  WHERE last_error LIKE 'Configuration at fault: %';
-- From here on, only version 10 uses the view `missing_mails`. A later version drops the view.
