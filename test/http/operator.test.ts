import { existsSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { type MailServer, startMailServer } from '../helpers/mailServer.ts';
import { newDataDirectory, runToEnd, type Site, startSite } from '../helpers/site.ts';
import { storedIn } from '../helpers/stored.ts';
import { contactMessage, orderOf, person, submissionsPath } from '../helpers/visitor.ts';

let site: Site;
const references: string[] = [];
beforeAll(async () => {
  site = await startSite();
  for (const body of [contactMessage, orderOf('CXN3'), { ...contactMessage, name: '=HYPERLINK("x")' }]) {
    const answer = await request(site.url).post(submissionsPath).send(body).expect(200);
    references.push(answer.get('X-Reference') ?? '');
  }
  for (const reference of references)
    await site.waitForLog(({ msg, reference: logged }) => msg === 'mail delivered' && logged === reference);
});
afterAll(async () => {
  await site.stop();
});

function submissions(...parameters: string[]) {
  return runToEnd(['submissions', ...parameters], { DATA_DIR: site.dataDirectory, PORT: 'not our business' });
}

describe("the operator's commands beside a running server", () => {
  test('list prints a table, newest first, filtered by --state', async () => {
    const { exitCode, output } = await submissions('list');
    expect(exitCode).toBe(0);
    const [head, ...rows] = output.trim().split('\n');
    expect(head).toMatch(/^Reference +Received +Kind +Plan +State +Attempts +Flags$/);
    expect(rows.map((row) => row.slice(0, 11)).sort()).toEqual([...references].sort());
    expect(rows.find((row) => row.startsWith(references[1] ?? 'x'))).toMatch(
      /^\S+ +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d SAST +order +CXN3 +delivered +1 +unverified$/,
    );
    expect((await submissions('list', '--state', 'failed')).output).toBe('Nothing is failed.\n');
  });

  test('show prints one submission and corrects a mistyped reference', async () => {
    const { exitCode, output } = await submissions('show', (references[1] ?? '').toLowerCase());
    expect(exitCode).toBe(0);
    for (const text of [...Object.values(person), references[1] ?? 'x', orderOf('CXN3').message])
      expect(output).toContain(text);
  });

  test('export prints one JSON array, or CSV without formulas', async () => {
    const json = await submissions('export', '--format', 'json');
    expect(json.exitCode).toBe(0);
    expect((JSON.parse(json.output) as { reference: string }[]).map(({ reference }) => reference).sort()).toEqual(
      [...references].sort(),
    );
    const csv = await submissions('export', '--format', 'csv');
    expect(csv.output.startsWith('reference,')).toBe(true);
    expect(csv.output).toContain('"\'=HYPERLINK(""x"")"');
    expect(csv.output).toContain('"\'=== HOSTING ORDER REQUEST ===');
  });

  test('status, retry, purge and delete print their result', async () => {
    expect((await submissions('status')).output).toMatch(/pending: +0\ndelivered: +3\nfailed: +0\n/);
    const [first = '', second = ''] = references;
    expect(await submissions('retry', first)).toMatchObject({ exitCode: 0, output: expect.stringContaining(first) });
    expect(await submissions('purge')).toMatchObject({ exitCode: 0, output: '0 erased.\n' });
    expect(await submissions('delete', second)).toMatchObject({ exitCode: 0 });
    expect(storedIn(site.dataDirectory).map(({ reference }) => reference)).not.toContain(second);
    for (const verb of ['show', 'retry', 'delete'])
      expect(await submissions(verb, second)).toMatchObject({
        exitCode: 1,
        output: `There is no submission ${second}.\n`,
      });
    // The running server is not disturbed.
    await request(site.url).post(submissionsPath).send(contactMessage).expect(200);
  });
});

describe('control characters that strangers sent', () => {
  const evil = '\u007f\u009b31m\u061c\u200e\u200f\u2028\u202a\u202e\u2066\u2069';
  const shown = '\\u007f\\u009b31m\\u061c\\u200e\\u200f\\u2028\\u202a\\u202e\\u2066\\u2069';
  const raw = /[^\P{Cc}\n\r\t]|\r(?!\n)|[\p{Bidi_Control}\u2028\u2029]/u;
  const turned = { name: 'Jo \u202eoJ', company: 'Jo\u2066 & Sons' };
  const message = `Clear\u001b[2J and ${evil} round\n\tnext line`;
  let mailServer: MailServer;
  let visited: Site;
  let reference: string;
  const run = (...parameters: string[]) =>
    runToEnd(['submissions', ...parameters], { DATA_DIR: visited.dataDirectory });
  beforeAll(async () => {
    mailServer = await startMailServer();
    mailServer.react = (step) => (step === 'rcptTo' ? `550 refused \u001b[2J ${evil}` : undefined);
    visited = await startSite({ SMTP_URL: mailServer.url });
    const answer = await request(visited.url)
      .post(submissionsPath)
      .send({ ...contactMessage, ...turned, message })
      .expect(200);
    reference = answer.get('X-Reference') ?? '';
    await visited.waitForLog(({ msg }) => msg.startsWith('mail refused'));
  });
  afterAll(async () => {
    await visited.stop();
    await mailServer.stop();
  });

  test('are escaped by show', async () => {
    const { output } = await run('show', reference);
    expect(output).toContain(`Clear\\u001b[2J and ${shown} round\n\tnext line`);
    expect(output).toContain('Jo \\u202eoJ');
    expect(output).toMatch(/^Last error: .*refused \\u001b\[2J .*\\u009b31m/m);
    expect(output).not.toMatch(raw);
  });

  test('are escaped by export, and the JSON parses to the original text', async () => {
    const json = await run('export', '--format', 'json');
    expect(json.output).not.toMatch(raw);
    expect(JSON.parse(json.output)).toEqual([expect.objectContaining({ reference, ...turned, message })]);
    const csv = await run('export', '--format', 'csv');
    expect(csv.output).not.toMatch(raw);
    expect(csv.output).toContain(`Clear\\u001b[2J and ${shown} round\n\tnext line`);
    expect(csv.output.match(/\r\n/g)).toHaveLength(2);
  });

  test('are escaped in error messages about the command line', async () => {
    for (const parameters of [
      ['\u001b[2J\u202e'],
      ['show', '\u009b31m'],
      ['list', '--\u202e'],
      ['purge', '\u001b[2J'],
    ]) {
      const { exitCode, output } = await run(...parameters);
      expect(exitCode).toBeGreaterThan(0);
      expect(output).toMatch(/\\u(001b|009b|202e)/);
      expect(output).not.toMatch(raw);
    }
  });
});

test('wrong usage prints the usage and exits with 64', async () => {
  for (const parameters of [[], ['dance'], ['show'], ['export', '--format', 'xml']]) {
    const { exitCode, output } = await submissions(...parameters);
    expect(exitCode).toBe(64);
    expect(output).toContain('Usage:');
  }
  expect(await submissions('--help')).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Usage:/) });
});

