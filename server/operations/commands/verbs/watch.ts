import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { Failure } from '../../../outbox/faults.ts';
import { flagsOf } from '../../../outbox/flags.ts';
import type { ListedSubmission } from '../../../outbox/submissions.ts';
import { jsonOf } from '../records.ts';
import { examples, type Session } from '../session.ts';
import { sast } from '../times.ts';

const interval = 1000;
/** How far back each look goes, in milliseconds: the clock may be set back, and transactions may end out of order. */
const overlap = 10 * 60_000;

function lineOf(submission: ListedSubmission): string {
  const { receivedAt, reference, kind, planId, state } = submission;
  return [sast(receivedAt), reference, kind, planId ?? '-', state, ...flagsOf(submission)].join('  ');
}

/** Adds the verb `watch`. */
export function addWatch(program: Command, { print, note, withStore }: Session): void {
  program
    .command('watch')
    .description('Print new submissions as they come, until Ctrl-C')
    .option('--json', 'a line of JSON with every field for each')
    .addHelpText(
      'after',
      examples(
        ['watch'],
        ['watch --json | while read -r line; do notify-send "$(jq -r .reference <<< "$line")"; done'],
      ),
    )
    .action(async ({ json }: { readonly json?: boolean }) => {
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

      // Opened for each look: the file may be replaced, and a server that starts wants it for itself.
      let looked = 0;
      const recent = () =>
        withStore(async (store) => {
          const now = await store.maintenance.now();
          const found = await store.submissions.list({ since: (looked || now) - overlap });
          looked = now;
          return found;
        });
      let seen = new Set((await recent()).map(({ reference }) => reference));
      note('Watching. Ctrl-C ends it.');

      let fault: string | undefined;
      while (!stop.signal.aborted) {
        try {
          const found = await recent();
          if (fault !== undefined) note('It can be read again.');
          fault = undefined;
          for (const submission of found.toReversed())
            if (!seen.has(submission.reference)) await print(`${json ? jsonOf(submission) : lineOf(submission)}\n`);
          seen = new Set(found.map(({ reference }) => reference));
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          if (error.message !== fault) note(`${error.message} Still watching.`);
          fault = error.message;
        }
        await pause(interval, undefined, { signal: stop.signal }).catch(() => {});
      }
    });
}
