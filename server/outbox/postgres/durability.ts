import type { Logger } from 'pino';
import { type Database, oneRow } from '../database.ts';

type Settings = Readonly<Record<'fsync' | 'fullPageWrites' | 'synchronousCommit' | 'standbys', string>>;

/** Warns of the settings of the database, of this role or of the address that make an acknowledgement worth less. */
export async function warnOfDurability({ run }: Database, log: Logger): Promise<void> {
  const { fsync, fullPageWrites, synchronousCommit, standbys } = await oneRow<Settings>(
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
