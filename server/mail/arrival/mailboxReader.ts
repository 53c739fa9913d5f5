import type { FetchMessageObject, ImapFlow, ImapFlowOptions, ListResponse } from 'imapflow';
import { submissionHeaders } from '../../../shared/submission.ts';
import { imapOptions } from '../../config/mailServerUrl.ts';
import { deadlines } from '../../lib/deadlines.ts';
import { day } from '../../lib/times.ts';
import type { AwaitedMails, FoundCopy, MailboxFault } from '../../outbox/mailbox.ts';
import type { MailFolder } from '../../outbox/mails.ts';
import { type Bounce, bounceHeaders, bounceOf, canBeBounce, type Headers, headersIn } from './bounce.ts';

/** How many mails of each folder the first reading takes even if the server finds nothing, or refuses to search. */
const leastRead = 1000;
/** Of the mails in a folder that may be bounces, this many are read, the newest, and this many bytes of each. */
const [mostBounces, maxLength] = [200, 64 * 1024];
/** In milliseconds. A mail may arrive this long before it is recorded as sent. */
const margin = deadlines.mail.sending + deadlines.mail.recording;
const reference = submissionHeaders.reference.toLowerCase();
/** The headers with a mail's Message-ID. Microsoft's servers may give a mail another one, and keep the original. */
const idHeaders = ['message-id', 'x-microsoft-original-message-id'];
const readHeaders = [...idHeaders, reference, ...bounceHeaders, 'authentication-results'];

/** `bouncedAt` is in milliseconds since 1970, on the mail server's clock. */
export type FoundBounce = Bounce & { readonly bouncedAt: number };
/** A mail in the mailbox that may be a copy of ours. */
type Candidate = Omit<FoundCopy, 'messageId'> & { readonly ids: readonly string[]; readonly headers: Headers };
export type Copy = FoundCopy & Pick<Candidate, 'headers'>;

export type MailboxContent = { readonly copies: readonly Copy[]; readonly bounces: readonly FoundBounce[] };

type Folder = { readonly kind: MailFolder; readonly path: string };

/** Finds the reference in a Message-ID of the site. */
const ourId = /[\da-hjkmnp-tv-z]{5}-[\da-hjkmnp-tv-z]{5}/;
const junkName = /^(?:spam|junk(?:[ -]?e?-?mail)?|bulk(?:[ -]?mail)?)$/i;

/** The folders that mails may be in. The last folder counts if a mail is in several: a mail in Junk may be in All as well. */
export function foldersIn(list: readonly ListResponse[]): Folder[] {
  const open = list.filter(({ flags }) => !flags.has('\\Noselect'));
  const marked = (kind: MailFolder, isNamed = (_folder: ListResponse) => false): Folder[] =>
    open
      .filter((each) => each.specialUse === `\\${kind}` || each.flags.has(`\\${kind}`) || isNamed(each))
      .map(({ path }) => ({ kind, path }));
  // A folder of cPanel is below the INBOX, and nothing marks it.
  const isJunk = ({ name, parentPath }: ListResponse) => junkName.test(name) && /^(?:INBOX)?$/i.test(parentPath);
  const all = [...marked('All'), ...marked('Archive')].slice(0, 1);
  return [...all, ...marked('Junk', isJunk), { kind: 'INBOX', path: 'INBOX' }];
}

function timeOf({ internalDate }: FetchMessageObject): number {
  return new Date(internalDate ?? Number.NaN).getTime() || Date.now();
}

/** A Message-ID in the form in which two are compared. */
function bareId(messageId: string): string {
  return messageId.replace(/^<|>$/g, '').toLowerCase();
}

/**
 * The copies of awaited mails, compared by Message-ID. A copy that a server has given another Message-ID is recognised by its
 * X-Reference, if it is newer than the mail: a retried mail is a new mail with the same reference.
 */
export function copiesAmong(candidates: readonly Candidate[], { mails }: Pick<AwaitedMails, 'mails'>): Copy[] {
  const byId = new Map(mails.map((mail) => [bareId(mail.messageId), mail]));
  const byReference = new Map(mails.map((mail) => [mail.reference, mail]));
  return candidates.flatMap(({ ids, ...copy }) => {
    const named = byReference.get(copy.headers.get(reference) ?? '');
    const isOther =
      ids.some((id) => id.includes(String(named?.reference.toLowerCase()))) || copy.headers.has('auto-submitted');
    const isRenamed = named && !isOther && copy.arrivedAt > Date.now() - named.age - margin;
    const mail = ids.map((id) => byId.get(id)).find((each) => each) ?? (isRenamed ? named : undefined);
    return mail ? [{ ...copy, messageId: mail.messageId }] : [];
  });
}

/** What a process knows of the mailbox after a reading. `readAt`: when the mail was read, as `performance.now`. */
type Memory = {
  /** The first UID that was not read, for each path with its UIDVALIDITY. */
  readonly unread: Map<string, number>;
  candidates: (Candidate & { readonly readAt: number })[];
  bounces: (FoundBounce & { readonly readAt: number })[];
};

