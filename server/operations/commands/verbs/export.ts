import { type Command, Option } from 'commander';
import { addFilters, type ListFilter, listOf } from '../filters.ts';
import { withStore } from '../openStore.ts';
import { printCsv, printJson } from '../records.ts';
import type { Terminal } from '../terminal.ts';

type Options = ListFilter & { readonly format: 'csv' | 'json'; readonly separator: string };

export function addExport(program: Command, { print, printData, config }: Terminal): void {
  addFilters(program.command('export').description('Print them with every field, for a spreadsheet or a program'))
    .addOption(
      new Option('--format <format>', 'csv has an apostrophe before what a spreadsheet would run')
        .choices(['csv', 'json'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--separator <character>', 'of CSV: with South African settings a spreadsheet wants ;')
        // The help shows a tab as `\t`, so that is accepted too.
        .choices([',', ';', '|', '\t', '\\t'])
        .default(','),
    )
    .action(async ({ format, separator, ...filter }: Options) => {
      const found = await withStore(config().store, (store) => listOf(store, filter));
      await (format === 'csv' ? printCsv(found, separator.replace('\\t', '\t'), printData) : printJson(found, print));
    });
}
