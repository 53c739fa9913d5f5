import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { paths } from '../../shared/paths.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { contactMessage, newAddress, orderOf, submissionsPath } from '../helpers/visitor/visitor.ts';

/** The recipes of the document: a sentence that ends in a colon, and a command. */
const recipes = new Map(
  [
    ...readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8').matchAll(
      /^([A-Z].*):\n\n```sh\n(journalctl.* jq .*)\n```$/gm,
    ),
  ].map(([, title = '', command = '']) => [title, command]),
);
const tried = new Set<string>();
const hostilePath = '/a\u202e\u001b[2J';

withDebianTool('jq', (jq) => {
  let site: App;
  let logFile: string;
  let reference = '';
  let requestId = '';

  beforeAll(async () => {
    site = await startApp({ TRUST_PROXY: '1', SUBMISSION_LIMIT: '2' });
    const post = (body: object, address = newAddress()) =>
      request(site.url).post(submissionsPath).set('X-Forwarded-For', address).send(body);
    for (const plan of ['CXN3', 'CXN3', 'CXN1']) {
      const answer = await post(orderOf(plan)).expect(200);
      reference = answer.get('X-Reference') ?? '';
      requestId = answer.get('X-Request-Id') ?? '';
    }
    await site.waitForLog((line) => line.msg === 'mail delivered' && line.reference === reference);
    const eager = newAddress();
    for (const status of [200, 200, 429]) await post(contactMessage, eager).expect(status);
    for (const page of [paths.home, paths.home, paths.support]) await request(site.url).get(page).expect(200);
    await request(site.url).get(encodeURI(hostilePath)).expect(404);
    await request(site.url)
      .post('/client-events')
      .send({ type: 'error', path: '/contact', message: 'broken \u202e here' })
      .expect(204);
    await site.waitForLog(({ msg, path: asked }) => msg === 'request' && asked === '/client-events');
    logFile = path.join(site.dataDirectory, 'journal');
    const lines = site.log.map((line) => JSON.stringify(line));
    writeFileSync(logFile, `> website@1.0.0 start\n{"broken\n\n"text"\n42\n${lines.join('\n')}\n`);
  });
  afterAll(async () => {
    await site.stop();
  });

  /** Runs a recipe as it stands in the document, with a file instead of the journal. */
  function run(title: string, replaced: Readonly<Record<string, string>> = {}): string {
    tried.add(title);
    let command = (recipes.get(title) ?? `no recipe: ${title}`).replace('journalctl -u website -o cat', 'cat "$LOG"');
    for (const [example, value] of Object.entries(replaced)) {
      expect(command).toContain(example);
      command = command.replaceAll(example, value);
    }
    const output = execFileSync('/bin/sh', ['-c', `jq() { "$JQ" "$@"; }\n${command}`], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LOG: logFile, JQ: jq },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Nothing of a stranger controls the terminal.
    expect(output).toMatch(/^[\n -~]*$/);
    return output;
  }
  /** The rows of a count: `[number, text]`. */
  const counted = (title: string) =>
    run(title)
      .trim()
      .split('\n')
      .map((line) => /^ *(\d+) (.*)$/.exec(line)?.slice(1) ?? [line]);
  const values = (output: string) =>
    output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const requests = () => site.log.filter(({ msg }) => msg === 'request');

  test('what needs a person, counted', () => {
    const lines = counted('Everything that needs a person, counted');
    expect(lines).toContainEqual(['1', '[40,"not found"]']);
    expect(lines).toContainEqual(['1', '[40,"client error"]']);
    expect(lines.every(([, line = '']) => JSON.parse(line)[0] >= 40)).toBe(true);
  });

  test('requests by status', () => {
    const wanted = Map.groupBy(requests(), ({ status }) => String(status));
    const found = counted('Requests by status');
    expect(new Map(found.map(([count, status]) => [status, Number(count)]))).toEqual(
      new Map([...wanted].map(([status, all]) => [status, all.length])),
    );
  });

  test('the slowest requests', () => {
    const times = values(run('The slowest requests, in milliseconds')).map(([time]) => time);
    expect(times).toEqual(
      requests()
        .map(({ responseTime }) => Number(responseTime))
        .sort((a, b) => b - a),
    );
  });

  test('the p95 of each page', () => {
    const rows = values(run('Each page with its number of requests and their p95 in milliseconds, slowest first'));
    const home = requests().filter(({ path: asked }) => asked === paths.home);
    const slowest = Math.max(...home.map(({ responseTime }) => Number(responseTime)));
    expect(rows).toContainEqual([paths.home, 2, slowest]);
    expect(rows.map(([, , p95]) => p95)).toEqual(rows.map(([, , p95]) => p95).sort((a, b) => b - a));
  });

  test('paths that were not found', () => {
    const [[count, asked = ''] = []] = counted('Paths that were not found');
    expect([count, decodeURI(JSON.parse(asked))]).toEqual(['1', hostilePath]);
  });

  test("errors in visitors' browsers", () => {
    expect(counted("Errors in visitors' browsers")).toEqual([['1', '["/contact","broken \\u202e here"]']]);
  });

  test('one request by its id', () => {
    const output = run('One request, by the `X-Request-Id` that a visitor tells you', {
      '4b2a6f0e-1c3d-4e5f-8a9b-0c1d2e3f4a5b': requestId,
    });
    expect(output.match(/"msg": ".*"/g)).toEqual(['"msg": "submission stored"', '"msg": "request"']);
  });

  test('one submission from its post to its mail', () => {
    const output = run('One submission by its reference, from its post to its mail', { '7K3M9-QXD2R': reference });
    const messages = values(output).map(({ msg }) => msg);
    expect(messages).toEqual(expect.arrayContaining(['submission stored', 'request', 'mail delivered']));
    expect(messages).toHaveLength(site.log.filter((line) => line.reference === reference).length + 1);
  });

  test('posts over the limit, by minute', () => {
    const lines = counted('Posts refused for their number (429), by minute');
    expect(lines.map(([count, line = '']) => [count, JSON.parse(line)])).toEqual([
      ['1', [expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/), submissionsPath]],
    ]);
  });

  test('orders per plan', () => {
    expect(counted('Orders per plan')).toEqual([
      ['2', '"CXN3"'],
      ['1', '"CXN1"'],
    ]);
  });

  test('what happened around a time', () => {
    const [first] = site.log;
    const title = 'What happened around a time (UTC)';
    const from = String(first?.time).slice(0, 23);
    expect(values(run(title, { '2026-11-22T10:00': from, '2026-11-22T10:05': '9999' }))).toHaveLength(site.log.length);
    expect(run(title, { '2026-11-22T10:00': '1999', '2026-11-22T10:05': from })).toBe('');
  });

  test('there is no recipe that is not tried', () => {
    expect([...tried].sort()).toEqual([...recipes.keys()].sort());
  });
});
