import { escapeCharacters } from '../../lib/escapeCharacters.ts';
import { sast } from '../../lib/times.ts';
import { flagsOf } from '../../outbox/submission.ts';
import type { ListedSubmission } from '../../outbox/submissions.ts';

/** The most characters of a visitor's text in a cell. */
const longest = 30;

/** Shortens and escapes a visitor's text. `print` would escape it only after the column's width has been counted. */
function shortened(text: string): string {
  return escapeCharacters([...text.replace(/\s+/g, ' ')].slice(0, longest).join('').trim()) || '-';
}

/** The cells of a row. Visitors' texts come last, so that nobody takes such a text for another cell. */
const cells: Readonly<Record<string, (submission: ListedSubmission) => string>> = {
  Reference: ({ reference }) => reference,
  'Received (SAST)': ({ receivedAt }) => sast(receivedAt).slice(0, 16),
  Kind: ({ kind }) => kind,
  Plan: ({ planId }) => planId ?? '-',
  State: ({ state }) => state,
  Attempts: ({ attempts }) => String(attempts),
  Flags: (submission) => flagsOf(submission).join(' ') || '-',
  Name: ({ name }) => shortened(name),
  Company: ({ company }) => shortened(company),
};

/** The lines of a table. For a narrow terminal, the last columns are left out and named in `leftOut`, but never the first five. */
export function columnsOf(submissions: readonly ListedSubmission[], terminalWidth: number) {
  const columns = Object.entries(cells).map(([title, cellOf]) => {
    const texts = [title, ...submissions.map(cellOf)];
    return { title, texts, width: texts.reduce((most, text) => Math.max(most, text.length), 0) };
  });
  const isTooWide = () => columns.reduce((sum, { width }) => sum + width + 2, -2) > terminalWidth;
  const leftOut: string[] = [];
  while (columns.length > 5 && isTooWide()) leftOut.push(columns.pop()?.title ?? '');
  const lines = [undefined, ...submissions].map((_row, index) => {
    const row = columns.map(({ texts, width }) => (texts[index] ?? '').padEnd(width));
    return row.join('  ').trimEnd();
  });
  return { lines, leftOut };
}

/** Replaces line ends and runs of spaces by one space. Otherwise a visitor's text could look like a line of this program. */
export function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ') || '-';
}

/** One line for each fact, with the values in one column. */
export function factLines(facts: readonly (readonly [string, string | number])[]): string[] {
  return facts.map(([label, value]) => `${`${label}:`.padEnd(16)}${value}`);
}
