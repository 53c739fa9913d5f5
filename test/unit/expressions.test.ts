import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { transformSync } from '@swc/core';
import { type AnyNode, parse } from 'acorn';
import { full } from 'acorn-walk';
import { check } from 'recheck';
import { hang } from '../helpers/hang.ts';

const root = path.resolve(import.meta.dirname, '../..');

// recheck's native program takes half the time of its worker: https://makenowjust-labs.github.io/recheck/docs/usage/as-javascript-library
process.env.RECHECK_BACKEND = existsSync(path.join(root, 'node_modules/recheck-linux-x64')) ? 'native' : 'worker';

/** All regular expressions of the code, each once, with a file that has it. */
const expressions = new Map<string, { readonly file: string; readonly source: string; readonly flags: string }>();
/** The files that create a regular expression at run time, by `RegExp`. */
const made: string[] = [];

for (const file of globSync('{server,shared}/**/*.{ts,tsx}', { cwd: root })) {
  const { code } = transformSync(readFileSync(path.join(root, file), 'utf8'), {
    jsc: { target: 'es2024', parser: { syntax: 'typescript', tsx: file.endsWith('x') } },
  });
  full(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), (each) => {
    const node = each as AnyNode;
    if (node.type === 'Literal' && node.regex) {
      const { pattern: source, flags } = node.regex;
      expressions.set(`/${source}/${flags}`, { file, source, flags });
    }
    if (node.type === 'Identifier' && node.name === 'RegExp') made.push(file);
  });
}

test('every regular expression in server and shared takes linear time', async () => {
  expect(expressions.size).toBeGreaterThan(20);
  // The automaton proves that an expression is safe; fuzzing cannot. An expression that the automaton cannot parse is not safe.
  const verdicts: string[] = [];
  // One after the other: each check that begins before recheck's program has started starts the program once more.
  for (const [expression, { file, source, flags }] of expressions) {
    const { status } = await check(source, flags, { checker: 'automaton', timeout: hang });
    verdicts.push(`${file}: ${expression} is ${status}`);
  }
  expect(verdicts.filter((verdict) => !verdict.endsWith(' is safe'))).toEqual([]);
});

test('no regular expression is created at run time, where it cannot be checked', () => {
  expect(made).toEqual([]);
});
