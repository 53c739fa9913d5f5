import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { type MailServer, startMailServer } from '../helpers/mail/mailServer.ts';
import { newArrivals } from '../helpers/site/arrivals.ts';
import { newDataDirectory, runToEnd, type Site, startSite } from '../helpers/site/site.ts';
import { receivedEarlier } from '../helpers/store/stored.ts';
import { contactMessage, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const program = path.resolve(import.meta.dirname, '../../dist/server/submissions.cjs');
const day = 24 * 60 * 60 * 1000;

let mailServer: MailServer;
let site: Site;
const references: string[] = [];
let [contact, order, evil]: [string, string, string] = ['', '', ''];

async function post(body: object): Promise<string> {
  const answer = await request(site.url).post(submissionsPath).send(body).expect(200);
  return answer.get('X-Reference') ?? '';
}

/** What a terminal must not get, and what JSON and CSV show instead. */
const controls = '\u007f\u009b31m\u061c\u200e\u200f\u2028\u202a\u202e\u2066\u2069';
const shown = '\\u007f\\u009b31m\\u061c\\u200e\\u200f\\u2028\\u202a\\u202e\\u2066\\u2069';
const raw = /[^\P{Cc}\n\r\t]|\r(?!\n)|[\p{Bidi_Control}\u2028\u2029]/u;
const evilMessage = {
  ...contactMessage,
  name: '=HYPERLINK("x") \u202eoJ',
  message: `Clear\u001b[2J and ${controls} round\n\tnext line${'\n'.repeat(900)}end`,
};

beforeAll(async () => {
  mailServer = await startMailServer();
  mailServer.react = (step, mail) =>
    step === 'dot' && mail.includes('HYPERLINK') ? `550 refused ${person.email} \u001b[2J ${controls}` : undefined;
  site = await startSite({ SMTP_URL: mailServer.url });
  contact = await post(contactMessage);
  order = await post(orderOf('CXN3'));
  evil = await post(evilMessage);
  references.push(contact, order, evil);
  for (const reference of references) await site.waitForLog((line) => line.reference === reference);
  await site.waitForLog(({ msg }) => msg.startsWith('mail refused'));
  receivedEarlier(site.dataDirectory, order, 3 * day);
});
afterAll(async () => {
  await site.stop();
  await mailServer.stop();
});

function submissions(...parameters: string[]) {
  return runToEnd(['submissions', ...parameters], { DATA_DIR: site.dataDirectory, PORT: 'not our business' });
}
async function listed(...parameters: string[]): Promise<string[]> {
  const { output } = await submissions('list', '--json', ...parameters);
  return (JSON.parse(output) as { reference: string }[]).map(({ reference }) => reference);
}
/** The South African day, some days ago. */
function daysAgo(days: number): string {
  return new Date(Date.now() + 2 * 60 * 60 * 1000 - days * day).toISOString().slice(0, 10);
}

describe("the operator's commands beside a running server", () => {
  test('list prints a table, newest first', async () => {
    const { exitCode, output } = await submissions('list');
    expect(exitCode).toBe(0);
    const [head, ...rows] = output.trim().split('\n');
    expect(head).toMatch(/^Reference +Received \(SAST\) +Kind +Plan +State +Attempts +Flags$/);
    expect(rows).toHaveLength(3);
    expect(rows[2]).toMatch(/^\S+ +\d{4}-\d\d-\d\d \d\d:\d\d +order +CXN3 +delivered +1 +unverified$/);
    expect(rows[2]).toContain(order);
  });

  test('list filters by state, kind, plan and South African days', async () => {
    expect(await listed()).toHaveLength(3);
    expect(await listed('--state', 'failed')).toEqual([evil]);
    expect(await listed('--kind', 'order')).toEqual([order]);
    expect(await listed('--plan', 'CXN3')).toEqual([order]);
    expect(await listed('--since', daysAgo(3), '--until', daysAgo(3))).toEqual([order]);
    expect(await listed('--until', daysAgo(4))).toEqual([]);
    expect((await listed('--since', daysAgo(2))).sort()).toEqual([contact, evil].sort());
    expect((await submissions('list', '--plan', 'CXN99')).output).toMatch(/no plan CXN99.*\nNo submission fits\.\n$/s);
    expect(await listed('--kind', 'contact', '--plan', 'CXN3')).toEqual([]);
  });

  test('show prints one submission and corrects a mistyped reference', async () => {
    const { exitCode, output } = await submissions('show', order.toLowerCase().replace('-', ''));
    expect(exitCode).toBe(0);
    for (const text of [...Object.values(person), order, orderOf('CXN3').message]) expect(output).toContain(text);
  });

  test('export prints JSON and CSV, escaped for terminals and spreadsheets', async () => {
    const json = await submissions('export', '--format', 'json', '--state', 'failed');
    expect(json).toMatchObject({ exitCode: 0, output: expect.not.stringMatching(raw) });
    expect(JSON.parse(json.output)).toEqual([
      expect.objectContaining({ ...evilMessage, reference: evil, deliveredAt: null }),
    ]);
    const csv = await submissions('export', '--format', 'csv');
    expect(csv).toMatchObject({ exitCode: 0, output: expect.not.stringMatching(raw) });
    expect(csv.output.match(/\r\n/g)).toHaveLength(4);
    expect(csv.output).toMatch(/^reference,receivedAt,kind,planId,/);
    for (const cell of ['"\'=HYPERLINK(""x"") \\u202eoJ"', '"\'=== HOSTING ORDER REQUEST ===', `and ${shown} round`])
      expect(csv.output).toContain(cell);
  });

  test('show and error messages escape what strangers wrote', async () => {
    const { output } = await submissions('show', evil);
    expect(output).not.toMatch(raw);
    expect(output).toContain(`Clear\\u001b[2J and ${shown} round\n\tnext line`);
    expect(output).toMatch(/^Last error: .*refused .*\\u001b\[2J .*\\u009b31m/m);
    for (const parameters of [
      ['show', '\u009b31m'],
      ['purge', '\u001b[2J\u202e'],
    ])
      expect(await submissions(...parameters)).toMatchObject({
        exitCode: parameters[0] === 'show' ? 1 : 64,
        output: expect.not.stringMatching(raw),
      });
  });

  test('status names the worst in its first line and its exit code, without addresses', async () => {
    const failed = await submissions('status');
    expect(failed.exitCode).toBe(2);
    expect(failed.output).toMatch(/^CRITICAL - 0 queued, 1 failed \| queued=0 oldest=0s;900 failed=1;;0\n/);
    expect(failed.output).toMatch(new RegExp(`^last error: +${evil}: .*550 refused \\[email\\] `, 'm'));
    expect(failed.output).toMatch(/^last delivered: +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d SAST$/m);
    expect(failed.output).not.toContain(person.email);
    const json = await submissions('status', '--json');
    expect(JSON.parse(json.output)).toMatchObject({ level: 'CRITICAL', queued: 0, delivered: 2, failed: 1 });
  });

  test('retry has the mail sent again by the running server, one or all that have failed', async () => {
    expect(await submissions('retry', contact)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(contact),
    });
    // Wakes the delivery, which looks by itself every 15 seconds.
    await post(contactMessage);
    await mailServer.waitForMail(
      (mail) =>
        mail.messageId !== undefined &&
        mailServer.mails.filter((each) => each.messageId === mail.messageId).length === 2,
    );
    mailServer.react = () => undefined;
    expect(await submissions('retry', '--failed')).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^1 due/),
    });
    await post(contactMessage);
    await site.waitForLog(({ msg, reference }) => msg === 'mail delivered' && reference === evil);
    expect(await submissions('retry', '--failed')).toMatchObject({ exitCode: 0, output: 'Nothing has failed.\n' });
    expect(await submissions('status')).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(
        /^OK - 0 queued, 0 failed \| .*\nqueued: +0\noldest: +-\nfailed: +0\nlast error: +-\n/,
      ),
    });
  });

  test('status warns when the oldest has waited for over 15 minutes', async () => {
    mailServer.react = (step) => (step === 'mailFrom' ? '451 later' : undefined);
    const waiting = await post(contactMessage);
    await site.waitForLog(({ msg, reference }) => msg.startsWith('mail postponed') && reference === waiting);
    expect(await submissions('status')).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^OK - 1 queued/) });
    receivedEarlier(site.dataDirectory, waiting, 16 * 60_000);
    expect(await submissions('status')).toMatchObject({
      exitCode: 1,
      output: expect.stringMatching(/^WARNING - 1 queued \(the oldest for 16 min\), 0 failed \| queued=1 oldest=96\ds/),
    });
    mailServer.react = () => undefined;
  });

  test('watch prints new submissions as they come, until it is told to end', async () => {
    const watch = spawn(process.execPath, [program, 'watch'], {
      env: { DATA_DIR: site.dataDirectory },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = newArrivals<string>(20_000, () => 'nothing else came');
    for (const stream of [watch.stdout, watch.stderr]) stream.setEncoding('utf8').on('data', output.add);
    await output.waitFor((text) => text.startsWith('Watching'));
    const reference = await post(orderOf('CXN3'));
    const line = await output.waitFor((text) => text.includes(reference));
    expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d SAST {2}\S+ {2}order {2}CXN3 {2}\w+ {2}unverified\n$/);
    for (const old of references) expect(output.all.join('')).not.toContain(old);
    watch.kill('SIGINT');
    expect(await once(watch, 'exit')).toEqual([0, null]);
  });

  test('an unknown reference is said', async () => {
    for (const verb of ['show', 'retry'])
      expect(await submissions(verb, '00000-00000')).toMatchObject({
        exitCode: 1,
        output: 'There is no submission 00000-00000.\n',
      });
  });

  test('a full device ends list and export with a sentence, a closed pipe without one', async () => {
    const run = async (command: string) => {
      const shell = spawn('sh', ['-c', command], {
        env: { PATH: process.env.PATH, ...{ DATA_DIR: site.dataDirectory } },
      });
      let output = '';
      for (const stream of [shell.stdout, shell.stderr])
        stream.setEncoding('utf8').on('data', (chunk: string) => {
          output += chunk;
        });
      const [exitCode] = await once(shell, 'close');
      return { exitCode, output };
    };
    const command = `"${process.execPath}" "${program}"`;
    for (const verb of ['list', 'export --format csv', '--help'])
      expect(await run(`${command} ${verb} > /dev/full`)).toEqual({
        exitCode: 1,
        output: expect.stringMatching(/^The output cannot be written \(.*ENOSPC.*\)\.\n$/),
      });
    expect(await run(`${command} export --format csv | true`)).toEqual({ exitCode: 0, output: '' });
    expect(await run(`${command} retry --failed 2> /dev/full`)).toEqual({ exitCode: 0, output: '' });
  });
});

