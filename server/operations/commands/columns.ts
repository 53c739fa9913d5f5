import { escapeCharacters } from '../../lib/escapeCharacters.ts';
import { flagsOf } from '../../outbox/submission.ts';
import type { ListedSubmission } from '../../outbox/submissions.ts';
import { sast } from './times.ts';

/** How many characters of a visitor's text are shown. */
const longest = 30;

function inOneLine(text: string): string {
  return escapeCharacters([...text.replace(/\s+/g, ' ')].slice(0, longest).join('').trim() || '-');
}

/** Visitors' texts come last, so that they cannot be taken for other cells. */
const cells: Readonly<Record<string, (submission: ListedSubmission) => string>> = {
  Reference: ({ reference }) => reference,
  'Received (SAST)': ({ receivedAt }) => sast(receivedAt).slice(0, 16),
  Kind: ({ kind }) => kind,
  Plan: ({ planId }) => planId ?? '-',
  State: ({ state }) => state,
  Attempts: ({ attempts }) => String(attempts),
  Flags: (submission) => flagsOf(submission).join(' ') || '-',
  Name: ({ name }) => inOneLine(name),
  Company: ({ company }) => inOneLine(company),
};

/** The columns that are left out in a narrow terminal, in this order. */
const dispensable = ['Company', 'Name', 'Attempts', 'Kind', 'Flags', 'Plan'];

const characters = new Intl.Segmenter();
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;

/** How many columns of a terminal a text takes. East Asian letters and emoji take two. */
function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return [...characters.segment(text)].reduce((width, { segment }) => width + (wide.test(segment) ? 2 : 1), 0);
}

/** The lines of a table of submissions that is no wider than the terminal. `leftOut`: the columns that did not fit. */
export function columnsOf(submissions: readonly ListedSubmission[], terminalWidth: number) {
  const all = Object.entries(cells).map(([title, cellOf]) => {
    const texts = [title, ...submissions.map(cellOf)];
    return { title, texts, width: texts.reduce((most, text) => Math.max(most, widthOf(text)), 0) };
  });
  const leftOut: string[] = [];
  const shown = () => all.filter(({ title }) => !leftOut.includes(title));
  for (const title of dispensable)
    if (shown().reduce((sum, { width }) => sum + width + 2, -2) > terminalWidth) leftOut.push(title);
  const columns = shown();
  const lines = [undefined, ...submissions].map((_row, index) =>
    columns
      .map(({ texts: { [index]: text = '' }, width }) => text + ' '.repeat(width - widthOf(text)))
      .join('  ')
      .trimEnd(),
  );
  return { lines, leftOut };
}
