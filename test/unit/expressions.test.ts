import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { AnyNode } from 'acorn';
import { full } from 'acorn-walk';
import { check } from 'recheck';
import { parseSource } from '../helpers/tools/parsedSource.ts';

const root = path.resolve(import.meta.dirname, '../..');

// Where npm has installed the program, it takes half the time: https://makenowjust-labs.github.io/recheck/docs/usage/as-javascript-library
process.env.RECHECK_BACKEND = existsSync(path.join(root, 'node_modules/recheck-linux-x64')) ? 'native' : 'worker';

type Expression = { readonly place: string; readonly source: string; readonly flags: string };

/** Whether a call creates an expression at run time: these string methods convert another argument. imapflow's search takes two. */
function makesOne(node: AnyNode): boolean {
  return (
    node.type === 'CallExpression' &&
    node.arguments.length === 1 &&
    node.callee.type === 'MemberExpression' &&
    node.callee.property.type === 'Identifier' &&
    ['match', 'matchAll', 'search'].includes(node.callee.property.name) &&
    !(node.arguments[0]?.type === 'Literal' && 'regex' in node.arguments[0])
  );
}

/** The regular expressions of a source file, and the places where it creates one at run time. */
function expressionsIn(file: string, text: string) {
  const { tree, placeOf } = parseSource(file, text);
  const literals: Expression[] = [];
  const made: string[] = [];
  full(tree, (each) => {
    const node = each as AnyNode;
    if (node.type === 'Literal' && node.regex)
      literals.push({ place: placeOf(node), source: node.regex.pattern, flags: node.regex.flags });
    if (node.type === 'Identifier' && node.name === 'RegExp') made.push(placeOf(node));
    if (makesOne(node)) made.push(placeOf(node));
  });
  return { literals, made };
}

/** Checks with the automaton: unlike fuzzing, it proves safety. An expression that it cannot parse is a fault. */
async function faultOf({ place, source, flags }: Expression): Promise<string | undefined> {
  const diagnostics = await check(source, flags, { checker: 'automaton', timeout: 30_000 });
  if (diagnostics.status === 'safe') return undefined;
  const why = diagnostics.status === 'vulnerable' ? diagnostics.complexity.summary : JSON.stringify(diagnostics.error);
  return `${place}: /${source}/${flags} is ${diagnostics.status}: ${why}`;
}

async function faultsOf(expressions: readonly Expression[]): Promise<string[]> {
  const different = new Map(expressions.map((expression) => [expression.source + expression.flags, expression]));
  return (await Promise.all([...different.values()].map(faultOf))).filter((fault) => fault !== undefined);
}

const found = globSync('{server,shared}/**/*.{ts,tsx}', { cwd: root }).map((file) =>
  expressionsIn(file, readFileSync(path.join(root, file), 'utf8')),
);

test('every regular expression in server and shared takes linear time', async () => {
  const literals = found.flatMap((file) => file.literals);
  expect(literals.length).toBeGreaterThan(20);
  expect(await faultsOf(literals)).toEqual([]);
});

test('no regular expression is created at run time, where it cannot be checked', () => {
  expect(found.flatMap(({ made }) => made)).toEqual([]);
});
