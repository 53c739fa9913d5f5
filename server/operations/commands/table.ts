import { getBorderCharacters, table } from 'table';
import { flagsOf } from '../../outbox/flags.ts';
import type { ListedSubmission } from '../../outbox/submissions.ts';
import { sastMinutes } from './times.ts';

const titles = [
  'Reference',
  'Received (SAST)',
  'Kind',
  'Plan',
  'State',
  'Attempts',
  'Flags',
  'Name',
  'Company',
] as const;
type Title = (typeof titles)[number];

/** What a narrow terminal does without, in this order. */
const dispensable: readonly Title[] = ['Company', 'Name', 'Attempts', 'Kind', 'Flags', 'Plan'];
/** Cells that may take several lines: they break at spaces and hyphens. */
const breakable: ReadonlySet<Title> = new Set(['Plan', 'Flags']);
const gap = '  ';
/** The most characters of a visitor's text. */
const longest = 30;
const rowsInPart = 500;

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, longest).trim() || '-';
}

/** The cells of a submission, one for each title. What a visitor wrote comes last, so that it can pass for no other cell. */
export function cellsOf(submission: ListedSubmission): readonly string[] {
  return [
    submission.reference,
    sastMinutes(submission.receivedAt),
    submission.kind,
    submission.planId ?? '-',
    submission.state,
    String(submission.attempts),
    flagsOf(submission).join(' ') || '-',
    inOneLine(submission.name),
    inOneLine(submission.company),
  ];
}

type Column = { readonly title: Title; readonly index: number; readonly least: number; readonly width: number };

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
}

function columnsOf(rows: readonly (readonly string[])[], terminalWidth: number): readonly Column[] {
  let columns: readonly Column[] = titles.map((title, index) => {
    const widest = (parts: (cell: string) => readonly string[]) =>
      rows.reduce(
        (most, row) => parts(row[index] ?? '').reduce((length, part) => Math.max(length, part.length), most),
        title.length,
      );
    const width = widest((cell) => [cell]);
    const words = (cell: string) => cell.replaceAll('-', '- ').split(' ');
    return { title, index, width, least: breakable.has(title) ? widest(words) : width };
  });
  for (const title of dispensable)
    if (totalOf(columns.map(({ least }) => least)) > terminalWidth)
      columns = columns.filter((column) => column.title !== title);
  let spare = terminalWidth - totalOf(columns.map(({ least }) => least));
  return columns.map((column) => {
    const width = Math.min(column.width, column.least + Math.max(0, spare));
    spare -= width - column.least;
    return { ...column, width };
  });
}

/** A table of rows as `cellsOf` returns them, no wider than a terminal. `leftOut`: the columns that did not fit. */
export function tableOf(rows: readonly (readonly string[])[], terminalWidth: number) {
  const columns = columnsOf(rows, terminalWidth);
  const lineOf = (cells: readonly string[]): string => {
    const shown = columns.map(({ index }) => cells[index] ?? '');
    if (columns.every(({ width }, at) => (shown[at]?.length ?? 0) <= width))
      return columns.map(({ width }, at) => shown[at]?.padEnd(width)).join(gap);
    return table([shown], {
      border: getBorderCharacters('void'),
      columnDefault: { paddingLeft: 0, paddingRight: gap.length, wrapWord: true },
      columns: columns.map(({ width }, at) => ({ width, ...(at === columns.length - 1 && { paddingRight: 0 }) })),
      drawHorizontalLine: () => false,
    }).trimEnd();
  };
  return {
    leftOut: titles.filter((title) => !columns.some((column) => column.title === title)),
    /** The table's text, in parts. */
    *text(): Generator<string> {
      const all = [titles, ...rows];
      for (let done = 0; done < all.length; done += rowsInPart)
        yield all
          .slice(done, done + rowsInPart)
          .flatMap((cells) => lineOf(cells).split('\n'))
          .map((line) => `${line.trimEnd()}\n`)
          .join('');
    },
  };
}
