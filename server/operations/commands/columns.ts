import { escapeCharacters } from '../../lib/escapeCharacters.ts';
import { flagsOf } from '../../outbox/submission.ts';
import type { ListedSubmission } from '../../outbox/submissions.ts';
import { sast } from './times.ts';

/** How many characters of a visitor's text are shown. */
const longest = 30;

/** Escaped as the terminal would escape it, so that the width of its column counts what is shown. */
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

/** The lines of a table of submissions. `leftOut`: the last columns, if the terminal is too narrow. The first five columns always stay. */
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

/** Collapses runs of spaces, which could push a visitor's text to where one of our lines begins. */
export function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ') || '-';
}

/** One line for each fact, with the values in one column. */
export function factLines(facts: readonly (readonly [string, string | number])[]): string[] {
  return facts.map(([label, value]) => `${`${label}:`.padEnd(16)}${value}`);
}
