import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { readReference } from '../../../lib/reference.ts';
import type { Store } from '../../../outbox/store.ts';
import { pagesOf } from '../filters.ts';
import { examples, noSuchSubmission, type Session } from '../session.ts';

/** Resolves with the number of retried submissions. */
async function retryAll(store: Store, state: 'failed' | 'pending'): Promise<number> {
  let retried = 0;
  for await (const page of pagesOf(store, { state })) {
    retried += await store.mails.retry(
      page.map(({ reference }) => reference),
      state,
    );
    // Lets a server that waits for the lock have it.
    await pause(50);
  }
  return retried;
}

/** Adds the verb `retry`. */
export function addRetry(program: Command, { note, withStore }: Session): void {
  const command = program.command('retry');
  command
    .description('Have mail sent again by the running server')
    .argument('[id]', 'a reference', readReference)
    .option('--failed', 'all that have failed')
    .option('--pending', 'all that wait for their next attempt')
    .addHelpText('after', examples(['retry 7K3M9-QXD2R'], ['retry --failed', 'once the mail server is right again']))
    .action(async (reference: string | undefined, { failed, pending }: { failed?: boolean; pending?: boolean }) => {
      if ([reference !== undefined, failed, pending].filter(Boolean).length !== 1)
        command.error('error: give one of an ID, --failed and --pending');
      if (reference === undefined) {
        const retried = await withStore((store) => retryAll(store, failed ? 'failed' : 'pending'));
        const none = failed ? 'Nothing has failed.' : 'Nothing is waiting.';
        note(retried === 0 ? none : `${retried} due: a running server sends them within seconds.`);
        return;
      }
      if ((await withStore((store) => store.mails.retry([reference]))) === 0) throw noSuchSubmission(reference);
      note(`${reference} is due: a running server sends it within seconds.`);
    });
}
