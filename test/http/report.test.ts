import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { personal, writeMonthOfLog, writeMonthOfSubmissions } from '../helpers/report/month.ts';
import { runReport } from '../helpers/report/report.ts';
import { startApp } from '../helpers/site/app.ts';
import { newDataDirectory } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const folder = newDataDirectory();
const dataDirectory = path.join(folder, 'data');
mkdirSync(dataDirectory);
writeMonthOfSubmissions(dataDirectory, { end: Date.now(), submissions: 60 });
afterAll(() => rmSync(folder, { recursive: true }));

/** The text of a part of a page, with one space between its elements. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\u00a0/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');
}
/** The text of a figure of the page. */
function figure(page: string, id: string): string {
  const end = page.slice(page.indexOf(`aria-labelledby="${id}-title"`));
  return textOf(end.slice(0, end.indexOf('</figure>')));
}

type Fields = { readonly [field: string]: unknown };
const time = new Date(Date.now() - 60_000).toISOString();
function logOf(...lines: readonly (Fields | string)[]): string {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify({ level: 30, time, ...line })));
  return `${texts.join('\n')}\n`;
}
function answer(responseTime: number, fields: Fields = {}): Fields {
  return { msg: 'request', method: 'GET', path: '/support', status: 200, responseTime, ...fields };
}
function vital(page: string, name: string, value: number): Fields {
  return { msg: 'web vital', path: page, name, value };
}

test('a report of a running site counts its orders and requests, and names no visitor', async () => {
  const site = await untilEnd(startApp());
  for (const body of [orderOf('CXN3'), orderOf('CXN3'), contactMessage])
    await request(site.url).post(submissionsPath).send(body).expect(200);
  await request(site.url).get('/nowhere').expect(404);
  await site.waitForLog(({ msg, path: address }) => msg === 'request' && address === '/nowhere');
  const input = site.log.map((line) => `${JSON.stringify(line)}\n`).join('');
  const { status, stdout, stderr } = runReport([], { dataDirectory: site.dataDirectory, input });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^<!doctype html>\n<html/);
  expect(stderr).toMatch(/\d+ lines read in .* s, 0 left out\.\n$/);
  expect(figure(stdout, 'by-service')).toContain('3 submissions: 2 orders (66.7%) and 1 contact message');
  expect(figure(stdout, 'plans')).toContain('CXN3 VPS Server Hosting 2 100%');
  expect(figure(stdout, 'unknown-paths')).toContain('/nowhere 1');
  for (const known of Object.values(person)) expect(stdout).not.toContain(known);
  await request(site.url).post(submissionsPath).send(contactMessage).expect(200);
});

