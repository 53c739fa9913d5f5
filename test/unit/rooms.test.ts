import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const files = globSync('{server,client}/**/*.*', { cwd: root });

function filesIn(folder: string): readonly string[] {
  return files.filter((file) => path.dirname(file) === folder);
}

test('no folder of server/ and client/ has more than 15 files of its own', () => {
  const folders = [...new Set(files.map((file) => path.dirname(file)))];
  expect(folders.filter((folder) => filesIn(folder).length > 15)).toEqual([]);
  expect(filesIn('server').length).toBeLessThanOrEqual(3);
  expect(filesIn('client').length).toBeLessThanOrEqual(7);
});

test('what runs before hydration has at most 600 lines, and docs/early.md names each file of it', () => {
  const early = filesIn('client/early');
  const lines = early.flatMap((file) => readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n'));
  const text = readFileSync(path.join(root, 'docs/early.md'), 'utf8');
  expect(lines.length).toBeLessThanOrEqual(600);
  expect(early.map((file) => path.basename(file)).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
