import type { Command } from 'commander';
import { readReference } from '../submissions/reference.ts';
import { noSuchSubmission, type Session } from './session.ts';

export function addDelete(program: Command, { note, withStore }: Session): void {
  program
    .command('delete')
    .description('Erase one submission')
    .argument('<id>', 'its reference', readReference)
    .action(async (reference: string) => {
      if (!(await withStore((store) => store.erase(reference)))) throw noSuchSubmission(reference);
      note(`${reference} is erased.`);
    });
}

export function addPurge(program: Command, { config, note, withStore }: Session): void {
  program
    .command('purge')
    .description('Erase what was delivered more than RETENTION_DAYS ago')
    .action(async () => {
      const erasedBefore = Date.now() - config().retentionMilliseconds;
      note(`${await withStore((store) => store.eraseDeliveredBefore(erasedBefore))} erased.`);
    });
}
