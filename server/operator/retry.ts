import type { Command } from 'commander';
import { readReference } from '../submissions/reference.ts';
import { noSuchSubmission, type Session } from './session.ts';

export function addRetry(program: Command, { note, withStore }: Session): void {
  program
    .command('retry')
    .description('have its mail sent (again) by the running server')
    .argument('<id>', 'its reference', readReference)
    .action(async (reference: string) => {
      if (!(await withStore((store) => store.retry(reference, Date.now())))) throw noSuchSubmission(reference);
      note(`${reference} is due: a running server sends it within seconds.`);
    });
}
