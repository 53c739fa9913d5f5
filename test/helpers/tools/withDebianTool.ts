import { describe } from '@jest/globals';
import { type DebianTool, findDebianTool } from './debianTool.ts';

/** Declares tests that need the program. If the machine lacks the program, the tests are skipped, and their title says why. */
export function withDebianTool(name: DebianTool, declareTests: (program: string) => void): void {
  const program = findDebianTool(name);
  if (program) describe(`with Debian's ${name}`, () => declareTests(program));
  else describe.skip(`with Debian's ${name}, which this machine lacks`, () => declareTests(''));
}
