import { type Command, Option } from 'commander';
import { addFilters, filterOf, pagesOf } from '../filters.ts';
import { printCsv, printJson } from '../records.ts';
import type { Session } from '../session.ts';

type Options = { readonly format: 'csv' | 'json'; readonly separator: string };

export function addExport(program: Command, { print, printData, note, withStore }: Session): void {
  addFilters(program.command('export').description('Print them with every field, for a spreadsheet or a program'))
    .addOption(
      new Option('--format <format>', 'csv has an apostrophe before what a spreadsheet would run')
        .choices(['csv', 'json'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--separator <character>', 'of CSV: with South African settings a spreadsheet wants ;')
        .choices([',', ';', '|', '\t'])
        .default(','),
    )
    .action(({ format, separator, ...options }: Options) => {
      const filter = filterOf(options, note);
      return withStore((store) => {
        const pages = pagesOf(store, filter);
        return format === 'csv' ? printCsv(pages, separator, printData) : printJson(pages, print);
      });
    });
}
