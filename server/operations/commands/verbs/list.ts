import type { Command } from 'commander';
import type { Store } from '../../../outbox/store.ts';
import { addFilters, filterOf, type ListFilter, pagesOf } from '../filters.ts';
import { printJson } from '../records.ts';
import { examples, type Session } from '../session.ts';
import { cellsOf, tableOf } from '../table.ts';

async function printTable(store: Store, filter: ListFilter, { print, note, terminalWidth }: Session) {
  const rows: (readonly string[])[] = [];
  for await (const page of pagesOf(store, filter)) rows.push(...page.map(cellsOf));
  if (rows.length === 0) {
    const isFiltered = Object.values(filter).some((condition) => condition !== undefined);
    return print(isFiltered ? 'No submission fits.\n' : 'Nothing has been submitted yet.\n');
  }
  const { text, leftOut } = tableOf(rows, terminalWidth());
  for (const part of text()) await print(part);
  if (leftOut.length > 0) note(`Left out, for want of width: ${leftOut.join(', ')}.`);
}

/** Adds the verb `list`. */
export function addList(program: Command, session: Session): void {
  addFilters(program.command('list').description('List what visitors have sent, newest first'))
    .option('--json', 'every field, as one JSON array')
    .addHelpText(
      'after',
      examples(
        ['list', 'everything'],
        ['list --state failed', 'what the mail server refused'],
        ['list --not-arrived', 'what it took, and nobody has got'],
        ['list --kind order --plan CXN3 --since 2026-11-01 --until 2026-11-30', "a month's orders of a plan"],
        ['list --json | jq length', 'for other programs'],
      ),
    )
    .action(({ json }: { readonly json?: boolean }, command: Command) => {
      const filter = filterOf(command, session.note);
      return session.withStore((store) =>
        json ? printJson(pagesOf(store, filter), session.print) : printTable(store, filter, session),
      );
    });
}
