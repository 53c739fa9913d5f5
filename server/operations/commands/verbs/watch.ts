import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { OperatorError } from '../../../lib/errors.ts';
import { flagsOf } from '../../../outbox/submission.ts';
import type { ListedSubmission } from '../../../outbox/submissions.ts';
import { jsonOf } from '../records.ts';
import type { Session } from '../session.ts';
import { sast } from '../times.ts';

const interval = 1000;
/** In milliseconds. Each look begins so long before the last, because transactions may commit out of order. */
const overlap = 10 * 60_000;

function lineOf(submission: ListedSubmission): string {
  const { receivedAt, reference, kind, planId, state } = submission;
  return [sast(receivedAt), reference, kind, planId ?? '-', state, ...flagsOf(submission)].join('  ');
}

export function addWatch(program: Command, { print, note, withStore }: Session): void {
  // The store is opened anew for each look, because a server that starts needs the file for itself.
  let looked: number | undefined;
  const recent = () =>
    withStore(async ({ maintenance, submissions }) => {
      const now = await maintenance.now();
      const recentOnes = await submissions.list({ since: (looked ?? now) - overlap });
      looked = now;
      return recentOnes;
    });
  program
    .command('watch')
    .description('Print new submissions as they come, until Ctrl-C')
    .option('--json', 'a line of JSON with every field for each')
    .action(async ({ json }: { readonly json?: boolean }) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
      const seen = new Set((await recent()).map(({ reference }) => reference));
      note('Watching. Ctrl-C ends it.');
      let fault: string | undefined;
      for (;;) {
        await pause(interval);
        try {
          for (const submission of (await recent()).toReversed()) {
            if (!seen.has(submission.reference)) await print(`${json ? jsonOf(submission) : lineOf(submission)}\n`);
            seen.add(submission.reference);
          }
          if (fault !== undefined) note('The store can be read again.');
          fault = undefined;
        } catch (error) {
          if (!(error instanceof OperatorError)) throw error;
          if (error.message !== fault) note(`${error.message} Still watching.`);
          fault = error.message;
        }
      }
    });
}
