import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { referencePattern } from '../lib/reference.ts';
import type { Submission } from '../outbox/store.ts';
import { ofConfirmation } from './confirmationMail.ts';
import { composeDigest } from './digest.ts';
import type { MailAddresses } from './mail.ts';
import { writeMail } from './transport.ts';

/** The folder of the mails that are written as files when there is no mail server. */
export function mailFolder(dataDirectory: string): string {
  return path.join(dataDirectory, 'mail');
}

const maxHeaderBytes = 65_536;

type About = { readonly references: readonly string[]; readonly messageId: string };

/** The Message-ID in the header of a mail, and the references. */
async function headerOf(file: string): Promise<About> {
  await using mail = await open(file);
  const { buffer, bytesRead } = await mail.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
  const [header = ''] = buffer.toString('latin1', 0, bytesRead).split('\r\n\r\n');
  return {
    references: [...header.matchAll(/^X-Reference: *(\S+)/gim)].map(([, reference = '']) => reference),
    messageId: /^Message-ID: *(\S+)/im.exec(header)?.[1] ?? '',
  };
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

export type MailErasure = MailAddresses & {
  readonly dataDirectory: string;
  /** Those whose mails go. */
  readonly references: ReadonlySet<string>;
  /** The submissions that stay. */
  readonly find: (reference: string) => Promise<Submission | undefined>;
  /** Mails older than this go too if the store knows none of their submissions. Milliseconds since 1970. */
  readonly unknownBefore?: number | undefined;
};

/** Removes the written mails about submissions. A digest is written anew without them. */
export async function eraseWrittenMail({
  references,
  find,
  unknownBefore = 0,
  ...options
}: MailErasure): Promise<void> {
  const folder = mailFolder(options.dataDirectory);
  const names = await readdir(folder).catch(ifGone<string[]>([]));
  for (const name of names) {
    const [, stem, isDraft] = /^(.+)\.eml(\.draft)?$/.exec(name) ?? [];
    if (stem === undefined) continue;
    const file = path.join(folder, name);
    const [own = ''] = stem.split(ofConfirmation);
    const { references: about, messageId } = referencePattern.test(own)
      ? { references: [own], messageId: '' }
      : await headerOf(file).catch(ifGone<About>({ references: [], messageId: '' }));
    const isErased = about.some((reference) => references.has(reference));
    const isOld = unknownBefore > 0 && about.length > 0 && (await writtenAt(file)) < unknownBefore;
    if (!isErased && !isOld) continue;
    const others = await Promise.all(about.filter((reference) => !references.has(reference)).map(find));
    const [first, ...more] = others.filter((found) => found !== undefined);
    if (!first || (isErased && isDraft)) await rm(file, { force: true });
    else if (isErased) await writeMail(folder, composeDigest({ messageId, submissions: [first, ...more] }, options));
  }
}
