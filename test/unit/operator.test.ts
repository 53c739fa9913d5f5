import { describe, expect, test } from '@jest/globals';
import { CommanderError } from 'commander';
import { createProgram } from '../../server/operations/commands/program.ts';
import { csvHeader, csvOf } from '../../server/operations/commands/records.ts';
import { cellsOf, tableOf } from '../../server/operations/commands/table.ts';
import { startOfDay } from '../../server/operations/commands/times.ts';
import type { ListedSubmission } from '../../server/outbox/store.ts';
import { listedSubmission } from '../helpers/visitor/visitor.ts';

const submission = listedSubmission({ receivedAt: Date.UTC(2026, 10, 21, 22, 5, 6) });

/** What the command line prints for parameters that end before a verb begins. */
async function printedFor(...parameters: string[]): Promise<{ exitCode: number; output: string }> {
  let output = '';
  const write = (text: string) => {
    output += text;
  };
  const begun = () => {
    throw new Error('the verb has begun');
  };
  const program = createProgram(
    { print: begun, printData: begun, note: begun, terminalWidth: begun, config: begun, withStore: begun },
    { writeOut: write, writeErr: write },
  );
  const ending = await program.parseAsync(parameters, { from: 'user' }).catch((error: unknown) => error);
  if (!(ending instanceof CommanderError)) throw ending;
  return { exitCode: ending.exitCode, output };
}

test.each([
  [['dance']],
  [['show']],
  [['show', 'A', 'B']],
  [['export']],
  [['export', '--format', 'xml']],
  [['list', '--state', 'lost']],
  [['list', '--format', 'csv']],
  [['list', '--since', '2026-02-30']],
  [['list', '--since', '2026-11-02', '--until', '2026-11-01']],
  [['list', '--colour']],
  [['purge', 'all']],
  [['retry']],
  [['retry', 'A', '--failed']],
])('%j is wrong usage: a sentence says what, and where the help is', async (parameters) => {
  expect(await printedFor(...parameters)).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/^error: .+\n"help VERB" says more\.\n$/),
  });
});

test('the help of each verb has examples', async () => {
  const overall = await printedFor('--help');
  expect(overall).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Usage: .*\nExamples:/s) });
  const [, commands = ''] = overall.output.split('Commands:\n');
  const verbs = [...(commands.split('\n\n')[0] ?? '').matchAll(/^ {2}([a-z-]+) /gm)].map(([, verb]) => verb ?? '');
  expect(verbs).toEqual(expect.arrayContaining(['list', 'forget', 'status', 'backup', 'watch', 'help']));
  for (const verb of verbs.filter((each) => each !== 'help')) {
    const { output } = await printedFor('help', verb);
    expect(output).toMatch(/\nExamples?:\n/);
    expect(output).toContain(`submissions -- ${verb}`);
  }
});

describe('the table', () => {
  const rowsOf = (...plans: (string | null)[]) => plans.map((planId) => cellsOf({ ...submission, planId }));
  const linesOf = (width: number, ...plans: (string | null)[]) =>
    [...tableOf(rowsOf(...plans), width).text()].join('').split('\n');

  test('shows South African time, and every cell in one line where the width is unlimited', () => {
    expect(linesOf(Number.POSITIVE_INFINITY, null, 'microsoft-365-business-basic')).toEqual([
      'Reference    Received (SAST)   Kind     Plan                          State    Attempts  Flags',
      '7K3M9-QXD2R  2026-11-22 00:05  contact  -                             pending  2         unverified',
      '7K3M9-QXD2R  2026-11-22 00:05  contact  microsoft-365-business-basic  pending  2         unverified',
      '',
    ]);
  });

  test('breaks long plans at their hyphens', () => {
    expect(linesOf(84, 'microsoft-365-business-basic')).toEqual([
      'Reference    Received (SAST)   Kind     Plan           State    Attempts  Flags',
      '7K3M9-QXD2R  2026-11-22 00:05  contact  microsoft-     pending  2         unverified',
      '                                        365-business-',
      '                                        basic',
      '',
    ]);
  });

  test.each([30, 40, 60, 80, 100, 160])('is at most %i columns wide, and says what it leaves out', (width) => {
    const { leftOut } = tableOf(rowsOf('microsoft-365-business-basic'), width);
    expect(Math.max(...linesOf(width, 'microsoft-365-business-basic').map((line) => line.length))).toBeLessThanOrEqual(
      Math.max(width, 39),
    );
    expect(leftOut.length > 0).toBe(width < 100);
    expect(linesOf(width, null).join('')).toContain('7K3M9-QXD2R  2026-11-22 00:05');
  });
});

test('a day begins at midnight in South Africa, and must be in the calendar', () => {
  expect(startOfDay('2026-11-22')).toBe(Date.UTC(2026, 10, 21, 22));
  expect(startOfDay('2028-02-29')).toBe(Date.UTC(2028, 1, 28, 22));
  for (const typed of ['2026-02-29', '2026-02-30', '2026-13-01', '2026-1-1', '20261122', 'today', ''])
    expect(startOfDay(typed)).toBeUndefined();
});

describe('CSV', () => {
  const cellsOf = (changes: Partial<ListedSubmission>) => csvOf({ ...submission, ...changes });

  test('has a header, CRLF, and quotes only where they are needed', () => {
    expect(csvHeader).toMatch(
      /^reference,receivedAt,kind,planId,orderedPlan,orderedPrice,billing,dataCentre,operatingSystem,state,attempts,.*,message\r\n$/,
    );
    expect(cellsOf({ company: 'Smith, "Sons" & Co', message: 'one\ntwo' })).toContain(
      ',"Smith, ""Sons"" & Co",\'+27 82 555 9876,"one\ntwo"\r\n',
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('%j is no formula', (evil) => {
    const cells = cellsOf({ name: evil });
    expect(cells).toContain(evil.includes('\r') ? `,"'${evil}",` : `,'${evil},`);
  });

  test.each([
    ['Jo;=1+1', `"Jo;'=1+1"`],
    ['Jo; @SUM(A1)', `"Jo; '@SUM(A1)"`],
    ['Jo;"=1+1"', `"Jo;""'=1+1"""`],
    ['Jo\n=1+1;\t-1', `"Jo\n'=1+1;\t'-1"`],
    ['a - b = c', 'a - b = c'],
  ])('%j is no formula if semicolons or line ends separate the cells', (message, cell) => {
    expect(cellsOf({ message }).endsWith(`,${cell}\r\n`)).toBe(true);
  });
});
