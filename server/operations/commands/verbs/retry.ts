import type { Command } from 'commander';
import { listOf, readId } from '../filters.ts';
import { noSuchSubmission, withStore } from '../openStore.ts';
import type { Terminal } from '../terminal.ts';

type Options = { readonly failed?: boolean; readonly pending?: boolean };

export function addRetry(program: Command, { note, config }: Terminal): void {
  const command = program.command('retry');
  command
    .description('Have mail sent again by the running server')
    .argument('[id]', 'a reference', readId)
    .option('--failed', 'all that have failed')
    .option('--pending', 'all that wait for their next attempt')
    .action(async (reference: string | undefined, { failed, pending }: Options) => {
      if ([reference, failed, pending].filter(Boolean).length !== 1)
        command.error('error: give one of an ID, --failed and --pending');
      await withStore(config().store, async (store) => {
        const state = failed ? 'failed' : 'pending';
        const references = reference ? [reference] : (await listOf(store, { state })).map((found) => found.reference);
        const retried = await store.mails.retry(references, reference ? undefined : state);
        if (reference && retried === 0) throw noSuchSubmission(reference);
        if (retried > 0) note(`${reference ?? retried} due: a running server sends them within seconds.`);
        else note(failed ? 'Nothing has failed.' : 'Nothing is waiting.');
      });
    });
}
