import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');

type Import = { readonly from: string; readonly to: string };

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder)).flatMap((name) => {
    const file = `${folder}/${name}`;
    if (statSync(path.join(root, file)).isDirectory()) return filesIn(file);
    return /\.(ts|tsx|mjs)$/.test(name) ? [file] : [];
  });
}

const sources = ['shared', 'server', 'client'].flatMap(filesIn);
function textOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

/** What a file imports: paths from the root, or names of packages. */
function importsOf(file: string): Import[] {
  return [...textOf(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*(?:\/\*.*?\*\/\s*)?'([^']+)'/g)].map(
    ([, name = '']) => ({
      from: file,
      to: name.startsWith('.') ? path.relative(root, path.resolve(root, path.dirname(file), name)) : name,
    }),
  );
}

const imports = sources.flatMap(importsOf);
function offences(isOffence: (it: Import) => boolean): string[] {
  return imports.filter(isOffence).map(({ from, to }) => `${from} imports ${to}`);
}
function under(folder: string) {
  return (file: string) => file.startsWith(`${folder}/`);
}

test('the walk finds the sources and their imports', () => {
  expect(sources.length).toBeGreaterThan(80);
  expect(imports).toContainEqual({ from: 'server/pages/render.tsx', to: 'client/App.tsx' });
  expect(imports).toContainEqual({ from: 'client/ordering/OrderDialog.tsx', to: 'shared/submission.ts' });
});

test('shared imports itself and yup alone', () => {
  expect(offences(({ from, to }) => under('shared')(from) && !under('shared')(to) && to !== 'yup')).toEqual([]);
});

test('client imports itself, shared, pictures and packages, but nothing of Node or the server', () => {
  expect(
    offences(
      ({ from, to }) =>
        under('client')(from) &&
        (to.startsWith('node:') ||
          (/^(server|test|deploy|dist)\//.test(to) && to !== 'dist') ||
          to.startsWith('..') ||
          ['express', 'pino', 'helmet', 'nodemailer'].includes(to)),
    ),
  ).toEqual([]);
});

test('of the server, only server/pages imports the client', () => {
  expect(
    offences(({ from, to }) => under('server')(from) && under('client')(to) && !under('server/pages')(from)),
  ).toEqual([]);
});

// ui <- submission <- features <- pages <- App. What lies at the client's root is known to all but ui.
const features = ['theme', 'layout', 'hosting', 'ordering', 'contact', 'toasts'];
function rank(file: string): number {
  const [, folder = '', rest] = file.split('/');
  if (rest === undefined) return /^(hooks|assets\.d|store|siteSlice)\b/.test(folder) ? 0 : 4;
  return { ui: 0, submission: 1, pages: 3 }[folder] ?? 2;
}

test('inside the client imports go one way', () => {
  expect(
    offences(
      ({ from, to }) =>
        under('client')(from) && under('client')(to) && rank(to) > rank(from) && from !== 'client/store.ts',
    ),
  ).toEqual([]);
  expect(
    offences(({ from, to }) => under('client/ui')(from) && under('client')(to) && !under('client/ui')(to)),
  ).toEqual([]);
});

test("features do not import each other's slices", () => {
  const featureOf = (file: string) => features.find((feature) => under(`client/${feature}`)(file));
  expect(
    offences(({ from, to }) => {
      const [mine, theirs] = [featureOf(from), featureOf(to)];
      return mine !== undefined && theirs !== undefined && mine !== theirs && /Slice\.ts$/.test(from);
    }),
  ).toEqual([]);
});

test('slices do not import the store', () => {
  expect(offences(({ from, to }) => /Slice\.ts$/.test(from) && to === 'client/store.ts')).toEqual([]);
});

test('the environment is read in one place', () => {
  const readers = sources.filter((file) => /process\.env(?!\.NODE_ENV\b)/.test(textOf(file)));
  expect(readers).toEqual(['server/configure.ts']);
});

test('no source goes beyond 250 lines, data aside', () => {
  const isData = (file: string) => /^shared\/(legal|services|hosting)\//.test(file);
  expect(sources.filter((file) => !isData(file) && textOf(file).split('\n').length > 251)).toEqual([]);
});
