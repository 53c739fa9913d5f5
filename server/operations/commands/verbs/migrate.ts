import { statSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { commandLine } from '../../../config/commandLine.ts';
import type { OperatorConfig } from '../../../config/config.ts';
import { databaseUrlForm, isDatabaseUrl } from '../../../config/databaseUrl.ts';
import { Failure } from '../../../outbox/faults.ts';
import { type MoveEnd, move, nameOf, type Place, withSource, withTarget } from '../../../outbox/move.ts';
import { databaseFile } from '../../../outbox/sqlite/sqliteDatabase.ts';
import { existingDatabase, sqliteFault } from '../openStore.ts';
import { examples, type Session } from '../session.ts';

/** Says how far the work has come: each second at a terminal, else every five. */
function progressTo(note: Session['note']): (copied: number, all: number) => void {
  const interval = process.stderr.isTTY ? 1000 : 5000;
  let next = Date.now() + interval;
  return (copied, all) => {
    if (Date.now() < next) return;
    next = Date.now() + interval;
    note(`${copied} of ${all} submissions copied`);
  };
}

function amount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** Where a database would be for a path: in a folder under its usual name. */
function fileAt(given: string): string {
  const isFolder = statSync(given, { throwIfNoEntry: false })?.isDirectory();
  return path.resolve(isFolder ? databaseFile(given) : given);
}

function targetOf(typed: string): Place | undefined {
  if (isDatabaseUrl(typed)) return { databaseUrl: typed };
  const given = /^sqlite:(.+)$/.exec(typed)?.[1];
  return given === undefined ? undefined : { file: fileAt(given) };
}

/** What makes the server use the target. */
function advice(target: Place): string {
  if ('databaseUrl' in target) return 'set DATABASE_URL to that address, then start the server';
  const directory = path.dirname(target.file);
  return databaseFile(directory) === target.file
    ? `unset DATABASE_URL, set DATA_DIR to ${directory}, then start the server`
    : `unset DATABASE_URL, put the file in place with "${commandLine} restore ${target.file}", then start the server`;
}

/** The database that the server uses, or would use. */
function sourceOf({ databaseUrl, dataDirectory }: OperatorConfig): Place {
  return databaseUrl === undefined ? { file: existingDatabase(dataDirectory) } : { databaseUrl };
}

/** Opens both databases for `work`. Rejects with a `Failure` for what is wrong with either. */
async function withBoth<Result>(
  source: Place,
  target: Place,
  work: (source: MoveEnd, target: MoveEnd) => Promise<Result>,
): Promise<Result> {
  if (nameOf(source) === nameOf(target)) throw new Failure(`${nameOf(target)} is the source itself: name another.`);
  try {
    return await withSource(source, (from) =>
      withTarget(target, (to) => work(from, to)).catch((error: unknown) => {
        throw 'file' in target ? sqliteFault(target.file, error) : error;
      }),
    );
  } catch (error) {
    throw 'file' in source ? sqliteFault(source.file, error) : error;
  }
}

/** A word without the login of an address in it; the example in a message stays. */
function withoutLogin(word: string): string {
  const [start, end] = [word.indexOf('//') + 2, word.lastIndexOf('@') + 1];
  return start < 2 || end <= start || word.includes('//user:password@') ? word : word.slice(0, start) + word.slice(end);
}

/** Adds the verb `migrate`. */
export function addMigrate(program: Command, { config, note }: Session): void {
  program
    .command('migrate')
    .description('Move everything to another database; no server may be running on either')
    .requiredOption('--to <url>', 'postgres://user@host:5432/database or sqlite:PATH')
    // What was typed may hold a password.
    .configureOutput({ outputError: (text, write) => write(text.replace(/\S+/g, withoutLogin)) })
    .addHelpText(
      'after',
      '\nIt moves from DATABASE_URL, or else from DATA_DIR, and leaves that as it is. The target must be empty; interrupted, it\n' +
        'stays so. Other users can see a password that is typed here; one in the variable PGPASSWORD they cannot.\n' +
        examples(
          ['migrate --to postgres://website@db.example/website', 'from SQLite'],
          ['migrate --to sqlite:/var/lib/website', 'back to the file in that folder'],
        ),
    )
    .action(async ({ to: typed }: { readonly to: string }, command: Command) => {
      const target = targetOf(typed);
      if (!target) return command.error(`error: option '--to <url>': expected sqlite:PATH or ${databaseUrlForm}`);
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => {
          note('Interrupted: run it again.');
          process.exit(1);
        });
      const source = sourceOf(config());
      const [from, to] = [nameOf(source), nameOf(target)];
      const moved = await withBoth(source, target, async (opened, other) => {
        note(`Moving from ${from} to ${to}`);
        return move(opened, other, progressTo(note));
      });
      note(
        `${to} holds ${amount(moved.submissions, 'submission')}, ${amount(moved.used_tokens, 'used captcha token')} and ` +
          `${moved.secrets === 0 ? 'no' : 'the'} signing secret, as many as ${from}.`,
      );
      note(`Next: ${advice(target)}.`);
      note(`${from} is as it was and holds personal data: remove it by hand once the server works.`);
    });
}
