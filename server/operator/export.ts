import { type Command, Option } from 'commander';
import type { DeliveryState } from '../submissions/store.ts';
import { stateOption } from './filters.ts';
import { csvOf, jsonOf } from './presentation.ts';
import type { Session } from './session.ts';

type Options = { readonly format: 'csv' | 'json'; readonly state?: DeliveryState };

export function addExport(program: Command, { print, withStore }: Session): void {
  program
    .command('export')
    .description('all of them with every field, to standard output')
    .addOption(
      new Option('--format <format>', 'csv is for spreadsheets').choices(['csv', 'json']).makeOptionMandatory(),
    )
    .addOption(stateOption())
    .action(async ({ format, state }: Options) => {
      const submissions = (await withStore((store) => store.list())).filter(
        (submission) => state === undefined || submission.state === state,
      );
      await print(format === 'csv' ? csvOf(submissions) : jsonOf(submissions));
    });
}
