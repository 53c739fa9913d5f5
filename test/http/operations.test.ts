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
  afterAll(() => site.stop());

  /** The lines that a recipe prints as it stands in the document, with a file instead of the journal. */
  function run(title: string, replaced: Readonly<Record<string, string>> = {}): string[] {
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
    return output.split('\n').filter(Boolean);
  }
  const values = (title: string, replaced?: Readonly<Record<string, string>>) =>
    run(title, replaced).map((line) => JSON.parse(line));
  /** The rows of a count: `[number, value]`. */
  const counted = (title: string) =>
    run(title).map((line) => {
      const [, count, counted = ''] = /^ *(\d+) (.*)$/.exec(line) ?? [];
      return [Number(count), JSON.parse(counted)];
    });
  const requests = () => site.log.filter(({ msg }) => msg === 'request');
  const minute = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);

  const checks: Readonly<Record<string, (title: string) => void>> = {
    'Everything that needs a person, counted': (title) => {
      const rows = counted(title);
      for (const msg of ['not found', 'client error']) expect(rows).toContainEqual([1, [40, msg]]);
      for (const [, [level]] of rows) expect(level).toBeGreaterThanOrEqual(40);
    },
    'Requests by status': (title) => {
      const wanted = Map.groupBy(requests(), ({ status }) => Number(status));
      expect(new Map(counted(title).map(([count, status]) => [status, count]))).toEqual(
        new Map([...wanted].map(([status, all]) => [status, all.length])),
      );
    },
    'The slowest requests, in milliseconds': (title) => {
      const times = requests().map(({ responseTime }) => Number(responseTime));
      expect(values(title).map(([time]) => time)).toEqual(times.sort((a, b) => b - a));
    },
    'Each page with its number of requests and their p95 in milliseconds, slowest first': (title) => {
      const rows = values(title);
      const times = requests().flatMap((line) => (line.path === paths.home ? [Number(line.responseTime)] : []));
      expect(rows).toContainEqual([paths.home, 2, Math.max(...times)]);
      const slowness = rows.map(([, , p95]) => p95);
      expect(slowness).toEqual(slowness.toSorted((a, b) => b - a));
    },
    'Paths that were not found': (title) => expect(counted(title)).toEqual([[1, encodeURI(hostilePath)]]),
    "Errors in visitors' browsers": (title) =>
      expect(run(title)).toEqual([expect.stringMatching(/^ *1 \["\/contact","broken \\u202e here"\]$/)]),
    'One request, by the `X-Request-Id` that a visitor tells you': (title) => {
      const output = run(title, { '4b2a6f0e-1c3d-4e5f-8a9b-0c1d2e3f4a5b': requestId }).join('\n');
      expect(output.match(/"msg": ".*"/g)).toEqual(['"msg": "submission stored"', '"msg": "request"']);
    },
    'One submission by its reference, from its post to its mail': (title) => {
      const messages = values(title, { '7K3M9-QXD2R': reference }).map(({ msg }) => msg);
      expect(messages).toEqual(expect.arrayContaining(['submission stored', 'request', 'mail delivered']));
      expect(messages).toHaveLength(site.log.filter((line) => line.reference === reference).length + 1);
    },
    'Posts refused for their number (429), by minute': (title) =>
      expect(counted(title)).toEqual([[1, [minute, submissionsPath]]]),
    'Orders per plan': (title) => expect(counted(title).flat()).toEqual([2, 'CXN3', 1, 'CXN1']),
    'What happened around a time (UTC)': (title) => {
      const from = String(site.log[0]?.time).slice(0, 23);
      expect(run(title, { '2026-11-22T10:00': from, '2026-11-22T10:05': '9999' })).toHaveLength(site.log.length);
      expect(run(title, { '2026-11-22T10:00': '1999', '2026-11-22T10:05': from })).toEqual([]);
    },
  };

  test.each(Object.entries(checks))('%s', (title, check) => check(title));

  test('there is no recipe that is not tried', () => {
    expect(Object.keys(checks).sort()).toEqual([...recipes.keys()].sort());
  });
});
