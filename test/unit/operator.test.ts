import { describe, expect, jest, test } from '@jest/globals';
import { startOfDay } from '../../server/lib/times.ts';
import { adviceForMailbox } from '../../server/operations/alarms/conditions/mail.ts';
import { columnsOf } from '../../server/operations/commands/columns.ts';
import { csvOf } from '../../server/operations/commands/records.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import type { ListedSubmission } from '../../server/outbox/submissions.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { operate } from '../helpers/store/operate.ts';
import { addSent } from '../helpers/store/submissions.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';
import { listedSubmission } from '../helpers/visitor/visitor.ts';

test.each([
  ...['dance', 'show', 'export --format xml', 'export --format csv --separator x', 'list --state lost'],
  ...['list --since 2026-02-30', 'purge all', 'retry', 'retry A --failed', 'export', 'list extra'],
  // A space at the end, or two together, stand for an empty argument: a variable of the shell that is not set.
  ...['show A --email a@b.example', 'show ', 'retry  --failed', 'delete ', 'forget ', 'list --plan='],
])('"%s" is wrong usage, and a sentence says what is wrong and where the help is', async (words) => {
  expect(await operate({ DATA_DIR: '/nowhere' }, ...words.split(' '))).toMatchObject({
    exitCode: 64,
    output: expect.stringMatching(/^error: .+\n"help VERB" says more\.\n$/),
  });
});

test('a list is at most as wide as the terminal, and says what it leaves out', () => {
  const receivedAt = Date.UTC(2026, 10, 21, 22, 5);
  const { lines, leftOut } = columnsOf([listedSubmission({ receivedAt, planId: 'microsoft-365-business-basic' })], 80);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines[1]).toContain('7K3M9-QXD2R  2026-11-22 00:05');
  expect(leftOut).toEqual(expect.arrayContaining(['Name', 'Company']));
});

test('a day begins at midnight in South Africa, and must be in the calendar', () => {
  expect(startOfDay('2028-02-29')).toBe(Date.UTC(2028, 1, 28, 22));
  for (const typed of ['2026-02-29', '2026-13-01', '2026-1-1', '20261122', 'today', ''])
    expect(startOfDay(typed)).toBeUndefined();
});

describe('CSV', () => {
  const lineOf = (changes: Partial<ListedSubmission>, separator?: string) =>
    csvOf(listedSubmission(changes), separator);

  test('has quotes only where they are needed, and a phone number stays a text', () => {
    const texts = { company: 'Smith, "Sons" & Co', message: 'one\ntwo' };
    expect(lineOf(texts)).toContain(',"Smith, ""Sons"" & Co",\'+27 82 555 9876,"one\ntwo"\r\n');
    for (const phone of ['011 555 0000', '27825559876'])
      expect(lineOf({ phone, company: 'A|B' }, '|')).toContain(`|"A|B"|'${phone}|`);
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['-1+1', "'-1+1"],
    ['+1+1', "'+1+1"],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\rx', `"'\rx"`],
    ['Jo; @SUM(A1)', `"Jo; '@SUM(A1)"`],
    ['Jo;"=1+1"', `"Jo;""'=1+1"""`],
    ['Jo\n=1+1;\t-1', `"Jo\n'=1+1;\t'-1"`],
    ['a - b = c', 'a - b = c'],
  ])('%j is no formula, also if semicolons or line ends separate the cells', (message, cell) => {
    expect(lineOf({ message }).endsWith(`,${cell}\r\n`)).toBe(true);
  });
});

test('status, show and lists say where mail has arrived, what is missing, and how the mailbox is', async () => {
  const minute = 60_000;
  const sentAt = Date.UTC(2026, 10, 25, 14, 5);
  const folder = directoryUntilEnd();
  const store = openSqliteStore(databaseFile(folder));
  const clock = jest.spyOn(Date, 'now').mockReturnValue(sentAt);
  const look = async (fault: 'login' | null = null): Promise<void> => {
    await store.mailbox.lease('here', 60 * minute);
    await store.mailbox.recordLook('here', fault);
  };
  const run = (...parameters: string[]) =>
    operate({ DATA_DIR: folder, IMAP_URL: 'imaps://sales:secret@mail.example' }, ...parameters);

  const none = await run('status');
  expect([none.exitCode, none.output]).toEqual([
    0,
    expect.stringMatching(/^not arrived: +0\nin Junk: +0\nmailbox: +not looked into yet\n/m),
  ]);
  await look('login');
  clock.mockReturnValue(sentAt + 9 * minute);
  expect((await run('status')).exitCode).toBe(0);
  clock.mockReturnValue(sentAt + 10 * minute);
  const unreadable = expect.stringMatching(/^WARNING - 0 queued, 0 failed, the mailbox cannot be read\n/);
  expect(await run('status')).toMatchObject({ exitCode: 1, output: unreadable });
  clock.mockReturnValue(sentAt);
  await look();
  const [junk, lost] = [await addSent(store), await addSent(store)];
  clock.mockReturnValue(sentAt + 16 * minute);
  const arrival = { messageId: `<${junk.toLowerCase()}@cirrux.example>`, folder: 'Junk' } as const;
  await store.mailbox.recordArrival({ ...arrival, arrivedAt: sentAt + 3000 });
  expect(await run('status')).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^WARNING - /) });
  await look();
  const arrived = '  Arrived:      Junk 2026-11-25 16:05:03 SAST, 3 s after it was sent\n';
  expect((await run('show', junk)).output).toContain(arrived);
  expect((await run('show', lost)).output).toContain('not found, last looked 2026-11-25 16:21:00 SAST\n');
  const missing = await run('export', '--format', 'json', '--not-arrived');
  const [record] = JSON.parse(missing.output) as [object];
  expect(record).toMatchObject({ reference: lost, receivedAt: '2026-11-25T14:05:00.000Z' });
  const columns = Object.keys(record).join(',');
  expect((await run('export', '--format', 'csv')).output.split('\r\n')[0]).toBe(`\uFEFF${columns}`);
  expect(columns).toBe(
    'reference,receivedAt,kind,planId,orderedPlan,orderedPrice,billing,dataCentre,operatingSystem,state,attempts,nextAttemptAt,deliveredAt,arrivedAt,folder,lastError,verified,suspect,messageId,name,email,company,phone,message',
  );

  await look('login');
  clock.mockReturnValue(sentAt + 28 * minute);
  const { exitCode, output } = await run('status');
  clock.mockRestore();
  await store.close();
  expect(exitCode).toBe(2);
  expect(output).toMatch(/^CRITICAL - 0 queued, 0 failed, 1 not arrived, the mailbox cannot be read\n/);
  expect(output).toContain(
    `not arrived:    1: ${lost}\nin Junk:        1 in the last 24 hours: ${junk}\nmailbox:        last looked 2026-11-25 16:21:00 SAST. For 12 min: ${adviceForMailbox.login}\n`,
  );
  expect(output).not.toContain('secret');
});
