import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const folder = path.resolve(import.meta.dirname, '../../docs/decisions');
const index = readFileSync(path.join(folder, 'README.md'), 'utf8');
const decisions = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));

test.each(decisions)('the index of decisions has %s, its title and its status', (name) => {
  const [heading = '', , dated = ''] = readFileSync(path.join(folder, name), 'utf8').split('\n');
  const [, number, title] = /^# (\d{4})\. (.*)$/.exec(heading) ?? [];
  const [row = ''] = index.split('\n').filter((line) => line.startsWith(`| [${number}](${name})`));
  const [, , shown, status] = row.split('|').map((cell) => cell.trim());
  expect(shown).toBe(title);
  expect(status).toMatch(/^(in force|replaced|removed)/);
  // The decision itself says what has replaced it.
  const [, replacing] = /^replaced by \[(\d{4})\]/.exec(status ?? '') ?? [];
  expect(/Replaced by \[?(\d{4})/.exec(dated)?.[1]).toBe(replacing);
});
