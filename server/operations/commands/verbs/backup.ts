import path from 'node:path';
import type { Command } from 'commander';
import { unusableDataDirectory } from '../../../config/dataDirectory.ts';
import { Failure } from '../../../outbox/faults.ts';
import { underOperatorLock } from '../../../outbox/sqlite/directoryLock.ts';
import { databaseFile } from '../../../outbox/sqlite/sqliteDatabase.ts';
import { type Counts, makeBackup } from '../../backups/backup.ts';
import { refuseToRestore, restoreBackup } from '../../backups/restore.ts';
import { confirm } from '../confirm.ts';
import { existingDatabase } from '../openStore.ts';
import { examples, type Session } from '../session.ts';

/** A URL without its password: the programs ask for it, or find it in ~/.pgpass. */
function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = '';
  return url.href;
}

/** A word of a shell's command line. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command that writes a backup of a database to a file that nobody else can read. https://www.postgresql.org/docs/current/app-pgdump.html */
function dumpCommand(databaseUrl: string, file: string): string {
  return `(umask 077; pg_dump --format=custom --no-owner --file=${quoted(file)} ${quoted(withoutPassword(databaseUrl))})`;
}

/** The command that puts such a backup in the place of the database, all of it or nothing. */
function restoreCommand(databaseUrl: string, file: string): string {
  return `pg_restore --clean --if-exists --single-transaction --no-owner --dbname=${quoted(withoutPassword(databaseUrl))} ${quoted(file)}`;
}

function amountIn({ submissions = 0 }: Counts): string {
  return submissions === 1 ? '1 submission' : `${submissions} submissions`;
}

export function addBackup(program: Command, { config, note }: Session): void {
  program
    .command('backup')
    .description('Write a checked copy of the database to one file; the server may be running')
    .argument('<file>', 'a new file, or an earlier backup to replace', (file: string) => path.resolve(file))
    .addHelpText(
      'after',
      '\nIt holds personal data: keep it encrypted, and no longer than RETENTION_DAYS.\n' +
        examples(['backup /var/backups/website.sqlite']),
    )
    .action(async (file: string) => {
      const { dataDirectory, databaseUrl } = config();
      if (databaseUrl !== undefined)
        throw new Failure(`PostgreSQL makes its own backups: ${dumpCommand(databaseUrl, file)}`);
      const source = existingDatabase(dataDirectory);
      const counts = await underOperatorLock(dataDirectory, async () => {
        // Ended half-way, it would leave a part with personal data. Not before: it may wait for another command.
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => {});
        return makeBackup(source, file);
      });
      note(`${file} holds ${amountIn(counts)}.`);
    });
}

export function addRestore(program: Command, { config, note }: Session): void {
  program
    .command('restore')
    .description('Put a backup in the place of the database; the server must not be running')
    .argument('<file>', 'what backup has made', (file: string) => path.resolve(file))
    .option('-y, --yes', 'do not ask')
    .addHelpText(
      'after',
      '\nThe database that is there now is kept. What was erased after the backup was made comes back: erase it again.\n' +
        examples([
          'restore /var/backups/website.sqlite',
          'after systemctl stop website.socket website; then start both again',
        ]),
    )
    .action(async (file: string, { yes }: { yes?: boolean }) => {
      const { dataDirectory, databaseUrl } = config();
      if (databaseUrl !== undefined)
        throw new Failure(
          `PostgreSQL restores its own backups, once every server is stopped: ${restoreCommand(databaseUrl, file)}`,
        );
      // Before the folder is made: with a mistyped name nothing changes.
      refuseToRestore(file, databaseFile(dataDirectory));
      const fault = unusableDataDirectory(dataDirectory);
      if (fault) throw new Failure(`DATA_DIR: ${fault}.`);
      await confirm(`${file} replaces the database in ${dataDirectory}. Go on?`, { yes });
      const { counts, kept, wasDamaged } = await restoreBackup(dataDirectory, file);
      note(`The database is ${file} again: ${amountIn(counts)}.`);
      if (kept) note(`${wasDamaged ? 'The damaged one' : 'The one before'} is kept: ${kept}`);
      note('What was erased since that backup was made is back: erase it again.');
    });
}
