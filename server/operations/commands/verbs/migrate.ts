import { statSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { commandLine } from '../../../config/commandLine.ts';
import { databaseUrlForm, isDatabaseUrl } from '../../../config/databaseUrl.ts';
import { move, nameOf, type Place, withMoveEnd } from '../../../outbox/move.ts';
import { databaseFile } from '../../../outbox/sqlite/sqliteDatabase.ts';
import { existingDatabase } from '../../../outbox/store.ts';
import type { Terminal } from '../terminal.ts';

/** Reads where to move the submissions: the URL of a database, or `sqlite:` and a file or folder. Undefined for other texts. */
function targetOf(typed: string): Place | undefined {
  if (isDatabaseUrl(typed)) return { databaseUrl: typed };
  const sqlitePath = /^sqlite:(.+)$/.exec(typed)?.[1];
  if (sqlitePath === undefined) return undefined;
  const isFolder = statSync(sqlitePath, { throwIfNoEntry: false })?.isDirectory();
  return { file: path.resolve(isFolder ? databaseFile(sqlitePath) : sqlitePath) };
}

/** Says how to make the server use the database to which the submissions were moved. */
function advice(target: Place): string {
  if ('databaseUrl' in target) return 'set DATABASE_URL to that address';
  const directory = path.dirname(target.file);
  return databaseFile(directory) === target.file
    ? `unset DATABASE_URL, set DATA_DIR to ${directory}`
    : `unset DATABASE_URL, put the file in place with "${commandLine} restore ${target.file}"`;
}

export function addMigrate(program: Command, { config, note }: Terminal): void {
  program
    .command('migrate')
    .description('Move everything to another database; no server may be running on either')
    .requiredOption('--to <url>', 'postgres://user@host:5432/database or sqlite:PATH')
    .action(async ({ to: typed }: { readonly to: string }, command: Command) => {
      const target = targetOf(typed);
      if (!target) return command.error(`error: option '--to <url>': expected sqlite:PATH or ${databaseUrlForm}`);
      const { databaseUrl, dataDirectory } = config().store;
      const source = databaseUrl ? { databaseUrl } : { file: existingDatabase(dataDirectory) };
      const [from, to] = [nameOf(source), nameOf(target)];
      note(`Moving from ${from} to ${to}`);
      const moved = await withMoveEnd(source, false, (opened) =>
        withMoveEnd(target, true, (other) => move(opened, other)),
      );
      const rows = Object.entries(moved).map(([table, amount]) => `${amount} ${table}`);
      note(`${to} holds as many rows as ${from}: ${rows.join(', ')}.`);
      note(`Next: ${advice(target)}, then start the server.`);
      note(`${from} is as it was and holds personal data: remove it by hand once the server works.`);
    });
}
