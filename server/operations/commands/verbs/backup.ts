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

export function addBackup(program: Command, { config, note }: Terminal): void {
  program
    .command('backup')
    .description('Write a checked copy of the database to one file; the server may be running')
    .argument('<file>', 'a new file, or an earlier backup to replace', (file: string) => path.resolve(file))
    .action(async (file: string) => {
      const { dataDirectory, databaseUrl } = config().store;
      // How to back up PostgreSQL: https://www.postgresql.org/docs/current/backup-dump.html
      if (databaseUrl !== undefined)
        throw new OperatorError(
          `PostgreSQL makes its own backups: (umask 077; pg_dump --format=custom --no-owner --file=${file} DATABASE_URL)`,
        );
      const source = existingDatabase(dataDirectory);
      const amount = await underOperatorLock(dataDirectory, async () => {
        // From here on, signals are ignored, because they would leave an unfinished copy with personal data.
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => {});
        return makeBackup(source, file);
      });
      note(`${file} holds ${counted(amount)}.`);
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
      const { amount, kept } = await restoreBackup(dataDirectory, file);
      note(`The database is ${file} again: ${counted(amount)}.`);
      if (kept) note(`The database before is kept: ${kept}`);
      note('What was erased since that backup was made is back: erase it again.');
    });
}
