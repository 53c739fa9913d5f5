import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { readReference } from '../../../lib/reference.ts';
import type { Store } from '../../../outbox/store.ts';
import { pagesOf } from '../filters.ts';
import { examples, noSuchSubmission, type Session } from '../session.ts';

/** Resolves with the number of retried submissions. */
async function retryAllFailed(store: Store): Promise<number> {
  let retried = 0;
  for await (const page of pagesOf(store, { state: 'failed' })) {
    retried += await store.retry(
      page.map(({ reference }) => reference),
      'failed',
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
    .addHelpText('after', examples(['retry 7K3M9-QXD2R'], ['retry --failed', 'once the mail server is right again']))
    .action(async (reference: string | undefined, { failed }: { readonly failed?: boolean }) => {
      if ((reference === undefined) === !failed) command.error('error: give either an ID or --failed');
      if (reference === undefined) {
        const retried = await withStore(retryAllFailed);
        note(retried === 0 ? 'Nothing has failed.' : `${retried} due: a running server sends them within seconds.`);
        return;
      }
      if ((await withStore((store) => store.retry([reference]))) === 0) throw noSuchSubmission(reference);
      note(`${reference} is due: a running server sends it within seconds.`);
    });
}
