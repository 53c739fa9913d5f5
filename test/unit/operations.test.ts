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
