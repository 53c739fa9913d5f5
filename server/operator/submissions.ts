import { existsSync } from 'node:fs';
import { readOperatorConfig } from '../config.ts';
import { configure } from '../configure.ts';
import { escapeCharacters } from '../escapeCharacters.ts';
import { databaseFile, sqliteCode } from '../submissions/sqliteDatabase.ts';
import { openSqliteStore, openSqliteStoreBesideServer } from '../submissions/sqliteStore.ts';
import type { Store } from '../submissions/store.ts';
import { readCommand, UsageError, usage } from './command.ts';
import { perform } from './perform.ts';

// `list | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** Escapes all output: strangers wrote much of it. */
function write(stream: NodeJS.WriteStream, text: string): void {
  stream.write(escapeCharacters(text));
}

function openBesideServer(file: string): Store {
  try {
    return openSqliteStoreBesideServer(file);
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    throw new Error(`${file} cannot be read (${error instanceof Error ? error.message : error})`, { cause: error });
  }
}

async function run(): Promise<number> {
  const command = readCommand(process.argv.slice(2));
  if (command.verb === 'help') {
    write(process.stdout, usage);
    return 0;
  }
  const config = configure(readOperatorConfig);
  const file = databaseFile(config.dataDirectory);
  // Before the server has run there is no file, and this command does not create it.
  const store = existsSync(file) ? openBesideServer(file) : openSqliteStore(':memory:', 'localhost');
  try {
    const { done, output, notice } = await perform(command, store, Date.now() - config.retentionMilliseconds);
    if (output) write(process.stdout, output);
    if (notice) write(process.stderr, `${notice}\n`);
    return done ? 0 : 1;
  } finally {
    await store.close();
  }
}

run().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    write(process.stderr, `${error instanceof Error ? error.message : error}\n${isUsage ? `\n${usage}` : ''}`);
    // 64: wrong usage (sysexits.h).
    process.exitCode = isUsage ? 64 : 1;
  },
);
