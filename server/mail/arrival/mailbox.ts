import type { FetchMessageObject, ImapFlow, ListResponse } from 'imapflow';
import { imapOptions } from '../../config/imapUrl.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { arrivalLimits, type FoundCopy, type MailFolder } from '../../outbox/store.ts';
import { authenticationOf } from './authenticationResults.ts';
import { type Bounce, bounceOf } from './bounce.ts';
import { headerOf } from './headers.ts';
import { mailboxFaultOf } from './mailboxFault.ts';

/** Message-IDs in one search: servers take lines of 8,000 bytes. */
const idsAtOnce = 50;
/** Mails whose headers are read after a search. */
const copiesAtOnce = 100;
/** Bytes of a mail's headers. Mail servers take no more. */
const headerLength = 128 * 1024;
/** Bytes of a bounce's status and of the headers that it returns, and the bounces that one look reads. */
const bounceLength = 32 * 1024;
const bouncesAtOnce = 200;
/** A mail may be filed before it is recorded as sent: so much earlier, in milliseconds, it is looked for. */
const margin = deadlines.mail.sending + deadlines.mail.recording;
const day = 24 * 60 * 60 * 1000;
/** A bounce may come before its mail is recorded as sent, so it is read again for this long, in milliseconds. */
const bounceReadFor = 10 * 60 * 1000;

/** `bouncedAt`: by the mail server's clock, in milliseconds since 1970. */
export type FoundBounce = Bounce & { readonly bouncedAt: number };

export type Search = {
  readonly messageIds: readonly string[];
  /** Milliseconds since the first of them, or a bounce that is news, may have come. */
  readonly age: number;
  /** Called with copies, those first that matter more. What is told of the same mail later counts no more. */
  readonly onCopies: (copies: readonly FoundCopy[]) => Promise<void>;
  readonly onBounces: (bounces: readonly FoundBounce[]) => Promise<void>;
};

/** The UID that the next mail of a folder had at a time of `performance.now()`: later mails have this one or a greater. */
type Mark = { readonly at: number; readonly uidNext: number };

/** What outlives a connection. Keys have the folder's UIDVALIDITY: https://www.rfc-editor.org/rfc/rfc9051#section-2.3.1.1 */
export type MailboxMemory = {
  /** Whether there was a folder for junk. */
  hadJunk: boolean;
  readonly marks: Map<string, readonly Mark[]>;
  /** When each bounce was first read. */
  readonly bounces: Map<string, number>;
};

export function newMailboxMemory(): MailboxMemory {
  return { hadJunk: false, marks: new Map(), bounces: new Map() };
}

export type Mailbox = {
  /**
   * Reads only headers and, of bounces, the status; changes nothing. Resolves with whether a folder that was there before could not be
   * looked into. Rejects with imapflow's error.
   */
  look(search: Search): Promise<boolean>;
  isOpen(): boolean;
};

type Folder = { readonly kind: MailFolder; readonly path: string };

/**
 * The folders that mails may be in, those first that matter more: of several copies the first counts. What is marked `\\All` may hold
 * junk too.
 */
function foldersIn(list: readonly ListResponse[]): Folder[] {
  const marked = (kind: MailFolder): Folder[] => {
    const found = list.find(({ specialUse, flags }) => specialUse === `\\${kind}` && !flags.has('\\Noselect'));
    return found ? [{ kind, path: found.path }] : [];
  };
  const [all] = [...marked('All'), ...marked('Archive')];
  return [{ kind: 'INBOX', path: 'INBOX' }, ...marked('Junk'), ...(all ? [all] : [])];
}

type Range = { readonly uid: string } | { readonly since: Date };

async function search(client: ImapFlow, query: Parameters<ImapFlow['search']>[0]): Promise<number[]> {
  const uids = await client.search(query, { uid: true });
  if (uids === undefined) throw new Error('no folder is open');
  if (!uids) throw Object.assign(new Error('the server refused a search'), { responseStatus: 'NO' });
  return uids;
}

function timeOf({ internalDate }: FetchMessageObject): number {
  const time = new Date(internalDate ?? Number.NaN).getTime();
  return Number.isNaN(time) ? Date.now() : time;
}

