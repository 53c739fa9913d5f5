import { existsSync } from 'node:fs';
import { readOperatorConfig } from '../config.ts';
import { configure } from '../configure.ts';
import { databaseFile, sqliteCode } from '../submissions/sqliteDatabase.ts';
import { openSqliteStore, openSqliteStoreBesideServer } from '../submissions/sqliteStore.ts';
import type { Store } from '../submissions/store.ts';
import { readCommand, UsageError, usage } from './command.ts';
import { perform } from './perform.ts';

// `list | head` ends the pipe early: no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const openBesideServer = (file: string): Store => {
  try {
    return openSqliteStoreBesideServer(file);
  } catch (error) {
    if (sqliteCode(error) === undefined) throw error;
    throw new Error(`${file} cannot be read (${error instanceof Error ? error.message : error})`, { cause: error });
  }
};

const run = async (): Promise<number> => {
  const command = readCommand(process.argv.slice(2));
  if (command.verb === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  const config = configure(readOperatorConfig);
  const file = databaseFile(config.dataDirectory);
  // Before the server has ever run there is nothing to look at, and it isn't ours to make.
  const store = existsSync(file) ? openBesideServer(file) : openSqliteStore(':memory:', 'localhost');
  try {
    const { done, output, notice } = await perform(command, store, Date.now() - config.retentionMilliseconds);
    if (output) process.stdout.write(output);
    if (notice) process.stderr.write(`${notice}\n`);
    return done ? 0 : 1;
  } finally {
    await store.close();
  }
};

run().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    const isUsage = error instanceof UsageError;
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${isUsage ? `\n${usage}` : ''}`);
    // 64: wrong usage (sysexits.h).
    process.exitCode = isUsage ? 64 : 1;
  },
);
