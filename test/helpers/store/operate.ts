import { CommanderError } from 'commander';
import { checkConfig } from '../../../server/config/config.ts';
import { createProgram } from '../../../server/operations/commands/program.ts';
import type { Terminal } from '../../../server/operations/commands/terminal.ts';
import type { Environment } from '../site/site.ts';

const wrongUsage = 64;

/**
 * Runs a command of `npm run submissions` in the test's own process, which is faster than a process of its own. Tests of
 * escapes, signals, file modes, configuration faults and erasure run the program itself, by `runToEnd`.
 */
export async function operate(environment: Environment, ...parameters: string[]) {
  let [output, printed] = ['', ''];
  const note = (text: string) => {
    output += text;
  };
  const print = (text: string) => {
    note(text);
    printed += text;
  };
  const terminal: Terminal = {
    print: async (text) => print(text),
    printData: async (text) => print(text),
    note: (line) => note(`${line}\n`),
    width: () => Number.POSITIVE_INFINITY,
    config: () => checkConfig(environment),
  };
  try {
    const program = createProgram(terminal);
    await program.parseAsync(parameters, { from: 'user' });
    return { exitCode: Number(process.exitCode ?? 0), output, printed };
  } catch (error) {
    if (error instanceof CommanderError) return { exitCode: error.exitCode && wrongUsage, output, printed };
    terminal.note(error instanceof Error ? error.message : String(error));
    return { exitCode: 1, output, printed };
  } finally {
    process.exitCode = undefined;
    // A command leaves its listeners, because its own process would end now. This process goes on without them.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal);
  }
}
