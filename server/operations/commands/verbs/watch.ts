import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { OperatorError } from '../../../lib/errors.ts';
import { columnsOf } from '../columns.ts';
import { withStore } from '../openStore.ts';
import type { Terminal } from '../terminal.ts';

/** In milliseconds. Each reading starts this long before the previous one, because an older submission may be committed late. */
const overlap = 10 * 60_000;

export function addWatch(program: Command, { print, note, width, config }: Terminal): void {
  let readAt: number | undefined;
  // The store is opened anew for each reading, because a server that starts needs the database file for itself.
  const recent = () =>
    withStore(config().store, async ({ maintenance, submissions }) => {
      const now = await maintenance.now();
      const found = await submissions.list({ since: (readAt ?? now) - overlap });
      readAt = now;
      return found.toReversed();
    });
  program
    .command('watch')
    .description('Print new submissions as they come, until Ctrl-C')
    .action(async () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
      const seen = new Set((await recent()).map(({ reference }) => reference));
      note('Watching. Ctrl-C ends it.');
      let fault = '';
      for (;;) {
        await pause(1000);
        try {
          for (const submission of await recent()) {
            const { lines } = columnsOf([submission], width());
            if (!seen.has(submission.reference)) await print(`${lines[1]}\n`);
            seen.add(submission.reference);
          }
          fault = '';
        } catch (error) {
          if (!(error instanceof OperatorError)) throw error;
          if (error.message !== fault) note(`${error.message} Still watching.`);
          fault = error.message;
        }
      }
    });
}