test('wrong usage exits with 64 and suggests what is meant; help needs no store', async () => {
  expect(await submissions('lits')).toMatchObject({
    exitCode: 64,
    output: expect.stringMatching(/unknown command 'lits'\n\(Did you mean list\?\)\n"help VERB" says more\.\n$/),
  });
  expect(await runToEnd(['submissions', 'help', 'list'], { DATA_DIR: '/nowhere' })).toMatchObject({
    exitCode: 0,
    output: expect.stringMatching(/^Usage:/),
  });
});

test('a faulty configuration exits with 78 and names the variable', async () => {
  expect(await runToEnd(['submissions', 'purge'], { RETENTION_DAYS: 'x' })).toMatchObject({
    exitCode: 78,
    output: expect.stringContaining('RETENTION_DAYS'),
  });
  expect(await runToEnd(['submissions', 'test-mail'], { SMTP_URL: 'x' })).toMatchObject({
    exitCode: 78,
    output: expect.stringContaining('SMTP_URL'),
  });
});

describe('a store that cannot be read', () => {
  const folder = newDataDirectory();
  const file = path.join(folder, 'submissions.sqlite');
  afterAll(() => rmSync(folder, { recursive: true }));
  const sentenceOf = async (DATA_DIR = folder) => {
    const { exitCode, output } = await runToEnd(['submissions', 'list'], { DATA_DIR });
    expect(exitCode).toBe(1);
    expect(await runToEnd(['submissions', 'status'], { DATA_DIR })).toMatchObject({
      exitCode: 2,
      output: `CRITICAL - ${output}`,
    });
    expect(output.trimEnd()).not.toContain('\n');
    return output;
  };

  test('that is missing is said, and nothing is created', async () => {
    expect(await sentenceOf('/nowhere')).toContain('DATA_DIR is /nowhere, and there is no such folder');
    expect(await sentenceOf()).toContain(`There is no database in ${folder}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that is damaged, locked or of a newer version is said', async () => {
    writeFileSync(file, 'x'.repeat(8192));
    expect(await sentenceOf()).toContain(`${file} is no database`);
    rmSync(file);
    const database = new DatabaseSync(file);
    database.exec('PRAGMA user_version = 999');
    expect(await sentenceOf()).toContain(`${file} was written by a newer version`);
    database.exec('BEGIN EXCLUSIVE');
    const locked = await runToEnd(['submissions', 'list'], { DATA_DIR: folder });
    expect(locked).toMatchObject({ exitCode: 1, output: expect.stringContaining(`${file} is busy`) });
    database.close();
  });
});
