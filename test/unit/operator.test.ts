import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CommanderError } from 'commander';
import { adviceForMailbox } from '../../server/operations/alarms/conditions/arrival.ts';
import { createProgram } from '../../server/operations/commands/program.ts';
import { csvHeader, csvOf } from '../../server/operations/commands/records.ts';
import { cellsOf, tableOf } from '../../server/operations/commands/table.ts';
import { startOfDay } from '../../server/operations/commands/times.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import type { Store } from '../../server/outbox/store.ts';
import type { ListedSubmission } from '../../server/outbox/submissions.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { operate } from '../helpers/store/operate.ts';
import { takeNotice } from '../helpers/store/takeNotice.ts';
import { contactSubmission, listedSubmission } from '../helpers/visitor/visitor.ts';

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
  'dance',
  'show',
  'export --format xml',
  'list --state lost',
  'list --since 2026-02-30',
  'list --since 2026-11-02 --until 2026-11-01',
  'purge all',
  'retry A --failed',
])('"%s" is wrong usage: a sentence says what, and where the help is', async (words) => {
  expect(await printedFor(...words.split(' '))).toMatchObject({
    exitCode: 1,
    output: expect.stringMatching(/^error: .+\n"help VERB" says more\.\n$/),
  });
});

describe('the table', () => {
  const rowsOf = (...plans: (string | null)[]) => plans.map((planId) => cellsOf({ ...submission, planId }));
  const linesOf = (width: number, ...plans: (string | null)[]) =>
    [...tableOf(rowsOf(...plans), width).text()].join('').split('\n');

  test('shows South African time, and every cell in one line where the width is unlimited', () => {
    expect(linesOf(Number.POSITIVE_INFINITY, null, 'microsoft-365-business-basic')).toEqual([
      expect.stringMatching(
        /^Reference {4}Received \(SAST\) {3}Kind {5}Plan {26}State {4}Attempts {2}Flags {7}Name +Company/,
      ),
      expect.stringMatching(/^7K3M9-QXD2R {2}2026-11-22 00:05 {2}contact {2}- {29}pending {2}2 {9}unverified {2}\S/),
      expect.stringMatching(
        /^7K3M9-QXD2R {2}2026-11-22 00:05 {2}contact {2}microsoft-365-business-basic {2}pending {2}2 /,
      ),
      '',
    ]);
  });

  test.each([30, 60, 160])('is at most %i columns wide, and says what it leaves out', (width) => {
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
    expect(csvHeader()).toMatch(
      /^\uFEFFreference,receivedAt,kind,planId,orderedPlan,orderedPrice,billing,dataCentre,operatingSystem,state,attempts,.*,message\r\n$/,
    );
    expect(cellsOf({ company: 'Smith, "Sons" & Co', message: 'one\ntwo' })).toContain(
      ',"Smith, ""Sons"" & Co",\'+27 82 555 9876,"one\ntwo"\r\n',
    );
  });

  test('takes another separator, and keeps the zeros of a phone number', () => {
    expect(csvHeader(';')).toMatch(/^\uFEFFreference;receivedAt;/);
    const line = csvOf({ ...submission, phone: '011 555 0000', company: 'A|B' }, '|');
    expect(line).toContain(`|"A|B"|'011 555 0000|`);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['Jo; @SUM(A1)', `"Jo; '@SUM(A1)"`],
    ['Jo;"=1+1"', `"Jo;""'=1+1"""`],
    ['Jo\n=1+1;\t-1', `"Jo\n'=1+1;\t'-1"`],
    ['a - b = c', 'a - b = c'],
  ])('%j is no formula, also if semicolons or line ends separate the cells', (message, cell) => {
    expect(cellsOf({ message }).endsWith(`,${cell}\r\n`)).toBe(true);
  });
});

