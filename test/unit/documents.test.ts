import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const folders = ['client', 'deploy', 'docs', 'scripts', 'server', 'shared', 'static', 'test', '.vscode'];
const files = globSync(['*', '.*', ...folders.map((folder) => `${folder}/**/*`)], { cwd: root });
const documents = ['README.md', 'CONTRIBUTING.md', 'deploy/README.md', ...globSync('docs/**/*.md', { cwd: root })];
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** The text of a document without its blocks of commands: the paths in them are on the operator's machine. */
const proseOf = (file: string) => textOf(file).replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
/** For each match of an expression in a text, what its first group has matched. */
const findIn = (text: string, expression: RegExp) => Array.from(text.matchAll(expression), ([, found = '']) => found);

/** Matches a path in this repository, such as `server/app.ts`, or a file name, such as `app.ts`. */
const pathForm = new RegExp(`^(?:${folders.join('|')})(?:/|$)|^[\\w*.-]+\\.(?:md|mjs|sh|socket|sql|svg|ts|tsx|yml)$`);

/** Whether the repository has a file with this path or name. `{Name}` and `*` stand for any text. */
function isPath(code: string): boolean {
  const pattern = code.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '*');
  return files.some((file) => path.matchesGlob(file, pattern) || path.matchesGlob(path.basename(file), pattern));
}

/** Whether the file of a link exists. If the link names a heading, as GitHub names it, the file must also have this heading. */
function isLink(document: string, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const file = target === '' ? document : path.join(path.dirname(document), target);
  if (anchor === undefined) return existsSync(path.join(root, file));
  const headings = findIn(proseOf(file), /^#+ (.*)$/gm);
  return headings.some(
    (heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-') === anchor,
  );
}

test('the paths, links and npm scripts that the documents name exist', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object };
  const missing = documents.flatMap((document) =>
    [
      ...findIn(proseOf(document), /`([^`\s]+)`/g).filter((code) => pathForm.test(code) && !isPath(code)),
      ...findIn(proseOf(document), /\]\((?!https?:)([^)]+)\)/g).filter((link) => !isLink(document, link)),
      ...findIn(textOf(document), /npm run (?:--silent )?([a-z][\w:]*)/g).filter((name) => !(name in scripts)),
    ].map((name) => `${document}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('docs/log.md says what to do about each line of the log that is a warning, an error or fatal', () => {
  const lines = files
    .filter((file) => /^server\/.*\.tsx?$/.test(file))
    .flatMap((file) => findIn(textOf(file), /log\.(?:warn|error|fatal)\((?:\s*\{[^;]*?\},)?\s*(['`][^'`]+)['`]/g))
    .map((line) => line.slice(1).replaceAll(/\$\{[^}]*\}/g, '…'));
  expect(lines.length).toBeGreaterThan(30);
  const described = textOf('docs/log.md').replaceAll('HEARTBEAT_URL fails', '… fails');
  expect(lines.filter((line) => !described.includes(line))).toEqual([]);
});
