import type { PoolClient } from 'pg';
import type { Logger } from 'pino';
import { type Database, oneRow } from '../database.ts';

/** Codes of PostgreSQL's messages that are no warnings begin so. The severity cannot be compared: it is in the server's language. */
const success = '00';

/** Commits. Also rejects if the wait for a synchronous standby is cancelled: then PostgreSQL commits with only a warning. */
export async function commit(client: PoolClient): Promise<void> {
  let warning: string | undefined;
  const note = ({ code, message }: { code?: string | undefined; message?: string | undefined }) => {
    if (!code?.startsWith(success)) warning = message;
  };
  client.on('notice', note);
  const { command } = await client.query('COMMIT');
  client.off('notice', note);
  if (command !== 'COMMIT') throw new Error(`the transaction ended with ${command}`);
  if (warning !== undefined) throw new Error(`committed, but not as safely as configured: ${warning}`);
}

/** Warns if a setting of the database, the role or the address lets PostgreSQL lose submissions that it has committed. */
export async function warnOfDurability({ run }: Database, log: Logger): Promise<void> {
  const { fsync, fullPageWrites, synchronousCommit, standbys } = await oneRow<
    Record<'fsync' | 'fullPageWrites' | 'synchronousCommit' | 'standbys', string>
  >(
    run,
    `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
      current_setting('synchronous_commit') AS "synchronousCommit", current_setting('synchronous_standby_names') AS standbys`,
  );
  const isLocal = standbys !== '' && synchronousCommit === 'local';
  const warnings = [
    [fsync === 'off', 'fsync off: a power cut there may lose acknowledged submissions, or the whole database'],
    [fullPageWrites === 'off', 'full_page_writes off: a power cut there may damage it beyond repair'],
    [synchronousCommit === 'off', 'synchronous_commit off: a crash there loses what was acknowledged just before'],
    [isLocal, 'synchronous_commit local: a failover loses acknowledged submissions that the standby has not received'],
  ] as const;
  for (const [isGiven, text] of warnings) if (isGiven) log.warn(`The database has ${text}; set it to on`);
}
