import type { Command } from 'commander';
import { commandLine } from '../../config/commandLine.ts';
import { newCommand, type Terminal } from './terminal.ts';
import { addBackup, addRestore } from './verbs/backupAndRestore.ts';
import { addDelete, addForget, addPurge } from './verbs/erase.ts';
import { addExport } from './verbs/export.ts';
import { addList } from './verbs/list.ts';
import { addMigrate } from './verbs/migrate.ts';
import { addRetry } from './verbs/retry.ts';
import { addShow } from './verbs/show.ts';
import { addStatus } from './verbs/status.ts';
import { addTestMail } from './verbs/testMail.ts';
import { addWatch } from './verbs/watch.ts';

const help = `
ID is a submission's reference, such as 7K3M9-QXD2R. DATA_DIR and the other variables are read like the server's, also
from .env. All but restore and migrate work beside the running server. "help VERB" says more.

Example: ${commandLine} list --state failed`;

/** What follows the name of the program in the example at the end of a verb's help. The other verbs need no argument. */
const examples: Readonly<Record<string, string>> = {
  show: 'show 7K3M9-QXD2R',
  retry: 'retry --failed',
  export: 'export --format csv --kind order > orders.csv',
  delete: 'delete 7K3M9-QXD2R',
  forget: 'forget name@example.com',
  backup: 'backup /srv/backups/website.sqlite',
  restore: 'restore /srv/backups/website.sqlite',
  migrate: 'migrate --to postgres://website@db.example:5432/website',
};

/** In the order of the help. */
const verbs = [
  ...[addList, addShow, addRetry, addExport, addDelete, addForget, addPurge],
  ...[addStatus, addTestMail, addBackup, addRestore, addMigrate, addWatch],
];

/** The command line with all its verbs. Parsing rejects with a `CommanderError` for wrong usage, and after help was printed. */
export function createProgram(terminal: Terminal): Command {
  const program = newCommand('npm run submissions --', terminal)
    .usage('VERB')
    .description('What visitors have sent, and what became of it.')
    .showHelpAfterError('"help VERB" says more.')
    .addHelpText('after', help);
  for (const addVerb of verbs) addVerb(program, terminal);
  for (const command of program.commands) {
    const example = examples[command.name()] ?? command.name();
    command.addHelpText('after', `\nExample: ${commandLine} ${example}`);
  }
  return program;
}
