import type { Command } from 'commander';
import type { DeliveryState } from '../submissions/store.ts';
import { stateOption } from './filters.ts';
import { tableOf } from './presentation.ts';
import type { Session } from './session.ts';

export function addList(program: Command, { print, withStore }: Session): void {
  program
    .command('list')
    .description('what visitors have sent, newest first')
    .addOption(stateOption())
    .action(async ({ state }: { state?: DeliveryState }) => {
      const submissions = (await withStore((store) => store.list())).filter(
        (submission) => state === undefined || submission.state === state,
      );
      const none = state === undefined ? 'Nothing has been submitted yet.\n' : `Nothing is ${state}.\n`;
      await print(submissions.length > 0 ? tableOf(submissions) : none);
    });
}
