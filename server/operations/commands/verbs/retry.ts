import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Store } from '../../../outbox/store.ts';
import { idOr } from '../arguments.ts';
import { pagesOf } from '../filters.ts';
import { noSuchSubmission, type Session } from '../session.ts';

/** Resolves with the number of retried submissions. */
async function retryAll(store: Store, state: 'failed' | 'pending'): Promise<number> {
  let retried = 0;
  for await (const page of pagesOf(store, { state })) {
    const references = page.map(({ reference }) => reference);
    retried += await store.mails.retry(references, state);
    // Gives a server that waits for the lock time to take it.
    await pause(50);
  }
  return retried;
}

export function addRetry(program: Command, { note, withStore }: Session): void {
  const command = program.command('retry');
  command
    .description('Have mail sent again by the running server')
    .argument('[id]', 'a reference', idOr('show --email'))
    .option('--failed', 'all that have failed')
    .option('--pending', 'all that wait for their next attempt')
    .action(async (reference: string | undefined, { failed, pending }: { failed?: boolean; pending?: boolean }) => {
      if ([reference, failed, pending].filter(Boolean).length !== 1)
        command.error('error: give one of an ID, --failed and --pending');
      if (reference === undefined) {
        const retried = await withStore((store) => retryAll(store, failed ? 'failed' : 'pending'));
        const none = failed ? 'Nothing has failed.' : 'Nothing is waiting.';
        return note(retried === 0 ? none : `${retried} due: a running server sends them within seconds.`);
      }
      if ((await withStore((store) => store.mails.retry([reference]))) === 0) throw noSuchSubmission(reference);
      note(`${reference} is due: a running server sends it within seconds.`);
    });
}
