import { existsSync } from 'node:fs';
import type { OperatorConfig } from '../config/config.ts';
import { eraseWrittenMail } from '../mail/writtenMail.ts';
import type { ErasureTarget } from '../outbox/erasureTarget.ts';
import { underOperatorLock } from '../outbox/sqlite/directoryLock.ts';
import { databaseFile } from '../outbox/sqlite/sqliteDatabase.ts';
import type { Store } from '../outbox/store.ts';
import { eraseFromCopies } from './backups/copies.ts';

export type ErasureOptions = Pick<OperatorConfig, 'dataDirectory' | 'databaseUrl'>;

export type Erased = {
  readonly references: ReadonlySet<string>;
  /** Copies that cannot be opened, with the reason: they may hold what was erased, now or earlier. */
  readonly unusable: readonly string[];
};

/**
 * Erases submissions from the database and from all files of a data directory: the written mails, and the other databases
 * there. A server may be running. Rejects with an `Error` of one sentence; repeated, it goes on.
 */
export async function eraseSubmissions(store: Store, options: ErasureOptions, target: ErasureTarget): Promise<Erased> {
  const { dataDirectory, databaseUrl } = options;
  const inUse = databaseUrl === undefined ? databaseFile(dataDirectory) : undefined;
  const work = async (): Promise<Erased> => {
    const matching = await store.submissions.matching(target);
    // The database comes last: until then, a repetition finds what is left.
    const { erased, unusable } = await eraseFromCopies(dataDirectory, inUse, new Set(matching), target);
    const references = new Set([...matching, ...erased]);
    const eraseMail = () =>
      eraseWrittenMail(dataDirectory, references, target.by === 'delivery' ? target.before : undefined);
    await eraseMail();
    await store.submissions.delete(matching);
    await eraseMail();
    await store.maintenance.removeRemnants();
    return { references, unusable };
  };
  // With a database elsewhere, a command may run where no server has.
  return inUse === undefined && !existsSync(dataDirectory) ? work() : underOperatorLock(dataDirectory, work);
}
