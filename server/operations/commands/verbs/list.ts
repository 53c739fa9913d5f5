import type { Command } from 'commander';
import { columnsOf } from '../columns.ts';
import { addFilters, type ListFilter, listOf } from '../filters.ts';
import { withStore } from '../openStore.ts';
import { printJson } from '../records.ts';
import type { Terminal } from '../terminal.ts';

export function addList(program: Command, { print, note, width, config }: Terminal): void {
  addFilters(program.command('list').description('List what visitors have sent, newest first'))
    .option('--json', 'every field, as one JSON array')
    .action(async ({ json, ...filter }: ListFilter & { readonly json?: boolean }) => {
      const found = await withStore(config().store, (store) => listOf(store, filter));
      if (json) return printJson(found, print);
      if (found.length === 0) return print('No submission fits.\n');
      const { lines, leftOut } = columnsOf(found, width());
      await print(`${lines.join('\n')}\n`);
      if (leftOut.length > 0) note(`Left out, because the terminal is too narrow: ${leftOut.join(', ')}.`);
    });
}
