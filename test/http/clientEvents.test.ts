import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import request, { type Test } from 'supertest';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { newAddress } from '../helpers/visitor/visitor.ts';

const root = path.resolve(import.meta.dirname, '../..');
const assets = path.join(root, 'dist/client/assets');
const main = readdirSync(assets).find((name) => /^main\..*\.js$/.test(name)) ?? '';
const site = await untilEnd(startSite({ TRUST_PROXY: '1' }));

function post(address = newAddress()): Test {
  return request(site.url).post('/client-events').set('X-Forwarded-For', address);
}

test('a client error reaches the log truncated, scrubbed and without unknown fields', async () => {
  const said = 'Cannot reach thandi@example.com or +27 82 555 0100 at https://site.example/a?token=secret';
  const place = { kind: 'error', line: 1, column: 2345 };
  const stack = 'Error\n    at f (http://localhost/assets/main.js:1:2345)';
  const message = `${said} ${'x'.repeat(900)}`;
  const unknown = { source: '/main.js?t=secret', password: 'hunter2' };
  const event = { type: 'error', ...place, path: '/contact?name=Thandi', message, stack, ...unknown };
  await post().send(event).expect(204);
  const line = await site.waitForLog(({ msg }) => msg === 'client error');
  expect(line).toMatchObject({ ...place, path: '/contact', stack });
  expect(line.message).toMatch(/^Cannot reach \[email\] or \[number\] at https:\/\/site\.example\/a x+$/);
  expect(String(line.message)).toHaveLength(500);
  expect(JSON.stringify(line)).not.toMatch(/hunter2|Thandi|secret/);
});

test('control and bidirectional characters of a client error are escaped in the log', async () => {
  const message = 'Clear \u001b[2J \u007f\u009b31m \u061c\u200e\u200f\u2028\u2029\u202e\u2066 "\\\u202e"';
  await post().send({ type: 'error', message }).expect(204);
  expect(await site.waitForLog((line) => line.message === message)).toMatchObject({ msg: 'client error' });
  expect(site.output()).not.toMatch(/[^\P{Cc}\n]|[\p{Bidi_Control}\u2028\u2029]/u);
});

test('a list of web vitals is logged, without unknown entries and what comes after the twentieth', async () => {
  const vital = { type: 'vital', path: '/', name: 'LCP', value: 812.123456, rating: 'good', navigation: 'navigate' };
  const others = [{ type: 'unknown', name: 'x' }, ...Array(18).fill(null), { ...vital, name: 'the 21st' }];
  await post()
    .send([vital, ...others])
    .expect(204);
  const line = await site.waitForLog(({ msg }) => msg === 'web vital');
  expect(line).toMatchObject({ name: 'LCP', value: 812.1235, rating: 'good' });
  const last = { ...vital, name: 'last' };
  await post().send(last).expect(204);
  await site.waitForLog(({ name }) => name === 'last');
  expect(site.output()).not.toContain('the 21st');
});

test.each<[string, number, Record<string, string>, string]>([
  ['is malformed', 400, { 'Content-Type': 'application/json' }, '{'],
  ['is no JSON', 415, { 'Content-Type': 'text/plain' }, 'hello'],
  ['is too large', 413, { 'Content-Type': 'application/json' }, `"${'x'.repeat(9000)}"`],
  ['has another origin', 403, { 'Content-Type': 'application/json', Origin: 'https://elsewhere.example' }, '{}'],
  ['is from another site', 403, { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' }, '{}'],
])('a client event that %s gets %i', async (_how, status, headers, body) => {
  await post().set(headers).send(body).expect(status);
});

test('client events beyond the rate limit get 429, and made-up senders count as one', async () => {
  const statuses = new Set<number>();
  for (let count = 0; count < 40; count += 1) statuses.add((await post(`nobody-${count}`).send({ type: 'x' })).status);
  expect([...statuses]).toEqual([204, 429]);
});

/** The place of a text in a file, written as in a stack trace: `line:column`, both counted from 1. */
function placeOf(text: string, file: string): string {
  const before = readFileSync(file, 'utf8').split(text)[0]?.split('\n') ?? [];
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

test('npm run stack maps a logged client error to source lines', async () => {
  // The source file and the built script each have this text exactly once. In the built script it has double quotes.
  const source = 'client/reporting/watchPage.ts';
  const inSource = placeOf("'unhandledrejection'", path.join(root, source));
  const inBuild = placeOf('"unhandledrejection"', path.join(assets, main));
  const stack = `Error: boom\n    at watch (${site.url}/assets/${main}:${inBuild})\n    at ${site.url}/assets/old.js:1:2`;
  const event = { type: 'error', kind: 'error', path: '/support', message: 'Error: boom', stack };
  await post().send(event).expect(204);
  await site.waitForLog((line) => line.message === event.message);

  const script = path.join(root, 'scripts/stack.ts');
  const { stdout } = spawnSync(process.execPath, [script], { input: site.output(), encoding: 'utf8' });
  expect(stdout).toContain('/support Error: boom');
  expect(stdout).toContain(`at watch (./${source}:${inSource})`);
  expect(stdout).toContain('/assets/old.js:1:2 (not of this build)');
  expect(stdout).not.toContain('listening');
});
