import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { unusableDataDirectory } from '../../../config/dataDirectory.ts';
import { OperatorError } from '../../../lib/errors.ts';
import { underOperatorLock } from '../../../outbox/sqlite/directoryLock.ts';
import { existingDatabase } from '../../../outbox/store.ts';
import { counted } from '../../alarms/conditions/mail.ts';
import { makeBackup } from '../../backups/backup.ts';
import { refuseToRestore, restoreBackup } from '../../backups/restore.ts';
import { confirm, type Terminal } from '../terminal.ts';

/** The file of today's nightly backup. There is one file for each day of the week, so the eighth backup replaces the first. */
function nightlyFile(dataDirectory: string, backupDirectory: string | undefined): string {
  const folder = backupDirectory ?? path.join(realpathSync(dataDirectory), '../backups');
  return path.join(folder, `${new Date().getDay() || 7}.sqlite`);
}

export function addBackup(program: Command, { config, note }: Terminal): void {
  program
    .command('backup')
    .description('Write a checked copy of the database to one file; the server may be running')
    .argument(
      '[file]',
      'a new file, or an earlier backup to replace; by default one for each day of the week, in BACKUP_DIR or beside DATA_DIR',
      (file: string) => path.resolve(file),
    )
    .action(async (file: string | undefined) => {
      const { store, operations } = config();
      const { dataDirectory, databaseUrl } = store;
      if (databaseUrl !== undefined) {
        // How to back up PostgreSQL: https://www.postgresql.org/docs/current/backup-dump.html
        const advice = `PostgreSQL makes its own backups: (umask 077; pg_dump --format=custom --no-owner --file=${file ?? 'FILE'} DATABASE_URL)`;
        // Without a file, this is the nightly backup: PostgreSQL needs none.
        if (file === undefined) return note(advice);
        throw new OperatorError(advice);
      }
      const source = existingDatabase(dataDirectory);
      const target = file ?? nightlyFile(dataDirectory, operations.backupDirectory);
      const amount = await underOperatorLock(dataDirectory, async () => {
        // From here on, signals are ignored, because they would leave an unfinished copy with personal data.
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => {});
        return makeBackup(source, target);
      });
      note(`${target} holds ${counted(amount)}.`);
    });
}

export function addRestore(program: Command, { config, note }: Terminal): void {
  program
    .command('restore')
    .description('Put a backup in the place of the database; the server must not be running')
    .argument('<file>', 'what backup has made', (file: string) => path.resolve(file))
    .option('-y, --yes', 'do not ask')
    .action(async (file: string, { yes }: { yes?: boolean }) => {
      const { dataDirectory, databaseUrl } = config().store;
      if (databaseUrl !== undefined)
        throw new OperatorError(
          `PostgreSQL restores its own backups, once every server is stopped: pg_restore --clean --if-exists --single-transaction --no-owner --dbname=DATABASE_URL ${file}`,
        );
      // `unusableDataDirectory` makes the folder. This check comes first, so that a mistyped name changes nothing.
      refuseToRestore(file);
      const fault = unusableDataDirectory(dataDirectory);
      if (fault) throw new OperatorError(`DATA_DIR: ${fault}.`);
      await confirm(`${file} replaces the database in ${dataDirectory}. Go on?`, yes);
      const { amount, copy } = await restoreBackup(dataDirectory, file);
      note(`The database is ${file} again: ${counted(amount)}.`);
      if (copy) note(`The database before is kept: ${copy}`);
      note('What was erased since that backup was made is back: erase it again.');
    });
}
