import { Command, type OutputConfiguration } from 'commander';
import { addBackup, addRestore } from './backup.ts';
import { addDelete, addForget, addPurge } from './erase.ts';
import { addExport } from './export.ts';
import { addList } from './list.ts';
import { addMigrate } from './migrate.ts';
import { addRetry } from './retry.ts';
import { examples, type Session } from './session.ts';
import { addShow } from './show.ts';
import { addStatus } from './status.ts';
import { addTestMail } from './testMail.ts';
import { addWatch } from './watch.ts';

/** The command line with all its verbs. Parsing rejects with a `CommanderError` for wrong usage and for help. */
export function createProgram(session: Session, output: Pick<OutputConfiguration, 'writeOut' | 'writeErr'>): Command {
  // Subcommands inherit what is set before they are added.
  const program = new Command('npm run submissions --')
    .usage('VERB')
    .description('What visitors have sent, and what became of it.')
    .exitOverride()
    .configureOutput(output)
    .showHelpAfterError('"help VERB" says more.')
    .addHelpText(
      'after',
      `
ID is a submission's reference, such as 7K3M9-QXD2R. DATA_DIR and the other variables are read like the server's, also
from .env. All but restore and migrate work beside the running server. "help VERB" says more.
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
    addMigrate,
    addWatch,
  ])
    add(program, session);
  return program;
}