describe('where mail has arrived', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const sentAt = Date.UTC(2026, 10, 25, 14, 5);
  const arrival = { arrivedAt: sentAt + 3000, folder: 'Junk' } as const;
  let folder: string;
  let store: Store;
  let clock: jest.SpiedFunction<typeof Date.now>;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'operator-'));
    store = openSqliteStore(databaseFile(folder), 'cirrux.example');
    clock = jest.spyOn(Date, 'now').mockReturnValue(sentAt);
  });
  afterEach(async () => {
    clock.mockRestore();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  async function sent(): Promise<string> {
    const stored = await store.submissions.add(contactSubmission, undefined, { token: undefined, required: false });
    const claim = await takeNotice(store);
    await store.mails.record(claim, { state: 'sent' });
    return 'reference' in stored ? stored.reference : stored.outcome;
  }
  async function look(fault: 'login' | null = null): Promise<void> {
    await store.mailbox.lease('here', hour);
    await store.mailbox.recordLook('here', { hasLooked: fault === null, fault });
  }
  function run(...parameters: string[]) {
    return operate({ DATA_DIR: folder, IMAP_URL: 'imaps://sales:secret@mail.example' }, ...parameters);
  }
  async function printed(...parameters: string[]): Promise<string> {
    const { exitCode, output } = await run(...parameters);
    expect(exitCode).toBe(0);
    return output;
  }

  test('is said by show, list, export and status, with what is missing and how the mailbox is', async () => {
    expect(await printed('status')).toMatch(/^not arrived: +0\nin Junk: +0\nmailbox: +not looked into yet\n/m);
    await look();
    const [junk, lost] = [await sent(), await sent()];
    clock.mockReturnValue(sentAt + 16 * minute);
    await store.mailbox.recordArrival({ messageId: `<${junk.toLowerCase()}@cirrux.example>`, ...arrival });
    expect(await run('status')).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^WARNING - /) });
    await look();
    expect(await printed('show', junk)).toContain(
      '  Arrived:    Junk 2026-11-25 16:05:03 SAST, 3 s after it was sent\n',
    );
    expect(await printed('show', lost)).toContain('  Arrived:    not found, last looked 2026-11-25 16:21:00 SAST\n');

    const listed = async (...parameters: string[]) => JSON.parse(await printed(...parameters));
    expect(await listed('list', '--json')).toContainEqual(
      expect.objectContaining({ reference: junk, ...arrival, arrivedAt: '2026-11-25T14:05:03.000Z' }),
    );
    expect(await listed('list', '--json', '--not-arrived')).toMatchObject([{ reference: lost }]);
    expect(await listed('export', '--format', 'json', '--not-arrived')).toMatchObject([{ reference: lost }]);
    expect(csvHeader()).toContain(',deliveredAt,arrivedAt,folder,lastError,');

    await look('login');
    clock.mockReturnValue(sentAt + 28 * minute);
    const { exitCode, output: text } = await run('status');
    expect(exitCode).toBe(2);
    expect(text).toMatch(/^CRITICAL - 0 queued, 0 failed, 1 not arrived \| .* failed=0;;0 not_arrived=1\n/);
    expect(text).toContain(
      `not arrived:    1: ${lost}\nin Junk:        1 in the last 24 hours: ${junk}\nmailbox:        last looked 2026-11-25 16:21:00 SAST. For 12 min: ${adviceForMailbox.login}\n`,
    );
    expect(text).not.toContain('secret');
    const numbers = { notArrived: 1, inJunk: 1, mailboxFault: 'login', mailboxLookedAt: '2026-11-25T14:21:00.000Z' };
    expect(JSON.parse((await run('status', '--json')).output)).toMatchObject(numbers);
  });

  test('is not looked at without IMAP_URL, which status says', async () => {
    const { output } = await operate({ DATA_DIR: folder }, 'status');
    expect(output).toMatch(/^arrival: {8}not looked at: IMAP_URL is not set\n/m);
    expect(output).not.toMatch(/not arrived|in Junk/);
  });
});
