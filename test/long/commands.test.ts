import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { paths } from '../../shared/paths.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';
import { submit } from '../helpers/visitor/posts.ts';
import { contactMessage, newAddress, orderOf, submissionsPath } from '../helpers/visitor/visitor.ts';

const root = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const documents = ['deploy/README.md', 'docs/operations.md', 'docs/scaling.md', 'README.md'];
const blocksIn = (file: string) =>
  Array.from(textOf(file).matchAll(/```sh\n([\s\S]*?)```/g), ([, block = '']) => block);
const program = path.join(root, 'dist/server/submissions.cjs');

function helpFor(...verb: string[]): string {
  return execFileSync(process.execPath, [program, ...verb, '--help'], { encoding: 'utf8' });
}

test.each(documents)('the commands of %s can be read by a shell', (file) => {
  for (const block of blocksIn(file)) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: block, encoding: 'utf8' });
    expect([block, status, stderr]).toEqual([block, 0, '']);
  }
});

test('each verb that a document names exists, with its options', () => {
  const texts = [...documents, 'deploy/prometheus-rules.yml', '.env.example'].map(textOf).join('\n');
  const verbs = texts.matchAll(/submissions (?:-- )?((?!list of)[a-z]+(?:-[a-z]+)?)((?: --?[a-z-]+| [A-Z]+)*)/g);
  const known = helpFor();
  for (const { 0: command, 1: verb = '', 2: parameters = '', index } of verbs) {
    const isVerb = new RegExp(`^  ${verb}\\b`, 'm').test(known);
    // With ` -- ` after it or a backtick before it, "submissions" is surely a command. Otherwise it may be a word of a sentence.
    if (command.includes(' -- ') || texts[index - 1] === '`') expect([command, isVerb]).toEqual([command, true]);
    if (!isVerb) continue;
    const help = helpFor(verb);
    for (const [option] of parameters.matchAll(/--[a-z-]+/g))
      expect([command, help]).toEqual([command, expect.stringContaining(option)]);
  }
});

/** The recipes of docs/log.md. The key is the sentence above a recipe, without its colon; the value is the command. */
const recipes = new Map(
  [...textOf('docs/log.md').matchAll(/^([A-Z].*):\n\n```sh\n(journalctl.* jq .*)\n```$/gm)].map(
    ([, title = '', command = '']) => [title, command],
  ),
);
const hostilePath = '/a\u202e\u001b[2J';

