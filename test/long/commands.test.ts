import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { startApp } from '../helpers/site/app.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';
import { submit } from '../helpers/visitor/posts.ts';
import { contactMessage } from '../helpers/visitor/visitor.ts';

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
    writeFileSync(
      path.join(folder, 'log'),
      `Started website.service.\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
    );
    for (const [name, script] of [
      ['journalctl', `cat ${folder}/log`],
      ['jq', `exec ${jq} "$@"`],
      ['curl', 'echo ok'],
      ['submissions', `exec ${process.execPath} ${program} "$@" </dev/null`],
    ] as const) {
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
      chmodSync(path.join(folder, name), 0o700);
    }
    const run = (command: string) =>
      execFileSync('bash', ['--norc', '-ec', `set -o pipefail; ${command}`], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
        env: { PATH: `${folder}:${process.env.PATH}`, DATA_DIR: path.join(folder, 'data') },
      });
    const actions = Array.from(
      textOf('deploy/prometheus-rules.yml').matchAll(/^ *(journalctl .* \| jq .*)$/gm),
      ([, command = '']) => command,
    );
    expect(actions).toHaveLength(3);
    for (const action of actions) expect(run(action.replace('{{ $labels.alarm }}', 'store'))).toMatch(/^\["t",/m);
    const [, daily = ''] = /## Each day\n\n```sh\n([\s\S]*?)```/.exec(textOf('docs/operations.md')) ?? [];
    expect(run(daily)).toMatch(/^OK - 0 queued[\s\S]*^\["t","The store[\s\S]*^ok$/m);
    const [, data = ''] =
      /## Somebody asks for his data\n\n```sh\n([\s\S]*?)```/.exec(textOf('docs/operations.md')) ?? [];
    expect(run(data)).toMatch(/contact[\s\S]*Erased at a person's request[\s\S]*Submissions: 1/);
    expect(readFileSync(path.join(folder, 'jane.json'), 'utf8')).toContain('jane@example.com');
    expect(run('submissions list')).not.toContain('jane@example.com');
  });
});
