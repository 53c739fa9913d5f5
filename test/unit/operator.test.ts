import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { CommanderError } from 'commander';
import { adviceForMailbox } from '../../server/mail/arrival/mailboxFault.ts';
import { createProgram } from '../../server/operations/commands/program.ts';
import { csvHeader, csvOf } from '../../server/operations/commands/records.ts';
import { cellsOf, tableOf } from '../../server/operations/commands/table.ts';
import { startOfDay } from '../../server/operations/commands/times.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import type { ListedSubmission, Store } from '../../server/outbox/store.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { operate } from '../helpers/store/operate.ts';
import { contactSubmission, listedSubmission, newKey } from '../helpers/visitor/visitor.ts';

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

describe('of mail that the mail server took', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const sentAt = Date.UTC(2026, 10, 25, 14, 5);
  const wellLooked = { hasLooked: true, fault: null };
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
    const token = { id: newKey(), expiresAt: sentAt + hour };
    const options = { token, required: true, confirmationRecipient: 'jo@visitor.example' };
    const stored = await store.submit(contactSubmission, undefined, options);
    for (const kinds of ['operator', 'sender'] as const) {
      const next = () => store.claim({ owner: 'here', lease: minute, of: kinds });
      for (let claim = await next(); claim; claim = await next()) await store.record(claim, { state: 'sent' });
    }
    return 'reference' in stored ? stored.reference : stored.outcome;
  }
  async function printed(...parameters: string[]): Promise<string> {
    const environment = { DATA_DIR: folder, IMAP_URL: 'imaps://sales:secret@mail.example' };
    const { exitCode, output } = await operate(environment, ...parameters);
    expect(exitCode).toBe(0);
    return output;
  }
  const arrival = { arrivedAt: sentAt + 3000, folder: 'Junk', spf: 'pass', dkim: 'none', dmarc: 'fail' } as const;

  async function look(found: { readonly hasLooked: boolean; readonly fault: 'login' | null }): Promise<void> {
    await store.leaseMailbox('here', hour);
    await store.recordLook('here', found);
  }
  function messageIdOf(reference: string): string {
    return `<${reference.toLowerCase()}@cirrux.example>`;
  }

  test('show says of each mail to the operator where it has arrived, or when it was last looked for', async () => {
    const reference = await sent();
    expect(await printed('show', reference)).not.toContain('Arrived:');
    clock.mockReturnValue(sentAt + minute);
    await look(wellLooked);
    const notFound = '  Arrived:    not found, last looked 2026-11-25 16:06:00 SAST\n';
    const shown = await printed('show', reference);
    expect(shown).toMatch(new RegExp(`\nNotice .*\n {2}State: .*\n {2}Attempts: .*\n${notFound}`));
    // None is looked for of the confirmation.
    expect(shown.split('Arrived:')).toHaveLength(2);

    await store.recordArrival({ messageId: messageIdOf(reference), ...arrival });
    expect(await printed('show', reference)).toContain(
      '  Arrived:    Junk 2026-11-25 16:05:03 SAST, 3 s after it was sent\n  Checks:     SPF pass, DKIM none, DMARC fail\n',
    );
    await store.retry([reference]);
    expect(await printed('show', reference)).not.toContain('Arrived:');
    await sent();
    for (const { messageId } of (await store.awaitedMails()).mails)
      await store.recordArrival({
        messageId,
        arrivedAt: sentAt + minute,
        folder: 'INBOX',
        spf: null,
        dkim: null,
        dmarc: null,
      });
    expect(await printed('show', reference)).toMatch(/ INBOX .*, 0 s after it .*\n {2}Checks: +none written by the /);
  });

  test('list --not-arrived has those whose mail is missing; every list and export has where mail arrived', async () => {
    await look(wellLooked);
    const [junk, lost] = [await sent(), await sent()];
    clock.mockReturnValue(sentAt + 16 * minute);
    await store.recordArrival({ messageId: messageIdOf(junk), ...arrival });
    await look(wellLooked);
    const listed = async (...parameters: string[]) =>
      (JSON.parse(await printed(...parameters)) as { reference: string }[]).toSorted((a) =>
        a.reference === junk ? -1 : 1,
      );
    const nothing = { arrivedAt: null, folder: null, spf: null, dkim: null, dmarc: null };
    expect(await listed('list', '--json')).toMatchObject([
      { reference: junk, ...arrival, arrivedAt: '2026-11-25T14:05:03.000Z' },
      { reference: lost, ...nothing },
    ]);
    for (const verb of [
      ['list', '--json'],
      ['export', '--format', 'json'],
    ])
      expect(await listed(...verb, '--not-arrived', '--kind', 'contact')).toMatchObject([{ reference: lost }]);
    expect(await printed('list', '--not-arrived', '--kind', 'order')).toBe('No submission fits.\n');
    expect(csvHeader).toContain(',deliveredAt,arrivedAt,folder,spf,dkim,dmarc,lastError,');
  });

  test('status says what is missing, what is in Junk and how the mailbox is, and that nobody looks without IMAP_URL', async () => {
    const [junk, lost] = [await sent(), await sent()];
    expect(await printed('status')).toMatch(/^OK - 0 queued, 0 failed, 0 not arrived \| .* not_arrived=0\n/);
    expect(await printed('status')).toMatch(/^not arrived: +0\nin Junk: +0\nmailbox: +not looked into yet\n/m);
    expect(JSON.parse(await printed('status', '--json'))).toMatchObject({ mailboxLookedAt: null, mailboxFault: null });

    await look(wellLooked);
    await store.recordArrival({ messageId: messageIdOf(junk), ...arrival });
    clock.mockReturnValue(sentAt + 16 * minute);
    await look(wellLooked);
    await look({ hasLooked: false, fault: 'login' });
    clock.mockReturnValue(sentAt + 28 * minute);
    const looked = 'last looked 2026-11-25 16:21:00 SAST';
    const text = await printed('status');
    expect(text).toMatch(/^OK - 0 queued, 0 failed, 1 not arrived \| .* failed=0;;0 not_arrived=1\n/);
    expect(text).toContain(
      `not arrived:    1: ${lost}\nin Junk:        1 in the last 24 hours: ${junk}\nmailbox:        ${looked}. For 12 min: ${adviceForMailbox.login}\n`,
    );
    expect(text).not.toContain('secret');
    const json = JSON.parse(await printed('status', '--json'));
    const numbers = { notArrived: 1, inJunk: 1, mailboxFault: 'login', mailboxLookedAt: '2026-11-25T14:21:00.000Z' };
    expect(json).toMatchObject({ level: 'OK', ...numbers });

    const { output } = await operate({ DATA_DIR: folder }, 'status');
    expect(output).toMatch(/^OK - 0 queued, 0 failed \| queued=0 oldest=0s;900 failed=0;;0\n/);
    expect(output).toMatch(/^arrival: {8}not looked at: IMAP_URL is not set\n/m);
    expect(output).not.toMatch(/not arrived|in Junk/);
    expect((await operate({ DATA_DIR: folder }, 'status', '--json')).output).not.toMatch(/arrived|Junk|mailbox/i);
  });
});
