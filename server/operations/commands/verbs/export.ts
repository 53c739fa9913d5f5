import { type Command, InvalidArgumentError, Option } from 'commander';
import { addFilters, filterOf, pagesOf } from '../filters.ts';
import { printCsv, printJson } from '../records.ts';
import { examples, type Session } from '../session.ts';

function readSeparator(typed: string): string {
  if (![',', ';', '\t', '|'].includes(typed)) throw new InvalidArgumentError('It must be , or ; or | or a tab.');
  return typed;
}

/** Adds the verb `export`. */
export function addExport(program: Command, { print, printData, note, withStore }: Session): void {
  addFilters(program.command('export').description('Print them with every field, for a spreadsheet or a program'))
    .addOption(
      new Option('--format <format>', 'csv has an apostrophe before what a spreadsheet would run')
        .choices(['csv', 'json'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--separator <character>',
        'between the cells of CSV: with South African settings a spreadsheet wants ;',
      )
        .default(',')
        .argParser(readSeparator),
    )
    .addHelpText(
      'after',
      examples(
        ['export --format csv > submissions.csv', 'everything'],
        ['export --format json --since 2026-11-01 > november.json', 'from a day on'],
      ),
    )
    .action(
      ({ format, separator }: { readonly format: 'csv' | 'json'; readonly separator: string }, command: Command) => {
        const filter = filterOf(command, note);
        return withStore((store) => {
          const pages = pagesOf(store, filter);
          return format === 'csv' ? printCsv(pages, separator, printData) : printJson(pages, print);
        });
      },
    );
}
