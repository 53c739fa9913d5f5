import type { Logger } from 'pino';
import { type Database, oneRow } from '../database.ts';

/** Warns of the settings of the database, of this role or of the address that make an acknowledgement worth less. */
export async function warnOfDurability({ run }: Database, log: Logger): Promise<void> {
  type Found = { fsync: string; fullPageWrites: string; synchronousCommit: string; hasStandbys: boolean };
  const found = await oneRow<Found>(
    run,
    `SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
      current_setting('synchronous_commit') AS "synchronousCommit",
      current_setting('synchronous_standby_names') <> '' AS "hasStandbys"`,
  );
  if (found.fsync === 'off')
    log.warn(
      'The database has fsync off: a power cut there may lose acknowledged submissions, or the whole database; switch it on',
    );
  if (found.fullPageWrites === 'off')
    log.warn('The database has full_page_writes off: a power cut there may damage it beyond repair; switch it on');
  if (found.synchronousCommit === 'off')
    log.warn(
      'The database has synchronous_commit off for this site: a crash there loses what was acknowledged in the second before it; switch it on',
    );
  if (found.hasStandbys && found.synchronousCommit === 'local')
    log.warn(
      'The database has synchronous_commit local for this site: a failover loses acknowledged submissions that the standby has not received; set it to on',
    );
}
