import { createInterface } from 'node:readline/promises';
import { Command, CommanderError } from 'commander';
import { checkConfig } from '../../config/config.ts';
import { configure } from '../../config/configure.ts';
import { OperatorError } from '../../lib/errors.ts';
import { escapeCharacters } from '../../lib/escapeCharacters.ts';

/** Resolves when the text is written. If writing fails, `run` ends the process. */
function write(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, (error) => error || resolve()));
}

/** What a command reads and writes. Output is escaped, because strangers wrote much of the text. */
export const terminal = {
  /** Writes to standard output. */
  print: (text: string) => write(escapeCharacters(text)),
  /** Like `print`, but escapes only if standard output is a terminal, so that a spreadsheet gets the text unchanged. */
  printData: (text: string) => write(process.stdout.isTTY ? escapeCharacters(text) : text),
  /** Writes a line to standard error. */
  note: (line: string): void => void process.stderr.write(escapeCharacters(`${line}\n`)),
  /** The width of the terminal in columns. Infinite if standard output is no terminal. */
  width: (): number => process.stdout.columns || Number.POSITIVE_INFINITY,
  /** Reads the configuration. Throws an `OperatorError` if a variable is wrong. */
  config: () => configure(checkConfig),
};

export type Terminal = typeof terminal;

/** A command that prints to `terminal`, as do its subcommands. On wrong usage, parsing rejects with a `CommanderError`. */
export function newCommand(name: string, { print, note }: Terminal): Command {
  return new Command(name)
    .exitOverride()
    .configureOutput({ writeOut: (text) => void print(text), writeErr: (text) => note(text.trimEnd()) })
    .hook('preAction', (_program, command) => {
      const given = [...command.args.map((text) => text.trim()), ...Object.values(command.opts())];
      if (given.includes('')) command.error('error: an argument is empty. Is a variable of the shell not set?');
    });
}

/** Rejects with an `OperatorError` unless the operator wants to go on. With `yes`, or without a terminal, does not ask. */
export async function confirm(question: string, yes = false): Promise<void> {
  if (yes || !process.stdin.isTTY || !process.stderr.isTTY) return;
  using dialog = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D make `question` reject. That counts as no.
  const answer = await dialog.question(`${escapeCharacters(question)} [y/N] `).catch(() => {
    process.stderr.write('\n');
    return '';
  });
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new OperatorError('Nothing is changed.');
}

/** Runs a command line with the arguments of this process, and sets the exit code. */
export function run(program: Command): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // EPIPE is no fault: `list | head` closes the pipe early.
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`The output cannot be written (${error.message}).\n`);
    process.exit(1);
  });
  // A verb finishes its work even if nobody reads its messages.
  process.stderr.on('error', () => {});
  program.parseAsync().catch((error: unknown) => {
    if (error instanceof CommanderError) {
      // commander has printed the error. 64 is `EX_USAGE` of sysexits.h.
      process.exitCode = error.exitCode && 64;
      return;
    }
    terminal.note(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof OperatorError ? error.exitCode : 1;
  });
}
