import type { FetchMessageObject, ImapFlow, ListResponse } from 'imapflow';
import { imapOptions } from '../../config/mailServerUrl.ts';
import { deadlines } from '../../lib/deadlines.ts';
import type { AwaitedMails, FoundCopy, MailboxFault } from '../../outbox/mailbox.ts';
import type { MailFolder } from '../../outbox/mails.ts';
import { type Bounce, bounceOf, headerValue } from './bounce.ts';

/** The most Message-IDs in one search, because servers need not accept lines over 8,000 bytes. */
const idsAtOnce = 50;
/** Of the mails that one search finds, at most this many are read, the newest. */
const mostRead = 200;
/** The most bytes that are read of a mail's headers. */
const headerLength = 128 * 1024;
/** The most bytes that are read of each part of a bounce. */
const bounceLength = 32 * 1024;
/** In milliseconds. Each search begins earlier by this time, because a mail may arrive before it is recorded as sent. */
const margin = deadlines.mail.sending + deadlines.mail.recording;
const day = 24 * 60 * 60 * 1000;

export type Copy = FoundCopy & { readonly headers: string };
/** `bouncedAt` is in milliseconds since 1970, on the mail server's clock. */
export type FoundBounce = Bounce & { readonly bouncedAt: number };

export type LookResult = { readonly copies: readonly Copy[]; readonly bounces: readonly FoundBounce[] };

type Folder = { readonly kind: MailFolder; readonly path: string };

/** The folders that mails may be in. The last folder counts if a mail is in several: a mail in Junk may be in All as well. */
function foldersIn(list: readonly ListResponse[]): Folder[] {
  const marked = (kind: MailFolder): Folder[] => {
    const found = list.find(({ specialUse, flags }) => specialUse === `\\${kind}` && !flags.has('\\Noselect'));
    return found ? [{ kind, path: found.path }] : [];
  };
  const [all] = [...marked('All'), ...marked('Archive')];
  return [...(all ? [all] : []), ...marked('Junk'), { kind: 'INBOX', path: 'INBOX' }];
}

/** The UIDs of the newest mails that match. One day is added to the age: SEARCH compares days in the server's time zone. */
async function search(client: ImapFlow, age: number, query: object): Promise<number[]> {
  const since = new Date(Date.now() - age - margin - day);
  const uids = await client.search({ since, ...query }, { uid: true });
  if (!uids) throw Object.assign(new Error('the server refused a search'), { responseStatus: 'NO' });
  return uids.slice(-mostRead);
}

function timeOf({ internalDate }: FetchMessageObject): number {
  const time = new Date(internalDate ?? Number.NaN).getTime();
  return Number.isNaN(time) ? Date.now() : time;
}

function partOf({ bodyParts }: FetchMessageObject, key: string): string {
  return bodyParts?.get(key.toLowerCase())?.toString() ?? '';
}

async function fetchParts(
  client: ImapFlow,
  uids: readonly number[],
  maxLength: number,
  keys: readonly string[],
): Promise<FetchMessageObject[]> {
  const bodyParts = keys.map((key) => ({ key, maxLength }));
  return uids.length === 0 ? [] : client.fetchAll(uids.join(), { internalDate: true, bodyParts }, { uid: true });
}

/** Finds the copies of awaited mails in the opened folder. */
async function findCopies(client: ImapFlow, folder: MailFolder, { messageIds, age }: AwaitedMails): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (let done = 0; done < messageIds.length; done += idsAtOnce) {
    const or = messageIds.slice(done, done + idsAtOnce).map((id) => ({ header: { 'Message-ID': id } }));
    for (const message of await fetchParts(client, await search(client, age, { or }), headerLength, ['HEADER'])) {
      const headers = message.headers?.toString() ?? '';
      const messageId = headerValue(headers, 'message-id') ?? '';
      if (messageIds.includes(messageId)) copies.push({ messageId, folder, arrivedAt: timeOf(message), headers });
    }
  }
  return copies;
}

/** Finds bounces that came after the last look, or up to `margin` before it: their mails were perhaps not recorded as sent then. */
async function findBounces(client: ImapFlow, { lookAge }: AwaitedMails): Promise<FoundBounce[]> {
  const uids = await search(client, lookAge, { header: { 'Content-Type': 'multipart/report' } });
  // Part 2 is the status. Part 3 is the returned mail, or its headers: https://www.rfc-editor.org/rfc/rfc6522#section-3
  const messages = await fetchParts(client, uids, bounceLength, ['2', '3']);
  const isRecent = (message: FetchMessageObject) => timeOf(message) > Date.now() - lookAge - margin;
  return messages.filter(isRecent).flatMap((message) => {
    const bounce = bounceOf(partOf(message, '2'), partOf(message, '3'));
    return bounce ? [{ ...bounce, bouncedAt: timeOf(message) }] : [];
  });
}

/**
 * Reads the mailbox of an IMAP URL: only headers, and the status of bounces. Changes nothing. Rejects with imapflow's error, or
 * when the signal ends the connection.
 */
export async function look(imapUrl: string, wanted: AwaitedMails, signal: AbortSignal): Promise<LookResult> {
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
    disableAutoIdle: true,
    disableCompression: true,
  });
  // The running command rejects with the same error. Without this listener, the error would end the process.
  client.on('error', () => {});
  const end = () => client.close();
  signal.addEventListener('abort', end);
  try {
    await client.connect();
    const copies: Copy[] = [];
    const bounces: FoundBounce[] = [];
    for (const { kind, path } of foldersIn(await client.list())) {
      await client.mailboxOpen(path, { readOnly: true });
      copies.push(...(await findCopies(client, kind, wanted)));
      if (kind === 'INBOX') bounces.push(...(await findBounces(client, wanted)));
    }
    return { copies, bounces };
  } finally {
    signal.removeEventListener('abort', end);
    client.close();
  }
}

/** Codes of TLS errors, such as https://nodejs.org/api/tls.html#x509-certificate-error-codes. Others are about the connection. */
const tlsCode = /^(?:ERR_SSL|ERR_TLS|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|INVALID_|EPROTO$)/;

/** Classifies an error of imapflow: why the mailbox could not be read. */
export function mailboxFaultOf(error: unknown): MailboxFault {
  const { authenticationFailed, tlsFailed, code, responseStatus } = error as {
    readonly [name: string]: unknown;
  };
  if (authenticationFailed) return 'login';
  if (tlsFailed || tlsCode.test(String(code))) return 'tls';
  return responseStatus ? 'folder' : 'connection';
}
