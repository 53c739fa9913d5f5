import { Command, CommanderError } from 'commander';
import { readOperatorConfig } from '../config.ts';
import { configure } from '../configure.ts';
import { escapeCharacters } from '../escapeCharacters.ts';
import { databaseFile } from '../submissions/sqliteDatabase.ts';
import { addBackup, addRestore } from './backup.ts';
import { addDelete, addForget, addPurge } from './erase.ts';
import { addExport } from './export.ts';
import { addList } from './list.ts';
import { openStore, storeFault } from './openStore.ts';
import { addRetry } from './retry.ts';
import { examples, type Session } from './session.ts';
import { addShow } from './show.ts';
import { addStatus } from './status.ts';
import { addTestMail } from './testMail.ts';
import { addWatch } from './watch.ts';

/** `EX_USAGE` of sysexits.h. */
const wrongUsage = 64;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `list | head` closes the pipe early.
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`The output cannot be written (${error.message}).\n`);
  process.exit(1);
});

// No other user may read the files that this process creates.
process.umask(0o077);

const config = () => configure(readOperatorConfig);

const session: Session = {
  print: (text) =>
    new Promise((resolve) => process.stdout.write(escapeCharacters(text), (error) => error || resolve())),
  note: (line) => void process.stderr.write(escapeCharacters(`${line}\n`)),
  terminalWidth: () => (process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY),
  config,
  withStore: async (work) => {
    const { dataDirectory } = config();
    const store = openStore(dataDirectory);
    try {
      return await work(store);
    } catch (error) {
      throw storeFault(databaseFile(dataDirectory), error);
    } finally {
      await store.close();
    }
  },
};

// Subcommands inherit what is set before they are added.
const program = new Command('npm run submissions --')
  .usage('VERB')
  .description('What visitors have sent, and what became of it.')
  .exitOverride()
  .configureOutput({
    writeOut: (text) => void process.stdout.write(escapeCharacters(text)),
    writeErr: (text) => void process.stderr.write(escapeCharacters(text)),
  })
  .showHelpAfterError()
  .addHelpText(
    'after',
    `
ID is a submission's reference, such as 7K3M9-QXD2R. DATA_DIR and the other variables are read like the server's, also
from .env. Each verb works beside the running server. "help VERB" says more.
${examples(
  ['status', 'is all well?'],
  ['list --state failed', 'what was not delivered'],
  ['show 7K3M9-QXD2R', 'all of one'],
  ['retry --failed', 'once the cause is gone'],
)}`,
  );

for (const add of [
  addList,
  addShow,
  addRetry,
  addExport,
  addDelete,
  addForget,
  addPurge,
  addStatus,
  addTestMail,
  addBackup,
  addRestore,
  addWatch,
])
  add(program, session);

program.parseAsync().catch((error: unknown) => {
  // commander has printed its own.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : wrongUsage;
  else {
    session.note(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
});
