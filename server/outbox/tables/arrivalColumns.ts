import type { ColumnTypes } from './baseline.ts';

/**
 * The second version of the schema: where mails have arrived, and what is known of the operator's mailbox. `seen_at`, `bounced_at`: of
 * the last copy and bounce by the mail server's clock, which a retry does not forget. Of mails sent before
 * `watched_since`, or between `unwatched_from` and `unwatched_to`, nobody can tell whether one is missing. Never edit it.
 */
export function arrivalColumns({ time, flag, end }: ColumnTypes): string {
  const result = "TEXT CHECK (VALUE IN ('pass', 'fail', 'none'))";
  const columns = {
    arrived_at: time,
    folder: "TEXT CHECK (folder IN ('INBOX', 'All', 'Archive', 'Junk'))",
    spf: result.replace('VALUE', 'spf'),
    dkim: result.replace('VALUE', 'dkim'),
    dmarc: result.replace('VALUE', 'dmarc'),
    seen_at: time,
    bounced_at: time,
  };
  return `${Object.entries(columns)
    .map(([name, type]) => `ALTER TABLE mails ADD COLUMN ${name} ${type}`)
    .join(';')};
  CREATE INDEX mails_awaited ON mails (sent_at)
    WHERE sent_at IS NOT NULL AND kind <> 'confirmation' AND arrived_at IS NULL;
  CREATE INDEX mails_arrived ON mails (arrived_at) WHERE arrived_at IS NOT NULL AND kind <> 'confirmation';
  CREATE TABLE mailbox (
    singleton ${flag} PRIMARY KEY DEFAULT true CHECK (singleton),
    lease_owner TEXT,
    lease_until ${time},
    watched_since ${time},
    unwatched_from ${time},
    unwatched_to ${time},
    looked_at ${time},
    failing_since ${time},
    fault TEXT CHECK (fault IN ('login', 'tls', 'folder', 'connection'))
  ) ${end}`;
}
