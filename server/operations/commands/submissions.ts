import { CommanderError } from 'commander';
import { checkConfig } from '../../config/config.ts';
import { configure } from '../../config/configure.ts';
import { OperatorError } from '../../lib/errors.ts';
import { escapeCharacters } from '../../lib/escapeCharacters.ts';
import { withStore } from './openStore.ts';
import { createProgram } from './program.ts';
import type { Session } from './session.ts';

/** `EX_USAGE` of sysexits.h. */
const wrongUsage = 64;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // EPIPE is no fault: `list | head` closes the pipe early.
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`The output cannot be written (${error.message}).\n`);
  process.exit(1);
});
// A verb finishes its work even if nobody reads its messages.
process.stderr.on('error', () => {});

// No other user may read the files that this process creates.
process.umask(0o077);

const write = (text: string) =>
  new Promise<void>((resolve) => process.stdout.write(text, (error) => error || resolve()));

const session: Session = {
  print: (text) => write(escapeCharacters(text)),
  printData: (text) => write(process.stdout.isTTY ? escapeCharacters(text) : text),
  note: (line) => void process.stderr.write(escapeCharacters(`${line}\n`)),
  terminalWidth: () => process.stdout.columns || Number.POSITIVE_INFINITY,
  config: () => configure(checkConfig),
  withStore: (work, timeout) => withStore(session.config().store, work, timeout),
};

const program = createProgram(session, {
  writeOut: (text) => void process.stdout.write(escapeCharacters(text)),
  writeErr: (text) => void process.stderr.write(escapeCharacters(text)),
});

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    // commander has printed the error.
    process.exitCode = error.exitCode && wrongUsage;
    return;
  }
  session.note(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof OperatorError ? error.exitCode : 1;
});
