import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import { startApp } from '../helpers/site/app.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { runInFile } from '../helpers/store/stored.ts';
import { directoryUntilEnd, untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const folder = directoryUntilEnd();
const dataDirectory = path.join(folder, 'data');
mkdirSync(dataDirectory);
const personal = { name: 'Thandiwe Secret', email: 'thandiwe.secret@example.com', phone: '+27 82 555 0199' };
/** What has become of the mails about the submissions: it waits, has failed, is in Junk, or is missing. */
const mails = [
  ['pending', 'null', 'null, null'],
  ['failed', 'null', 'null, null'],
  ['sent', 'due_at', "due_at + 9000, 'Junk'"],
  ['sent', 'due_at', 'null, null'],
] as const;
await openSqliteStore(databaseFile(dataDirectory)).close();
for (const [index, [state, sentAt, arrival]] of mails.entries())
  for (const sql of [
    `INSERT INTO submissions (reference, kind, name, email, company, phone, message, verified, suspect, received_at)
     VALUES ('R${index}', 'order', '${personal.name}', '${personal.email}', 'Secret Holdings', '${personal.phone}', 'My secret', 1, 0,
       ${Date.now() - 2 * 24 * 60 * 60 * 1000})`,
    `INSERT INTO mails (message_id, reference, kind, state, attempts, pending_since, due_at)
     SELECT '<${index}@x>', reference, 'notice', '${state}', 1, received_at, received_at FROM submissions WHERE reference = 'R${index}'`,
    `UPDATE mails SET (sent_at, arrived_at, folder) = (${sentAt}, ${arrival}) WHERE reference = 'R${index}'`,
    `INSERT OR REPLACE INTO mailbox (singleton, watched_since, looked_at) VALUES (1, 0, ${Date.now()})`,
  ])
    runInFile(databaseFile(dataDirectory), sql);

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
  expect(text).toContain('Submissions a day orders: 4, messages: 0.');
  expect(text).toContain('Now 1 failed, 1 waiting, 1 in Junk, 1 not arrived.');
  for (const secret of Object.values(personal)) expect(stdout).not.toContain(secret);
});

test('the report adds up the logs that are named, also packed ones, and prints nothing if one cannot be read', () => {
  const [plain, packed] = [path.join(folder, 'website.log'), path.join(folder, 'website.log.1.gz')];
  const log = logOf(answer(1), answer(2));
  writeFileSync(plain, log.trimEnd());
  writeFileSync(packed, gzipSync(log));
  expect(textOf(runReport([plain, packed], dataDirectory).stdout)).toContain('Requests a day 2xx: 4,');
  const damaged = path.join(folder, 'damaged.gz');
  writeFileSync(damaged, gzipSync(log).subarray(0, 50));
  expect(runReport([plain, damaged], dataDirectory)).toEqual({
    status: 1,
    stdout: '',
    stderr: `${damaged} cannot be read (unexpected end of file).\n`,
  });
  expect(runReport(['--wrong'], dataDirectory)).toMatchObject({ status: 64, stdout: '' });
});
