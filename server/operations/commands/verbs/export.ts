import { type Command, Option } from 'commander';
import { addFilters, filterOf, pagesOf } from '../filters.ts';
import { printCsv, printJson } from '../records.ts';
import { examples, type Session } from '../session.ts';

/** Adds the verb `export`. */
export function addExport(program: Command, { print, printData, note, withStore }: Session): void {
  addFilters(program.command('export').description('Print them with every field, for a spreadsheet or a program'))
    .addOption(
      new Option('--format <format>', 'csv has an apostrophe before what a spreadsheet would run')
        .choices(['csv', 'json'])
        .makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      examples(
        ['export --format csv > submissions.csv', 'everything'],
        ['export --format json --since 2026-11-01 > november.json', 'from a day on'],
      ),
    )
    .action(({ format }: { readonly format: 'csv' | 'json' }, command: Command) => {
      const filter = filterOf(command, note);
      return withStore((store) => {
        const pages = pagesOf(store, filter);
        return format === 'csv' ? printCsv(pages, printData) : printJson(pages, print);
      });
    });
}