/** Reads the mails that have come into a folder since it was last read; at first, since `age` milliseconds ago. */
async function readFolder(client: ImapFlow, { kind, path }: Folder, age: number, memory: Memory): Promise<void> {
  const { exists, uidValidity, uidNext = 1 } = await client.mailboxOpen(path, { readOnly: true });
  let first = memory.unread.get(path + uidValidity);
  if (first === undefined) {
    // One day is added to the age, because SEARCH compares days in the server's time zone.
    const since = new Date(Date.now() - age - margin - day);
    const [found = uidNext] = (await client.search({ since }, { uid: true })) || [];
    first = Math.max(1, Math.min(found, uidNext - leastRead));
  }
  const readAt = performance.now();
  const possibleBounces: number[] = [];
  let uid = first;
  const query = { uid: true, internalDate: true, headers: readHeaders };
  for await (const message of exists > 0 ? client.fetch(`${first}:*`, query, { uid: true }) : []) {
    // The range always includes the last mail. The server may also tell of flags that somebody has changed.
    if (!message.headers || message.uid < first) continue;
    uid = Math.max(uid, message.uid + 1);
    const headers = headersIn(message.headers.toString());
    const ids = idHeaders.map((name) => bareId(headers.get(name) ?? ''));
    if (headers.has(reference) || ids.some((id) => ourId.test(id)))
      memory.candidates.push({ ids, headers, folder: kind, arrivedAt: timeOf(message), readAt });
    // A notification has our reference, and MAIL_FROM may be a postmaster.
    if (['INBOX', 'Junk'].includes(kind) && !headers.has(reference) && canBeBounce(headers))
      possibleBounces.push(message.uid);
  }
  const range = possibleBounces.slice(-mostBounces).join();
  const beginning = { internalDate: true, source: { maxLength } };
  for (const message of range ? await client.fetchAll(range, beginning, { uid: true }) : []) {
    const bounce = bounceOf(message.source?.toString() ?? '');
    if (bounce) memory.bounces.push({ ...bounce, bouncedAt: timeOf(message), readAt });
  }
  memory.unread.set(path + uidValidity, uid);
}

/** Reads the mailbox of an IMAP URL: headers, and the beginning of what may be a bounce. Changes nothing. */
export function mailboxReader(imapUrl: string) {
  const memory: Memory = { unread: new Map(), candidates: [], bounces: [] };
  const { connection, greeting, silence } = deadlines.mail;
  const options: ImapFlowOptions = {
    ...imapOptions(imapUrl),
    connectionTimeout: connection,
    greetingTimeout: greeting,
    socketTimeout: silence,
    maxLineLength: 1_000_000,
    maxLiteralSize: 1_000_000,
    disableAutoIdle: true,
    disableCompression: true,
  };
  return {
    /** Reads what has come since the reading before, and finds awaited mails. Rejects with imapflow's error, or when `signal` aborts. */
    read: async (wanted: AwaitedMails, signal: AbortSignal): Promise<MailboxContent> => {
      // What was read well before the last recorded reading was compared with all mails that had been sent then.
      const isKept = ({ readAt }: { readonly readAt: number }) => readAt > performance.now() - wanted.lookAge - margin;
      memory.candidates = memory.candidates.filter(isKept);
      memory.bounces = memory.bounces.filter(isKept);
      const age = Math.max(wanted.age, wanted.lookAge);
      const { ImapFlow: Client } = await import(/* webpackMode: "lazy", webpackChunkName: "imapflow" */ 'imapflow');
      signal.throwIfAborted();
      const client = new Client(options);
      // The running command rejects with the same error. Without this listener, the error would end the process.
      client.on('error', () => {});
      const end = () => client.close();
      signal.addEventListener('abort', end);
      try {
        await client.connect();
        for (const folder of foldersIn(await client.list())) await readFolder(client, folder, age, memory);
      } finally {
        await client.logout().catch(() => {});
        signal.removeEventListener('abort', end);
        client.close();
      }
      return { copies: copiesAmong(memory.candidates, wanted), bounces: memory.bounces };
    },
  };
}

/** Codes of TLS errors, such as https://nodejs.org/api/tls.html#x509-certificate-error-codes. Others are about the connection. */
const tlsCode = /^(?:ERR_SSL|ERR_TLS|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|INVALID_|EPROTO$)/;

/** Refusals for now, whatever was asked (RFC 5530, and LIMIT of Yahoo). A BAD to the login means no wrong password either. */
const busyCode = /^(?:LIMIT|UNAVAILABLE|INUSE|SERVERBUG|OVERQUOTA|THROTTLED)$/i;

/** Classifies an error of imapflow: why the mailbox could not be read. */
export function mailboxFaultOf(error: unknown): MailboxFault {
  const { authenticationFailed, tlsFailed, code, responseStatus, serverResponseCode } = error as {
    readonly [name: string]: unknown;
  };
  if (tlsFailed || tlsCode.test(String(code))) return 'tls';
  if (busyCode.test(String(serverResponseCode)) || code === 'ETHROTTLE') return 'connection';
  if (authenticationFailed) return responseStatus === 'BAD' ? 'connection' : 'login';
  return responseStatus === 'NO' || responseStatus === 'BAD' ? 'folder' : 'connection';
}
