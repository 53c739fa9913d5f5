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

/** Milliseconds since 1970. */
async function writtenAt(file: string): Promise<number> {
  const stats = await stat(file).catch(ifGone(undefined));
  return stats?.mtimeMs ?? Number.POSITIVE_INFINITY;
}

/** Whether a mail was written before a time, in milliseconds since 1970. */
export async function hasMailBefore(dataDirectory: string, time: number): Promise<boolean> {
  const folder = mailFolder(dataDirectory);
  for (const name of await readdir(folder).catch(ifGone<string[]>([])))
    if ((await writtenAt(path.join(folder, name))) < time) return true;
  return false;
}

/** The reference in the name of a mail's file, finished or not; undefined: it is another file. */
function referenceOf(name: string): string | undefined {
  const [, reference = ''] = /^([^.]+)(?:\.\w+)?\.eml(?:\.draft)?$/.exec(name) ?? [];
  return referencePattern.test(reference) ? reference : undefined;
}

export type WrittenMailErasure = {
  readonly dataDirectory: string;
  /** Those whose mails go. */
  readonly references: ReadonlySet<string>;
  /** Whether the store has a submission. */
  readonly isKnown: (reference: string) => Promise<boolean>;
  /** Mails older than this go too if the store does not know their submission. Milliseconds since 1970. */
  readonly unknownBefore?: number | undefined;
};

/** Removes the written mails about submissions. */
export async function eraseWrittenMail(options: WrittenMailErasure): Promise<void> {
  const { dataDirectory, references, isKnown, unknownBefore = 0 } = options;
  const folder = mailFolder(dataDirectory);
  for (const name of await readdir(folder).catch(ifGone<string[]>([]))) {
    const reference = referenceOf(name);
    if (reference === undefined) continue;
    const file = path.join(folder, name);
    const isOld = async () =>
      unknownBefore > 0 && (await writtenAt(file)) < unknownBefore && !(await isKnown(reference));
    if (references.has(reference) || (await isOld())) await rm(file, { force: true });
  }
}
