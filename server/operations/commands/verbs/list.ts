import type { Command } from 'commander';
import type { ListedSubmission } from '../../../outbox/submissions.ts';
import { columnsOf } from '../columns.ts';
import { addFilters, filterOf, pagesOf } from '../filters.ts';
import { printJson } from '../records.ts';
import type { Session } from '../session.ts';

export function addList(program: Command, { print, note, terminalWidth, withStore }: Session): void {
  addFilters(program.command('list').description('List what visitors have sent, newest first'))
    .option('--json', 'every field, as one JSON array')
    .action(({ json, ...options }: { readonly json?: boolean }) => {
      const filter = filterOf(options, note);
      return withStore(async (store) => {
        if (json) return printJson(pagesOf(store, filter), print);
        const found: ListedSubmission[] = [];
        for await (const page of pagesOf(store, filter)) found.push(...page);
        if (found.length === 0) return print('No submission fits.\n');
        const { lines, leftOut } = columnsOf(found, terminalWidth());
        await print(`${lines.join('\n')}\n`);
        if (leftOut.length > 0) note(`Left out, because the terminal is too narrow: ${leftOut.join(', ')}.`);
      });
    });
}