withDebianTool('jq', (jq) => {
  test("the commands of the alert rules and of the daily checks print what they promise, even among systemd's own lines", async () => {
    const folder = directoryUntilEnd();
    const site = await startApp({ DATA_DIR: path.join(folder, 'data') });
    await submit(site, { ...contactMessage, email: 'jane@example.com' });
    await site.waitForLog(({ msg }) => msg === 'mail delivered');
    await site.stop();
    const lines = [
      ...site.log,
      { level: 50, time: 't', alarm: 'store', msg: 'The store cannot be written', err: { message: 'full' } },
      { level: 30, time: 't', event: 'listening', msg: 'listening' },
    ];
    const log = ['Started website.service.', ...lines.map((line) => JSON.stringify(line)), ''];
    writeFileSync(path.join(folder, 'log'), log.join('\n'));
    for (const [name, script] of [
      ['journalctl', `cat ${folder}/log`],
      ['jq', `exec ${jq} "$@"`],
      ['curl', 'echo ok'],
      ['submissions', `exec ${process.execPath} ${program} "$@" </dev/null`],
    ] as const)
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    const run = (command: string) =>
      execFileSync('bash', ['--norc', '-ec', `set -o pipefail; ${command}`], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env.PATH}`, DATA_DIR: path.join(folder, 'data') },
      });
    const actions = textOf('deploy/prometheus-rules.yml').match(/(?<=^ *)journalctl .* \| jq .*$/gm) ?? [];
    expect(actions).toHaveLength(3);
    for (const action of actions) expect(run(action.replace('{{ $labels.alarm }}', 'store'))).toMatch(/^\["t",/m);
    const operations = textOf('docs/operations.md');
    const [, daily = ''] = /## Each day\n\n```sh\n([\s\S]*?)```/.exec(operations) ?? [];
    expect(run(daily)).toMatch(/^OK - 0 queued[\s\S]*^\["t","The store[\s\S]*^ok$/m);
    const [, data = ''] = /## Somebody asks for his data\n\n```sh\n([\s\S]*?)```/.exec(operations) ?? [];
    expect(run(data)).toMatch(/contact[\s\S]*Erased at a person's request[\s\S]*Submissions: 1/);
    expect(readFileSync(path.join(folder, 'jane.json'), 'utf8')).toContain('jane@example.com');
    expect(run('submissions list')).not.toContain('jane@example.com');
  });

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
    const fault = { type: 'error', path: '/contact', message: 'broken \u202e here' };
    await request(site.url).post('/client-events').send(fault).expect(204);
    await site.waitForLog(({ msg, path: asked }) => msg === 'request' && asked === '/client-events');
    logFile = path.join(site.dataDirectory, 'journal');
    const lines = site.log.map((line) => JSON.stringify(line));
    writeFileSync(logFile, `> website@1.0.0 start\n{"broken\n\n"text"\n42\n${lines.join('\n')}\n`);
  });
  afterAll(() => site.stop());

  /** What a recipe prints if it reads a file in place of the journal. `replaced`: new values for examples in it. */
  function run(title: string, replaced: Readonly<Record<string, string>> = {}): string {
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
    // A log line may contain a stranger's text. It must not control the terminal, so only printable ASCII may come out.
    expect(output).toMatch(/^[\n -~]*$/);
    return output.trimEnd();
  }

  /** What each recipe prints. `replaced`: the values that replace the examples in the recipe's command. */
  type Replaced = () => Readonly<Record<string, string>>;
  const checks: readonly (readonly [title: string, printed: RegExp, replaced?: Replaced])[] = [
    ['Everything that needs a person, counted', /^( +\d+ \[[45]0,"[^"]+"\](\n|$))+$/],
    ['Requests by status', /^ +8 200\n(?=.* 1 204)(?=.* 1 404)(?=.* 1 429)/s],
    ['The slowest requests, in milliseconds', /^(\[[\d.]+,.*\](\n|$)){11}$/],
    ['Each page with its number of requests and their p95 in milliseconds, slowest first', /^\["\/",2,[\d.]+\]$/m],
    ['Paths that were not found', /^ +1 "\/a%E2%80%AE%1B%5B2J"$/],
    ["Errors in visitors' browsers", /^ *1 \["\/contact","broken \\u202e here"\]$/],
    [
      'One request, by the `X-Request-Id` that a visitor tells you',
      /"msg": "submission stored".*"msg": "request"/s,
      () => ({ '4b2a6f0e-1c3d-4e5f-8a9b-0c1d2e3f4a5b': requestId }),
    ],
    [
      'One submission by its reference, from its post to its mail',
      /^(?=.*"submission stored")(?=.*"request")(?=.*"mail delivered")/s,
      () => ({ '7K3M9-QXD2R': reference }),
    ],
    ['Posts refused for their number (429), by minute', /^ *1 \["\d{4}-\d\d-\d\dT\d\d:\d\d","\/functions[^"]+"\]$/],
    ['Orders per plan', /^ +2 "CXN3"\n +1 "CXN1"$/],
    [
      'What happened around a time (UTC)',
      /^(?!.*submission stored).*client-events/s,
      () => ({ '2026-11-22T10:00': String(site.log.at(-1)?.time).slice(0, 23), '2026-11-22T10:05': '9999' }),
    ],
  ];
  test.each(checks)('the recipe works: %s', (title, printed, replaced) =>
    expect(run(title, replaced?.())).toMatch(printed),
  );

  test('every recipe of the operations guide is tested', () => {
    expect(checks.map(([title]) => title).sort()).toEqual([...recipes.keys()].sort());
  });
});
