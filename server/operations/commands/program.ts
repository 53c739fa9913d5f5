import { Command, type OutputConfiguration } from 'commander';
import { commandLine } from '../../config/commandLine.ts';
import type { Session } from './session.ts';
import { addBackup, addRestore } from './verbs/backup.ts';
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

For example, each after "${commandLine}":
  status                                                       is all well?
  list --state failed                                          what was not delivered
  list --plan CXN3 --since 2026-11-01 --until 2026-11-30       a month's orders of a plan
  show 7K3M9-QXD2R                                             all of one
  show --email jo@example.com                                  all of a sender
  retry --failed                                               once the cause is gone
  export --format csv > submissions.csv                        everything, for a spreadsheet
  forget --yes jo@example.com >> erased.txt                    everything of a person, with a record
  backup /var/backups/website.sqlite                           everything, in one file
  migrate --to postgres://website@db.example/website           to another database`;

/** The command line with all its verbs. Parsing rejects with a `CommanderError` for wrong usage and for help. */
export function createProgram(session: Session, output: Pick<OutputConfiguration, 'writeOut' | 'writeErr'>): Command {
  // Subcommands inherit what is set before they are added.
  const program = new Command('npm run submissions --')
    .usage('VERB')
    .description('What visitors have sent, and what became of it.')
    .exitOverride()
    .configureOutput(output)
    .showHelpAfterError('"help VERB" says more.')
    .addHelpText('after', help);
  addList(program, session);
  addShow(program, session);
  addRetry(program, session);
  addExport(program, session);
  addDelete(program, session);
  addForget(program, session);
  addPurge(program, session);
  addStatus(program, session);
  addTestMail(program, session);
  addBackup(program, session);
  addRestore(program, session);
  addMigrate(program, session);
  addWatch(program, session);
  return program;
}
