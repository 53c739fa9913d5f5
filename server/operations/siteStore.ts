import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { backUpBeforeSchemaChange } from './backups/automaticBackups.ts';

/** Opens the outbox of the site. `isNew`: whether this process has created its database. Rejects with a `OperatorError`. */
export async function openSiteStore(store: Config['store'], mailDomain: string, log: Logger) {
  let isNew = false;
  const outbox = await openOutbox({
    ...store,
    mailDomain,
    log,
    backUp: async (directory) => {
      const backup = await backUpBeforeSchemaChange(directory);
      if (backup) log.info(backup, 'database backed up before its schema changes');
    },
    onCreated: () => {
      isNew = true;
    },
    // Waiting does not help.
    onFault: ({ message, exitCode }) => {
      log.fatal(message);
      process.exit(exitCode);
    },
  });
  return { ...outbox, isNew: () => isNew };
}
