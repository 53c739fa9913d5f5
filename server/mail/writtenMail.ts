import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { referencePattern } from '../lib/reference.ts';

/** The folder of the mails that are written as files when there is no mail server. */
export function mailFolder(dataDirectory: string): string {
  return path.join(dataDirectory, 'mail');
}

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
export async function eraseWrittenMail(
  dataDirectory: string,
  references: ReadonlySet<string>,
  before = 0,
): Promise<void> {
  const folder = mailFolder(dataDirectory);
  for (const name of await readdir(folder).catch(ifGone<string[]>([]))) {
    const reference = referenceOf(name);
    if (reference === undefined) continue;
    const file = path.join(folder, name);
    const writtenAt = (await stat(file).catch(ifGone(undefined)))?.mtimeMs ?? before;
    if (references.has(reference) || writtenAt < before) await rm(file, { force: true });
  }
}
