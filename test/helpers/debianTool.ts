import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';

const foundFile = path.resolve(import.meta.dirname, '../../node_modules/.cache/debian-tools.json');

export type DebianTool = 'caddy' | 'jq' | 'nginx' | 'promtool';

/** The path of a program that `scripts/prepareDebianTools.mjs` found or fetched; undefined if this machine lacks it. */
export function findDebianTool(name: DebianTool): string | undefined {
  return existsSync(foundFile) ? JSON.parse(readFileSync(foundFile, 'utf8'))[name] : undefined;
}

/** Declares tests that need the program. If the machine lacks it, they are skipped with the reason. */
export function withDebianTool(name: DebianTool, declareTests: (program: string) => void): void {
  const program = findDebianTool(name);
  if (program) describe(`with Debian's ${name}`, () => declareTests(program));
  else describe.skip(`with Debian's ${name}, which this machine lacks`, () => declareTests(''));
}
