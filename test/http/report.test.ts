import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { startApp } from '../helpers/site/app.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const folder = directoryUntilEnd();
const dataDirectory = path.join(folder, 'data');
mkdirSync(dataDirectory);
const personal = { name: 'Thandiwe Secret', email: 'thandiwe.secret@example.com', phone: '+27 82 555 0199' };
const amount = 60;
writeMonth();

/** Writes a database with the submissions of a month and with their mails. One of the mails is missing. */
function writeMonth(): void {
  const [end, day] = [Date.now(), 24 * 60 * 60 * 1000];
  void openSqliteStore(databaseFile(dataDirectory)).close();
  using database = new DatabaseSync(databaseFile(dataDirectory));
  const { name, email, phone } = personal;
  const insert = database.prepare(
    `INSERT INTO submissions (reference, kind, name, email, company, phone, message, verified, suspect, received_at)
     VALUES (?, ?, '${name}', '${email}', 'Secret Holdings', '${phone}', 'My secret message', 1, 0, ?)`,
  );
  const insertMail = database.prepare(
    `INSERT INTO mails (message_id, reference, kind, state, attempts, pending_since, due_at, sent_at, arrived_at, folder)
     VALUES (?, ?, 'notice', ?, 1, ?, ?, ?, ?, ?)`,
  );
  database.exec(`INSERT OR REPLACE INTO mailbox (singleton, watched_since, looked_at) VALUES (1, 0, ${end})`);
  for (let index = 0; index < amount; index += 1) {
    // The third submission is the one whose mail is missing. It is two days old: a mail counts as missing only for seven days.
    const receivedAt = end - (index === 2 ? 2 : 1 + (index * 29) / amount) * day;
    const state = ['pending', 'failed'][index % 20] ?? 'sent';
    const sentAt = state === 'sent' ? receivedAt + 1200 * index : null;
    const arrivedAt = sentAt === null || index === 2 ? null : sentAt + 9000;
    const folder = arrivedAt === null ? null : index % 20 === 3 ? 'Junk' : 'INBOX';
    insert.run(`R${index}`, index % 3 === 0 ? 'contact' : 'order', receivedAt);
    insertMail.run(`<${index}@x>`, `R${index}`, state, receivedAt, receivedAt, sentAt, arrivedAt, folder);
  }
}

/** Runs the built report with these arguments. `input`: the log that the report reads from standard input. */
function runReport(parameters: readonly string[], directory: string, input = '') {
  const program = path.resolve(import.meta.dirname, '../../dist/server/report.cjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...parameters], {
    // The report must not get the developer's settings. So it gets only PATH, and its working directory has no `.env`.
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, DATA_DIR: directory },
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  return { status, stdout, stderr };
}

/** The text of an HTML page without its plots. One space separates the texts of two elements. */
function textOf(html: string): string {
  const text = html.replace(/<(svg|style)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' ');
  return text.replace(/&#x27;/g, "'").replace(/[\s\u00a0]+/g, ' ');
}

type Fields = { readonly [field: string]: unknown };
const time = new Date(Date.now() - 60_000).toISOString();
function logOf(...lines: readonly Fields[]): string {
  return lines.map((line) => `${JSON.stringify({ level: 30, time, ...line })}\n`).join('');
}
function answer(responseTime: number, fields: Fields = {}): Fields {
  return { event: 'request', path: '/support', status: 200, responseTime, ...fields };
}
function vital(page: string, name: string, value: number): Fields {
  return { event: 'web-vital', path: page, name, value };
}

test('a report of a running site counts its orders and requests, and names no visitor', async () => {
  const site = await untilEnd(startApp());
  for (const body of [orderOf('CXN3'), orderOf('CXN3'), contactMessage])
    await request(site.url).post(submissionsPath).send(body).expect(200);
  await request(site.url).get('/nowhere').expect(404);
  await site.waitForLog(({ msg, path: address }) => msg === 'request' && address === '/nowhere');
  const input = site.log.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { status, stdout } = runReport([], site.dataDirectory, input);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^<!doctype html>\n<html/);
  const text = textOf(stdout);
  expect(text).toContain('Submissions a day orders: 2, messages: 1.');
  expect(text).toContain('Requests a day 2xx: 3, 3xx: 0, 4xx: 1, 5xx: 0, cut off: 0.');
  for (const known of Object.values(person)) expect(stdout).not.toContain(known);
  await request(site.url).post(submissionsPath).send(contactMessage).expect(200);
});