function partOf({ bodyParts }: FetchMessageObject, key: string): string {
  return bodyParts?.get(key.toLowerCase())?.toString() ?? '';
}

/**
 * What limits a search to mails that came in the last so many milliseconds. By their UIDs, which a server has in order, that takes
 * milliseconds among 100,000 mails; by their dates, a second or more.
 */
function rangeOf(age: number, marks: readonly Mark[]): Range {
  const mark = marks.findLast(({ at }) => performance.now() - at > age + margin);
  // A date of SEARCH is a day of the server's time zone.
  return mark ? { uid: `${mark.uidNext}:*` } : { since: new Date(Date.now() - age - day) };
}

/** The marks with one for now: one in five minutes is kept, for as long as a mail is looked for. */
function marksWith(marks: readonly Mark[], at: number, uidNext: number): readonly Mark[] {
  if (!uidNext || at - (marks.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < margin) return marks;
  return [...marks.filter((mark) => at - mark.at < arrivalLimits.lookedFor + day), { at, uidNext }];
}

/** Tells the copies in the selected folder. */
async function findCopies(
  client: ImapFlow,
  folder: MailFolder,
  range: Range,
  ids: readonly string[],
  onCopies: Search['onCopies'],
): Promise<void> {
  if (ids.length === 0) return;
  const isTooMany = ids.length > idsAtOnce;
  const uids = isTooMany
    ? []
    : await search(client, { ...range, or: ids.map((id) => ({ header: { 'Message-ID': id } })) });
  // A stranger may send many mails with one id, also as a part of another. They hide no mail but that one.
  if (isTooMany || (uids.length > copiesAtOnce && ids.length > 1)) {
    const half = Math.ceil(ids.length / 2);
    for (const some of [ids.slice(0, half), ids.slice(half)]) await findCopies(client, folder, range, some, onCopies);
    return;
  }
  if (uids.length === 0) return;
  const copies: FoundCopy[] = [];
  const query = { internalDate: true, bodyParts: [{ key: 'HEADER', maxLength: headerLength }] };
  for await (const message of client.fetch(uids.slice(0, copiesAtOnce).join(), query, { uid: true })) {
    const headers = message.headers?.toString() ?? '';
    const messageId = headerOf(headers, 'message-id') ?? '';
    if (ids.includes(messageId))
      copies.push({ messageId, folder, arrivedAt: timeOf(message), ...authenticationOf(headers) });
  }
  await onCopies(copies);
}

async function readBounces(client: ImapFlow, uids: readonly number[]): Promise<FoundBounce[]> {
  const read = async (some: readonly number[], ...keys: string[]): Promise<FetchMessageObject[]> => {
    const bodyParts = keys.map((key) => ({ key, maxLength: bounceLength }));
    return some.length === 0 ? [] : client.fetchAll(some.join(), { internalDate: true, bodyParts }, { uid: true });
  };
  // The second part is the status, the third the mail that came back, or its headers: https://www.rfc-editor.org/rfc/rfc6522#section-3
  const returned = { mail: '3.HEADER', headers: '3' };
  const found: Record<keyof typeof returned, number[]> = { mail: [], headers: [] };
  for (const message of await read(uids, '2.MIME', '3.MIME')) {
    const typeOf = (key: string) => headerOf(partOf(message, key), 'content-type')?.toLowerCase() ?? '';
    if (typeOf('2.MIME').startsWith('message/delivery-status'))
      found[typeOf('3.MIME').startsWith('text/rfc822-headers') ? 'headers' : 'mail'].push(message.uid);
  }
  const bounces: FoundBounce[] = [];
  for (const kind of ['mail', 'headers'] as const)
    for (const message of await read(found[kind], '2', returned[kind])) {
      const bounce = bounceOf(partOf(message, '2'), partOf(message, returned[kind]));
      if (bounce) bounces.push({ ...bounce, bouncedAt: timeOf(message) });
    }
  return bounces;
}

/** The same without those that the server refuses to read. */
async function readableBounces(client: ImapFlow, uids: readonly number[]): Promise<FoundBounce[]> {
  try {
    return await readBounces(client, uids);
  } catch (error) {
    if (mailboxFaultOf(error) !== 'folder') throw error;
    if (uids.length === 1) return [];
    const half = Math.ceil(uids.length / 2);
    return [
      ...(await readableBounces(client, uids.slice(0, half))),
      ...(await readableBounces(client, uids.slice(half))),
    ];
  }
}

/** Tells the bounces in the selected folder that may be news. */
async function findBounces(
  client: ImapFlow,
  key: string,
  range: Range,
  { bounces }: MailboxMemory,
  onBounces: Search['onBounces'],
): Promise<void> {
  const now = Date.now();
  for (const [read, at] of bounces) if (now - at > arrivalLimits.lookedFor + day) bounces.delete(read);
  const uids = await search(client, { ...range, header: { 'Content-Type': 'multipart/report' } });
  const firstRead = (uid: number) => bounces.get(`${key}/${uid}`);
  const unread = uids.filter((uid) => firstRead(uid) === undefined);
  const recent = uids.filter((uid) => now - (firstRead(uid) ?? 0) < bounceReadFor);
  const some = [...unread.reverse(), ...recent].slice(0, bouncesAtOnce);
  if (some.length === 0) return;
  await onBounces(await readableBounces(client, some));
  for (const uid of some) if (firstRead(uid) === undefined) bounces.set(`${key}/${uid}`, now);
}

export type MailboxOptions = {
  readonly imapUrl: string;
  readonly memory: MailboxMemory;
  /** Called when the INBOX has new mail, where the server tells it. */
  readonly onChange: () => void;
  /** Ends the connection. */
  readonly signal: AbortSignal;
};

/** Opens a mailbox. Rejects with imapflow's error. */
export async function openMailbox({ imapUrl, memory, onChange, signal }: MailboxOptions): Promise<Mailbox> {
  const { ImapFlow: Client } = await import(/* webpackMode: "lazy", webpackChunkName: "imapflow" */ 'imapflow');
  signal.throwIfAborted();
  const { connection, greeting, silence } = deadlines.mail;
  const client = new Client({
    ...imapOptions(imapUrl),
    connectionTimeout: connection,
    greetingTimeout: greeting,
    socketTimeout: silence,
    maxLineLength: 1_000_000,
    maxLiteralSize: 2 * headerLength,
    // IDLE begins soon after a look, on the INBOX that it leaves selected.
    autoIdleDelay: 500,
    disableCompression: true,
  });
  // What is under way rejects too.
  client.on('error', () => {});
  client.on('exists', onChange);
  const end = () => client.close();
  signal.addEventListener('abort', end);
  client.on('close', () => signal.removeEventListener('abort', end));
  await client.connect();

  return {
    look: async ({ messageIds, age, onCopies, onBounces }) => {
      const folders = foldersIn(await client.list());
      const hasJunk = folders.some(({ kind }) => kind === 'Junk');
      let lacksFolder = memory.hadJunk && !hasJunk;
      memory.hadJunk ||= hasJunk;
      let inboxNext: number | undefined;
      for (const { kind, path } of folders) {
        try {
          const openedAt = performance.now();
          const { uidValidity, uidNext } = await client.mailboxOpen(path, { readOnly: true });
          inboxNext ??= uidNext;
          const key = `${path}/${uidValidity}`;
          const marks = memory.marks.get(key) ?? [];
          memory.marks.set(key, marksWith(marks, openedAt, uidNext));
          const range = rangeOf(age, marks);
          await findCopies(client, kind, range, messageIds, onCopies);
          await findBounces(client, key, range, memory, onBounces);
        } catch (error) {
          if (kind === 'INBOX' || mailboxFaultOf(error) !== 'folder') throw error;
          lacksFolder = true;
        }
      }
      if (folders.length > 1) {
        const { uidNext } = await client.mailboxOpen('INBOX', { readOnly: true });
        // Of what came while another folder was open, the server tells nothing.
        if (uidNext !== inboxNext) onChange();
      }
      return lacksFolder;
    },
    isOpen: () => client.usable,
  };
}