test('a faulty configuration exits with 78 and names the variable', async () => {
  const { exitCode, output } = await runToEnd(['submissions', 'purge'], { RETENTION_DAYS: 'x' });
  expect(exitCode).toBe(78);
  expect(output).toContain('RETENTION_DAYS');
});

test('a damaged database exits with 1 and names the file', async () => {
  const folder = newDataDirectory();
  const file = path.join(folder, 'submissions.sqlite');
  writeFileSync(file, 'x'.repeat(8192));
  const { exitCode, output } = await runToEnd(['submissions', 'status'], { DATA_DIR: folder });
  expect(exitCode).toBe(1);
  expect(output).toContain(`${file} cannot be read`);
  expect(output).not.toMatch(/\n\s+at /);
  rmSync(folder, { recursive: true });
});

test('without a database the commands find nothing and create nothing', async () => {
  const folder = newDataDirectory();
  const missing = path.join(folder, 'missing');
  for (const DATA_DIR of [folder, missing]) {
    const run = (...parameters: string[]) => runToEnd(['submissions', ...parameters], { DATA_DIR });
    expect(await run('list')).toMatchObject({ exitCode: 0, output: 'Nothing has been submitted yet.\n' });
    expect(await run('export', '--format', 'json')).toMatchObject({ exitCode: 0, output: '[]\n' });
    expect(await run('show', '7K3M9-QXD2R')).toMatchObject({ exitCode: 1 });
  }
  expect(existsSync(missing)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
  rmdirSync(folder);
});
