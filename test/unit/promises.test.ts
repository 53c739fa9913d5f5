import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';

const tests = path.resolve(import.meta.dirname, '..');
const lines = readFileSync(path.join(tests, 'PROMISES.md'), 'utf8').matchAll(/^- (.*)$/gm);
const promises = Array.from(lines, ([, line = '']) => line);

/** The source of a test file, or of a module that checks. */
function sourceOf(file: string): string | undefined {
  const found = ['.test.ts', '.ts'].map((end) => path.join(tests, file + end)).find(existsSync);
  return found && readFileSync(found, 'utf8');
}

function faultsOf(line: string): readonly string[] {
  const [promise] = line.split(/: (?=MISSING |[\w-]+\/[\w/-]+ ")/);
  const proofs = Array.from(line.matchAll(/([\w-]+(?:\/[\w-]+)+) "([^"]+)"/g));
  const gone = proofs.filter(([, file = '', text = '']) => !sourceOf(file)?.includes(text));
  const missing = /: (MISSING .*)$/.exec(line)?.[1];
  const without = proofs.length === 0 || proofs.length > 3 ? `has ${proofs.length} proofs` : undefined;
  const said = missing ?? without;
  return [...(said ? [`${promise}: ${said}`] : []), ...gone.map(([proof]) => `${promise}: there is no ${proof}`)];
}

test('each promise names a test that proves it, and that is there', () => {
  expect(promises.length).toBeGreaterThan(100);
  expect(promises.flatMap(faultsOf)).toEqual([]);
});
