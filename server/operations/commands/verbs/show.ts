import type { Command } from 'commander';
import { readReference } from '../../../lib/reference.ts';
import { detailsOf } from '../details.ts';
import { examples, noSuchSubmission, type Session } from '../session.ts';

/** Adds the verb `show`. */
export function addShow(program: Command, { print, withStore }: Session): void {
  program
    .command('show')
    .description('Show one submission with all that is known of it')
    .argument('<id>', 'its reference', readReference)
    .addHelpText(
      'after',
      examples(['show 7K3M9-QXD2R'], ['show 7k3m9qxd2r', 'read out over the phone: letters and hyphen are corrected']),
    )
    .action(async (reference: string) => {
      await withStore(async (store) => {
        const submission = await store.find(reference);
        if (!submission) throw noSuchSubmission(reference);
        await print(detailsOf(submission, await store.mailsOf(reference)));
      });
    });
}