describe('from the log', () => {
  test('percentiles, classes of status, refusals and vitals are counted', () => {
    const input = logOf(
      ...Array.from({ length: 100 }, (_, index) => answer(index < 60 ? 10 : index < 97 ? 100 : 3000)),
      answer(5, { path: '/healthz' }),
      answer(20_000, { aborted: true }),
      { msg: 'request', status: 431 },
      ...[429, 429, 503].map((status) =>
        answer(1, { method: 'POST', path: '/functions/v1/send-contact-email', status }),
      ),
      ...[2400, 2450, 2499, 9000].map((value) => vital('/about', 'LCP', value)),
      ...[100, 300].map((value) => vital('/legal', 'INP', value)),
      vital('/thandi@example.com', 'CLS', 0.3),
      { msg: 'mail delivered', reference: 'a' },
      { msg: 'mail given up: kept as failed', level: 50, reference: 'b' },
    );
    const { stdout } = runReport([], { dataDirectory, input });
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Africa/Johannesburg' }).format(
      new Date(time),
    );
    expect(figure(stdout, 'response-times')).toMatch(
      /103 answers took (9|10)\S* ms .* 95% took (9\d|10\d)\S* ms .* 99% took (2\.9|3)\S* s/,
    );
    expect(figure(stdout, 'response-histogram')).toContain('10 ms to 20 ms 60 58.3%');
    expect(figure(stdout, 'slowest')).toMatch(/\/support 100 /);
    expect(figure(stdout, 'requests')).toContain(`${day} 101 0 3 1 1 106`);
    expect(figure(stdout, 'refusals')).toContain('429 over the limit 2 0 0 2');
    expect(figure(stdout, 'refusals')).toContain('431 headers too large 0 0 1 1');
    expect(figure(stdout, 'vital-LCP')).toContain('1 of 1 page is good');
    expect(figure(stdout, 'vital-INP')).toMatch(/\/legal \S+ ms no 2/);
    expect(figure(stdout, 'vital-CLS')).toMatch(/other addresses 0\.(29|3)\d* no 1/);
    expect(figure(stdout, 'mail')).toContain(`${day} 1 0 1 2`);
    expect(figure(stdout, 'errors')).toContain('mail given up: kept as failed 1');
    // Orders of a plan that is not in the catalogue are no plan more.
    const plans = new Set(storedIn(dataDirectory).flatMap(({ kind, plan_id }) => (kind === 'order' ? [plan_id] : [])));
    expect(plans).toContain(null);
    expect(figure(stdout, 'by-plan')).toContain(` orders of ${plans.size - 1} plans; `);
  });

  test('texts of strangers are scrubbed, cut and harmless', () => {
    const input = logOf(
      { msg: 'request', status: 404, path: '/users/thandi%40example.com/0821234567?token=secret' },
      { msg: 'request', status: 404, path: `/${'long'.repeat(2000)}` },
      { msg: 'request', status: 404, path: '/<script>alert(1)</script>\u001b[2J\u202e' },
      { msg: 'request', status: 404, path: { toString: 1 } },
      { msg: 'client error', path: '/contact', message: 'Failed for sipho@example.com, call +27 82 123 4567 \ud800' },
    );
    const { stdout } = runReport([], { dataDirectory, input });
    expect(figure(stdout, 'unknown-paths')).toContain('[email]');
    expect(figure(stdout, 'client-errors')).toContain('/contact Failed for [email], call [number]');
    expect(stdout).not.toMatch(/thandi|0821234567|token=|sipho|4567|(?:long){26}|<script|\p{Bidi_Control}|\p{Cs}/u);
    expect(stdout).toContain('\\u001b[2J');
  });

  test('a log of attackers makes neither a large page nor one with references to elsewhere', () => {
    const plain = path.join(folder, 'website.log');
    const packed = path.join(folder, 'website.log.1.gz');
    writeMonthOfLog(plain, { end: Date.now(), lines: 30_000, hostile: true });
    const lines = readFileSync(plain);
    writeFileSync(packed, Buffer.concat([gzipSync(lines.subarray(0, 1000)), gzipSync(lines.subarray(1000))]));
    const { status, stdout, stderr } = runReport([plain, packed], { dataDirectory });
    expect(status).toBe(0);
    const [counts = 'x'] = /website\.log [\d ]+ \d+ \d+/.exec(textOf(stdout)) ?? [];
    expect(textOf(stdout)).toContain(`website.log.1.gz${counts.slice('website.log'.length)}`);
    expect(stderr).toContain('lines read');
    expect(figure(stdout, 'unknown-paths')).toMatch(/A count may be up to [\d ]+ too low/);
    expect(figure(stdout, 'unknown-paths')).toContain('/wp-login.php');
    expect(stdout.length).toBeLessThan(400_000);
    expect(stdout).not.toMatch(/<script|<link|<img|src=|href=|url\((?!#)|@import|https?:/);
    for (const secret of Object.values(personal)) expect(stdout).not.toContain(secret);
  });
});

test('a log that cannot be read ends with one sentence, before anything is printed', () => {
  const [damaged, good] = [path.join(folder, 'damaged.gz'), path.join(folder, 'good.log')];
  writeFileSync(good, logOf(answer(1)));
  writeFileSync(damaged, gzipSync(Array.from({ length: 1000 }, () => Math.random()).join()).subarray(0, 500));
  for (const [file, reason] of [
    [path.join(folder, 'missing.log'), 'no such file or directory'],
    [damaged, 'unexpected end of file'],
  ] as const)
    expect(runReport([good, file], { dataDirectory })).toEqual({
      status: 1,
      stdout: '',
      stderr: `${file} cannot be read: ${reason}.\n`,
    });
  expect(runReport(['--wrong'], { dataDirectory })).toMatchObject({ status: 64, stdout: '' });
});

test('without a store or a log, or with a damaged store, the page says so and shows what there is', () => {
  const missing = path.join(folder, 'none');
  const without = runReport([], { dataDirectory: missing });
  expect(without).toMatchObject({ status: 0, stdout: expect.stringContaining('There is no store of submissions') });
  expect(without.stdout).toContain('The log is empty');
  expect(without.stdout).not.toContain('role="img"');
  expect(readdirSync(folder)).not.toContain('none');

  const damaged = path.join(folder, 'damaged');
  mkdirSync(damaged);
  writeFileSync(path.join(damaged, 'submissions.sqlite'), 'x'.repeat(8192));
  const broken = runReport([], { dataDirectory: damaged, input: logOf(answer(1)) });
  expect(broken).toMatchObject({ status: 1, stdout: expect.stringContaining('cannot be read') });
  expect(broken.stderr).toMatch(/submissions\.sqlite is no database: [^\n]+\.\n/);
  expect(figure(broken.stdout, 'requests')).toContain('1 request');
});
