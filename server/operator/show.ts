import type { Command } from 'commander';
import { readReference } from '../submissions/reference.ts';
import { detailsOf } from './presentation.ts';
import { noSuchSubmission, type Session } from './session.ts';

export function addShow(program: Command, { print, withStore }: Session): void {
  program
    .command('show')
    .description('one submission with all that is known of it')
    .argument('<id>', 'its reference', readReference)
    .addHelpText('after', '\nExample:\n  npm run submissions -- show 7K3M9-QXD2R')
    .action(async (reference: string) => {
      const submission = await withStore((store) => store.find(reference));
      if (!submission) throw noSuchSubmission(reference);
      await print(detailsOf(submission));
    });
}
