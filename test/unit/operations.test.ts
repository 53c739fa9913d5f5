import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { countedMessages } from '../../server/report/logStatistics.ts';
import { loggedMessages } from '../helpers/tools/loggedMessages.ts';

const root = path.resolve(import.meta.dirname, '../..');
const document = 'docs/operations.md';
const rows = [...readFileSync(path.join(root, document), 'utf8').matchAll(/^\| (\w+) +\| `([^`]+)` +\| (.*?) *\|$/gm)];

function rowOf({ level, text }: { readonly level: string; readonly text: string | undefined }): string {
  return `| ${level} | \`${text}\` |`;
}
const documented = rows.map(([, level = '', text]) => rowOf({ level, text }));

function loggedByServer(levels?: readonly string[]) {
  return globSync('server/**/*.{ts,tsx}', { cwd: root })
    .sort()
    .flatMap((file) => loggedMessages(file, readFileSync(path.join(root, file), 'utf8'), levels));
}
const logged = loggedByServer();

test('the message of every log line that needs a person can be read from the code', () => {
  expect(logged.length).toBeGreaterThan(20);
  expect(logged.filter(({ text }) => text === undefined).map(({ place }) => place)).toEqual([]);
});

test(`${document} has a row for every log message of level warn and above`, () => {
  const missing = logged.filter((message) => !documented.includes(rowOf(message)));
  expect(missing.map((message) => `${rowOf(message)} what it means and what to do | (${message.place})`)).toEqual([]);
});

test(`${document} has no row for a message that no code logs, no row twice and none without advice`, () => {
  const known = logged.map(rowOf);
  expect(documented.filter((row) => !known.includes(row))).toEqual([]);
  expect(documented.filter((row, index) => documented.indexOf(row) !== index)).toEqual([]);
  expect(rows.filter(([, , , advice]) => !advice).map(([row]) => row)).toEqual([]);
});

test('the server logs every message that the report counts', () => {
  const texts = loggedByServer(['info', 'warn', 'error']).map(({ text }) => text);
  expect(countedMessages.filter((message) => !texts.includes(String(message)))).toEqual([]);
});

test('messages are found in every form that the code has', () => {
  const found = loggedMessages(
    'example.ts',
    [
      'function fail(claimed: string[], message: string) { log.error({ claimed }, message); }',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
      "fail([], 'one'); fail([], `two ${1} parts`);",
      "options.log.fatal('three'); log.info('not this'); log[level]({}, message); console.error('nor this');",
      "log.warn({}, Math.random() > 0.5 ? 'four' : 'five');",
      "const warning = (name: string, message: string) => ({ name, look: async () => ({ level: 'warn', message }) });",
      "warning('open', 'six'); const over = { level: 'info', message: 'no' };",
      'log.error(unknown());',
    ].join('\n'),
  );
  expect(found.map(({ level, text, place }) => `${place} ${level} ${text}`).sort()).toEqual([
    'example.ts:1 error one',
    'example.ts:1 error two … parts',
    'example.ts:3 fatal three',
    'example.ts:4 warn five',
    'example.ts:4 warn four',
    'example.ts:5 warn six',
    'example.ts:7 error undefined',
  ]);
});
