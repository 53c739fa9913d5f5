import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { type Outbox, openOutbox } from '../outbox/outbox.ts';
import { backUpBeforeSchemaChange } from './backups/automaticBackups.ts';

/** Opens the outbox of the site. Makes a backup before the schema changes. Rejects with an `OperatorError`. */
export function openSiteStore(store: Config['store'], log: Logger): Promise<Outbox> {
  return openOutbox({ ...store, log, backUp: (directory) => backUpBeforeSchemaChange(directory, log) });
}
