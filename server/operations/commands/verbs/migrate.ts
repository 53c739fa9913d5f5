import path from 'node:path';
import type { Command } from 'commander';
import { commandLine } from '../../../config/commandLine.ts';
import { databaseUrlForm, isDatabaseUrl } from '../../../config/databaseUrl.ts';
import { type MoveProgress, type MoveSource, type MoveTarget, move } from '../../../outbox/move/move.ts';
import { withPostgresSource, withPostgresTarget } from '../../../outbox/move/postgresEnds.ts';
import { fileAt, withSqliteSource, withSqliteTarget } from '../../../outbox/move/sqliteEnds.ts';
import { databaseFile } from '../../../outbox/sqlite/sqliteDatabase.ts';
import { existingDatabase, sqliteFault } from '../openStore.ts';
import { examples, type Session } from '../session.ts';

/** Says how far the work has come: each second at a terminal, else every five. */
function progressTo(note: Session['note']): MoveProgress {
  const interval = process.stderr.isTTY ? 1000 : 5000;
  let next = Date.now() + interval;
  return (step, done, all) => {
    if (Date.now() < next) return;
    next = Date.now() + interval;
    note(`${done} of ${all} submissions ${step}`);
  };
}

function amount(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

type Target = { readonly databaseUrl: string } | { readonly file: string };

function targetOf(typed: string): Target | undefined {
  if (isDatabaseUrl(typed)) return { databaseUrl: typed };
  const given = /^sqlite:(.+)$/.exec(typed)?.[1];
  return given === undefined ? undefined : { file: fileAt(given) };
}

/** What makes the server use the target. */
function advice(target: Target): string {
  if ('databaseUrl' in target) return 'set DATABASE_URL to that address, then start the server';
  const directory = path.dirname(target.file);
  return databaseFile(directory) === target.file
    ? `unset DATABASE_URL, set DATA_DIR to ${directory}, then start the server`
    : `unset DATABASE_URL, put the file in place with "${commandLine} restore ${target.file}", then start the server`;
}

type Work<Result> = (source: MoveSource, target: MoveTarget) => Promise<Result>;

/** Opens both databases for `work`. */
function withBoth<Result>(config: Session['config'], target: Target, work: Work<Result>): Promise<Result> {
  /** `file` and `identity`: of the source. */
  const openTarget = (source: MoveSource, file?: string, identity?: string): Promise<Result> =>
    'file' in target
      ? withSqliteTarget(target.file, file, (opened) => work(source, opened))
      : withPostgresTarget(target.databaseUrl, identity, (opened) => work(source, opened));
  const { databaseUrl, dataDirectory } = config();
  if (databaseUrl !== undefined)
    return withPostgresSource(databaseUrl, (source, identity) => openTarget(source, undefined, identity));
  const file = existingDatabase(dataDirectory);
  return withSqliteSource(dataDirectory, (source) => openTarget(source, file)).catch((error: unknown) => {
    throw sqliteFault(file, error);
  });
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
    .action(async ({ to }: { readonly to: string }, command: Command) => {
      const target = targetOf(to);
      if (!target) return command.error(`error: option '--to <url>': expected sqlite:PATH or ${databaseUrlForm}`);
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => {
          note('Interrupted: run it again.');
          process.exit(1);
        });
      const { source, holder, moved } = await withBoth(config, target, async (opened, other) => {
        note(`Moving ${amount(await opened.count('submissions'), 'submission')} from ${opened.name} to ${other.name}`);
        return { source: opened.name, holder: other.name, moved: await move(opened, other, progressTo(note)) };
      });
      note(
        `${holder} holds ${amount(moved.submissions, 'submission')}, ${amount(moved.used_tokens, 'used captcha token')} and ` +
          `${moved.secrets === 0 ? 'no' : 'the'} signing secret, each compared with ${source}.`,
      );
      note(`Next: ${advice(target)}.`);
      note(`${source} is as it was and holds personal data: remove it by hand once the server works.`);
    });
}
