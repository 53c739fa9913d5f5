import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { OperatorConfig } from '../config/config.ts';
import { referencePattern } from '../lib/reference.ts';
import { mailFolder } from '../mail/transport.ts';
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

/** Handles the error of a file that is not there: the server gives a draft its last name while this reads the folder. */
function ifGone<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}

/** The reference in the name of a mail's file, finished or not; undefined: it is another file. */
function referenceOf(name: string): string | undefined {
  const [, reference = ''] = /^([^.]+)(?:\.\w+)?\.eml(?:\.draft)?$/.exec(name) ?? [];
  return referencePattern.test(reference) ? reference : undefined;
}

/** Removes the written mails about submissions, and those that were written before a time, in milliseconds since 1970. */
async function eraseWrittenMail(dataDirectory: string, references: ReadonlySet<string>, before = 0): Promise<void> {
  const folder = mailFolder(dataDirectory);
  for (const name of await readdir(folder).catch(ifGone<string[]>([]))) {
    const reference = referenceOf(name);
    if (reference === undefined) continue;
    const file = path.join(folder, name);
    const writtenAt = (await stat(file).catch(ifGone(undefined)))?.mtimeMs ?? before;
    if (references.has(reference) || writtenAt < before) await rm(file, { force: true });
  }
}

/**
 * Erases submissions from the database and from all files of a data directory: the written mails, and the other databases
 * there. `store.maintenance.removeRemnants` is still to follow. A server may be running. Rejects with an `Error` of one sentence.
 */
export async function eraseSubmissions(store: Store, options: ErasureOptions, target: ErasureTarget): Promise<Erased> {
  const { dataDirectory, databaseUrl } = options;
  const inUse = databaseUrl === undefined ? databaseFile(dataDirectory) : undefined;
  const work = async (): Promise<Erased> => {
    const matching = await store.submissions.matching(target);
    // The database comes last: if this is interrupted, a second run still finds the references there.
    const { erased, unusable } = await eraseFromCopies(dataDirectory, inUse, new Set(matching), target);
    const references = new Set([...matching, ...erased]);
    const eraseMail = () =>
      eraseWrittenMail(dataDirectory, references, target.by === 'delivery' ? target.before : undefined);
    await eraseMail();
    await store.submissions.delete(matching);
    await eraseMail();
    return { references, unusable };
  };
  // With a database elsewhere, a command may run where no server has.
  return inUse === undefined && !existsSync(dataDirectory) ? work() : underOperatorLock(dataDirectory, work);
}
