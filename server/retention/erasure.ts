import { existsSync } from 'node:fs';
import { eraseWrittenMail, type MailErasure } from '../mail/writtenMail.ts';
import { eraseFromCopies } from '../outbox/backups/copies.ts';
import type { ErasableStore } from '../outbox/erasableStore.ts';
import type { ErasureTarget } from '../outbox/erasureTarget.ts';
import { underOperatorLock } from '../outbox/sqlite/directoryLock.ts';

export type ErasureOptions = Pick<MailErasure, 'dataDirectory' | 'mailFrom' | 'mailTo' | 'unknownBefore'>;

export type Erased = {
  readonly references: ReadonlySet<string>;
  /** Copies that cannot be opened, with the reason: they may hold what was erased, now or earlier. */
  readonly unusable: readonly string[];
};

/**
 * Erases submissions from the database and from all files of a data directory: the written mails, and the other databases
 * there. A server may be running. Rejects with an `Error` of one sentence; repeated, it goes on.
 */
export async function eraseSubmissions(
  store: ErasableStore,
  options: ErasureOptions,
  target: ErasureTarget,
): Promise<Erased> {
  const { dataDirectory } = options;
  const work = async (): Promise<Erased> => {
    const matching = await store.matching(target);
    // The database comes last: until then, a repetition finds what is left.
    const { erased, unusable } = await eraseFromCopies(dataDirectory, store.file, new Set(matching), target);
    const references = new Set([...matching, ...erased]);
    const mail = { ...options, references, find: store.find };
    await eraseWrittenMail(mail);
    await store.deleteRows(matching);
    await eraseWrittenMail(mail);
    await store.removeRemnants();
    return { references, unusable };
  };
  // With a database elsewhere, a command may run where no server has.
  return store.file === undefined && !existsSync(dataDirectory) ? work() : underOperatorLock(dataDirectory, work);
}