test('the report counts store and log, and texts of strangers in it are scrubbed, harmless and bounded', () => {
  const strange = 'Failed\u2028<script> \u001b[2J\u202e for sipho@example.com, call +27 82 123 4567 \ud800';
  const input = logOf(
    ...Array.from({ length: 100 }, (_, index) => answer(index < 60 ? 10 : index < 95 ? 100 : 3000)),
    answer(5, { path: '/healthz' }),
    answer(20_000, { aborted: true }),
    answer(1, { path: '/thandi@example.com', status: 404 }),
    answer(1, { path: '/nowhere', status: 503 }),
    ...[2400, 2450, 2499, 9000].map((value) => vital('/about', 'LCP', value)),
    vital('/thandi@example.com', 'CLS', 0.3),
    { event: 'client-error', message: strange },
    ...Array.from({ length: 2000 }, (_, index) => ({ event: 'client-error', message: `Flood ${index}` })),
    { event: 'mail-given-up', msg: 'mail given up: kept as failed', level: 50 },
    { event: 'another-event', msg: 'request', status: 200 },
  );
  const { stdout } = runReport([], dataDirectory, `${input}[1]\n{"event":\n\n{}`);
  const text = textOf(stdout);
  expect(text).toContain('Requests a day 2xx: 101, 3xx: 0, 4xx: 1, 5xx: 1, cut off: 1.');
  expect(text).toContain(' /support 100 10 ms 100 ms ');
  expect(text).not.toContain('/healthz');
  expect(text).toContain(' /about LCP 2.5 s yes 4 ');
  expect(text).toContain(' other CLS 0.300 no 1 ');
  expect(text).toMatch(/ others browser 1 001 .* mail given up: kept as failed server 1 /);
  expect(text).toContain('Failed &lt;script&gt; \\u001b[2J\\u202e for [email], call [number]');
  expect(stdout).not.toMatch(/thandi|sipho|4567|<script|<link|<img|src=|href=|@import|\p{Bidi_Control}|\p{Cs}/u);
  const [, orders, messages] = /Submissions a day orders: (\d+), messages: (\d+)/.exec(text) ?? [];
  expect(Number(orders) + Number(messages)).toBe(amount);
  expect(text).toMatch(/Now [1-9]\d* failed, [1-9]\d* waiting, [1-9]\d* in Junk, 1 not arrived\./);
  for (const secret of Object.values(personal)) expect(stdout).not.toContain(secret);
});

test('made-up lines of a log do not end the report', () => {
  const strange = [{ toString: null }, null, 1e308, -1, '', [], '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z'];
  const events = [
    answer(1),
    vital('/about', 'LCP', 1),
    { event: 'client-error', message: 'x' },
    { level: 50, msg: 'x' },
  ];
  const names = new Set(['time', 'aborted', ...events.flatMap(Object.keys)]);
  const lines = strange.flatMap((value) =>
    [...names].flatMap((name) => events.map((line) => ({ ...line, [name]: value }))),
  );
  const { status, stderr } = runReport([], dataDirectory, logOf(...lines));
  expect([status, stderr]).toEqual([0, '']);
});

test('the report adds up the logs that are named, also packed ones', () => {
  const [plain, packed] = [path.join(folder, 'website.log'), path.join(folder, 'website.log.1.gz')];
  const log = logOf(answer(1), answer(2));
  writeFileSync(plain, log.trimEnd());
  writeFileSync(packed, gzipSync(log));
  const { status, stdout } = runReport([plain, packed], dataDirectory);
  expect(status).toBe(0);
  expect(textOf(stdout)).toContain('Requests a day 2xx: 4,');
});

test('the report ends with one sentence and prints nothing if a log cannot be read', () => {
  const good = path.join(folder, 'good.log');
  writeFileSync(good, logOf(answer(1)));
  const [missing, damaged] = [path.join(folder, 'missing.gz'), path.join(folder, 'damaged.gz')];
  writeFileSync(damaged, gzipSync(randomBytes(1000)).subarray(0, 500));
  for (const [file, reason] of [
    [missing, `ENOENT: no such file or directory, open '${missing}'`],
    [damaged, 'unexpected end of file'],
  ] as const)
    expect(runReport([good, file], dataDirectory)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${file} cannot be read (${reason}).\n`,
    });
  expect(runReport(['--wrong'], dataDirectory)).toMatchObject({ status: 64, stdout: '' });
});

test('without a store or a log, or with a damaged store, the report says so and shows the rest', () => {
  const missing = path.join(folder, 'none');
  const without = runReport([], missing);
  expect(without).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Nothing is said of submissions. There is no database'),
  });
  expect(without.stdout).toContain('No request was found in a log.');
  expect(without.stdout).not.toContain('<svg');
  expect(readdirSync(folder)).not.toContain('none');

  const damaged = path.join(folder, 'damaged');
  mkdirSync(damaged);
  writeFileSync(path.join(damaged, 'submissions.sqlite'), 'x'.repeat(8192));
  const broken = runReport([], damaged, logOf(answer(1)));
  expect(broken).toMatchObject({ status: 1, stdout: expect.stringContaining('Nothing is said of submissions. ') });
  expect(broken.stderr).toMatch(/submissions\.sqlite is no database: [^\n]+\.\n/);
  expect(textOf(broken.stdout)).toContain('Requests a day 2xx: 1,');
});

test('counts of 0 are drawn as bars without height', () => {
  const directory = path.join(folder, 'empty');
  mkdirSync(directory);
  void openSqliteStore(databaseFile(directory)).close();
  const { stdout } = runReport([], directory);
  const [, bars = ''] = /<g aria-label="rect"[^>]*>(.*?)<\/g>/s.exec(stdout) ?? [];
  expect(new Set(bars.match(/ height="[^"]*"/g))).toEqual(new Set([' height="0"']));
});
