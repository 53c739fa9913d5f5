import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { deadlines } from '../../server/lib/deadlines.ts';
import { headerValue } from '../../server/mail/arrival/bounce.ts';
import { look, mailboxFaultOf } from '../../server/mail/arrival/mailboxLook.ts';
import type { Store } from '../../server/outbox/store.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { newArrivals } from '../helpers/site/arrivals.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { operate } from '../helpers/store/operate.ts';
import { addSent } from '../helpers/store/submissions.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const dayOf = (time: number) => Math.floor(time / day);

type Keys = { readonly bodyParts: readonly { readonly key: string; readonly maxLength: number }[] };
type Header = { readonly header?: Readonly<Record<string, string>> };
/** A mail in the mailbox. `parts` are named as in IMAP: `HEADER`, and the parts 2 and 3 of a report. */
type Filed = { readonly folder: string; readonly at: number; readonly parts: Readonly<Record<string, string>> };
const newBox = () => ({
  mails: [] as Filed[],
  uses: new Map([...['INBOX', '\\Trash', '\\Archive', '\\Junk', '\\All'].map((use): [string, string] => [use, ''])]),
  fault: undefined as object | undefined,
  hangs: false,
  refusesSearch: false,
  looks: 0,
  open: new Set<object>(),
  opened: [] as object[],
});
let box = newBox();

/** What imapflow does, with `box` for a mailbox. The server is 12 hours west of UTC: its search by day knows another day. */
class ImapFlow extends EventEmitter {
  private path = '';
  private readonly closed = Promise.withResolvers<void>();
  async connect() {
    box.open.add(this);
    box.looks += 1;
    if (box.hangs) await this.closed.promise;
    if (box.hangs || box.fault) throw Object.assign(new Error('refused: secret'), box.fault);
  }
  list = async () => [...box.uses].map(([path, flag]) => ({ path, specialUse: path, flags: new Set([flag]) }));
  async mailboxOpen(path: string, options: object) {
    this.path = path;
    box.opened.push(options);
  }
  async search({ since, or = [], ...query }: Header & { since: Date; or?: Header[] }) {
    if (box.refusesSearch || JSON.stringify(or).length > 8000) return false;
    const isFound = ({ folder, at, parts: { HEADER = '' } }: Filed) => {
      const has = ({ header = {} }: Header) =>
        Object.entries(header).every(([name, part]) => headerValue(HEADER, name.toLowerCase())?.includes(part));
      const isSince = dayOf(at - day / 2) >= dayOf(+since);
      return folder === this.path && isSince && has(query) && (or.length === 0 || or.some(has));
    };
    return [...box.mails.keys()].filter((uid) => isFound(box.mails[uid] as Filed));
  }
  async fetchAll(uids: string, { bodyParts }: Keys) {
    return uids.split(',').map((uid) => {
      const { at, parts } = box.mails[Number(uid)] as Filed;
      const textOf = (key: string, maxLength: number) => Buffer.from(parts[key]?.slice(0, maxLength) ?? '');
      const read = new Map(bodyParts.map(({ key, maxLength }) => [key.toLowerCase(), textOf(key, maxLength)]));
      return { headers: read.get('header'), bodyParts: read, internalDate: new Date(at) };
    });
  }
  close() {
    box.open.delete(this);
    this.closed.resolve();
  }
}
jest.unstable_mockModule('imapflow', () => ({ ImapFlow }));
jest.replaceProperty(deadlines.mailbox, 'poll', 1 as typeof deadlines.mailbox.poll);
const { startArrivalWorker } = await import('../../server/mail/arrival/arrivalWorker.ts');

const imapUrl = 'imaps://sales:secret@mail.example';
const id = '<7k3m9-qxd2r@cirrux.example>';
const ours = `To: sales@cirrux.example\r\nMessage-ID: ${id}\r\n`;
const gone = 'Action: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 gone';
const isGone = ['5.1.1', 'smtp; 550 gone'];

function copyOf(messageId: string, folder = 'INBOX', at = Date.now()): Filed {
  const HEADER = `Message-Id:\r\n ${messageId}\r\nAuthentication-Results: mx;\r\n spf=pass\r\n`;
  return { folder, at, parts: { HEADER } };
}
function bounceOf(returned: string, fields = gone, at = Date.now()): Filed {
  const HEADER = 'Message-ID: <b@mx.example>\r\nContent-Type: multipart/report; report-type=delivery-status\r\n';
  const parts = { HEADER, 2: `Reporting-MTA: dns; mx.example\r\n\r\n${fields}\r\n`, 3: returned };
  return { folder: 'INBOX', at, parts };
}
function lookFor(messageIds: readonly string[], age = minute) {
  return look(imapUrl, { messageIds, age, lookAge: age }, new AbortController().signal);
}

let store: Store;
beforeEach(() => {
  box = newBox();
  store = openSqliteStore(':memory:');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await store.close();
  expect(box.open).toEqual(new Set());
});

const noBounce = ['delayed', 'delivered', 'relayed', 'expanded'] as const;
test.each<readonly [what: string, fields: string, returned: string, expected: readonly string[]]>([
  ['says failed', gone, ours, isGone],
  ['says Failed with a capital and gives no reason', 'Action: Failed\r\nStatus: 5.2.2', ours, ['5.2.2', '5.2.2']],
  ['is in capitals', gone.toUpperCase(), ours, ['5.1.1', 'SMTP; 550 GONE']],
  ['has comments and bare line feeds', `Action: delivered\n\n${gone.replace(/\r\n/g, ' (x)\n')}`, ours, isGone],
  ['is folded', gone.replace(' 550', '\r\n 550'), ours, isGone],
  ['has no status', 'Action: failed', ours, ['5.0.0', '5.0.0']],
  ['has a long reason', gone + '!'.repeat(999), ours, ['5.1.1', isGone[1]?.padEnd(500, '!') ?? '']],
  ['is about the second of two recipients', `Action: delivered\r\nStatus: 2.0.0\r\n\r\n${gone}`, ours, isGone],
  ['returns the whole mail', gone, `${ours}\r\nMessage-ID: <typed@visitor.example>`, isGone],
  ['returns a folded header in other letters', gone, ours.replace('ID: ', 'Id:\r\n '), isGone],
  ...noBounce.map((action) => [`says ${action}`, `Action: ${action}\r\nStatus: 4.4.1`, ours, []] as const),
  ['quotes a failure', 'Action: delayed\r\nDiagnostic-Code: smtp;\r\n Action: failed', ours, []],
  ['names no mail', gone, 'Subject: An order\r\n', []],
])('a report that %s is a bounce, or none', async (_what, fields, returned, expected) => {
  box.mails = [bounceOf(returned, fields)];
  const { bounces } = await lookFor([]);
  expect(bounces.flatMap((bounce) => [bounce.messageId, bounce.status, bounce.diagnostic])).toEqual(
    expected.length === 0 ? [] : [id, ...expected],
  );
});

const tlsCodes = ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO'];
const authorityCodes = ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'];
const connectionCodes = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'NoConnection'];
test.each<readonly [fault: string, fields: object]>([
  ['login', { authenticationFailed: true, responseStatus: 'NO' }],
  ['tls', { tlsFailed: true, responseStatus: 'NO' }],
  ...[...tlsCodes, ...authorityCodes].map((code) => ['tls', { code }] as const),
  ['folder', { responseStatus: 'NO' }],
  ...connectionCodes.map((code) => ['connection', { code }] as const),
])('the fault of a mailbox is %s for %j', (fault, fields) => {
  expect(mailboxFaultOf(Object.assign(new Error('x'), fields))).toBe(fault);
});

test('a look reads the INBOX, Junk, and All or else Archive, and changes none of them', async () => {
  box.mails = [...box.uses.keys()].map((path) => copyOf(id, path));
  const foundIn = async () => (await lookFor([id])).copies.map(({ folder }) => folder);
  expect(await foundIn()).toEqual(['All', 'Junk', 'INBOX']);
  box.uses.set('\\All', '\\Noselect');
  expect(await foundIn()).toEqual(['Archive', 'Junk', 'INBOX']);
  for (const options of box.opened) expect(options).toEqual({ readOnly: true });
});

test('a look finds many awaited mails by their whole Message-ID after a week, and the bounces since the last look', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => `<${index}${'-abcdefghij'.repeat(4)}@cirrux.example>`);
  const at = (dayOf(Date.now()) - 7) * day + day / 4;
  box.mails = [...ids, `x${ids[0]}`, `${ids[1]}x`].map((each) => copyOf(each, 'INBOX', at));
  const { copies } = await lookFor(ids, Date.now() - at);
  expect(copies.map(({ messageId, arrivedAt }) => [messageId, arrivedAt])).toEqual(ids.map((each) => [each, at]));
  // A mail may bounce before it is recorded as sent, which takes up to five minutes.
  box.mails = [4, 6].map((early) => bounceOf(ours, gone, Date.now() - day - early * minute));
  const { bounces } = await lookFor([], day);
  expect(bounces.map(({ bouncedAt }) => bouncedAt)).toEqual([box.mails[0]?.at]);
  box.refusesSearch = true;
  expect(await lookFor([id]).catch(mailboxFaultOf)).toBe('folder');
});

/** Starts a worker that looks each millisecond if it has the lease. `looked` resolves some looks later. */
async function watch(changes: Partial<Store['mailbox']> = {}) {
  const lines = newArrivals<{ readonly msg: string }>(() => 'no such line');
  const told: (readonly unknown[])[] = [];
  const attempts = newArrivals<string>(() => 'no look');
  const lease: Store['mailbox']['lease'] = (owner, milliseconds) => {
    attempts.add(owner);
    return store.mailbox.lease(owner, milliseconds);
  };
  const worker = startArrivalWorker({
    imapUrl,
    mailbox: { ...store.mailbox, lease, ...changes },
    log: pino({}, { write: (line: string) => lines.add(JSON.parse(line)) }),
    onArrived: ({ reference, folder }) => told.push([reference, folder]),
    onBounced: ({ reference }) => told.push([reference, 'bounced']),
  });
  const looked = (end = attempts.all.length + 4) => attempts.waitFor(() => attempts.all.length >= end);
  const logged = (msg: string) => lines.waitFor((line) => line.msg.startsWith(msg));
  return { ...(await untilEnd(Promise.resolve(worker))), lines, told, looked, logged };
}

/** Stores a notice that was sent. */
async function sent() {
  const reference = await addSent(store);
  const stored = async () => (await store.mails.listAbout(reference))[0];
  return { reference, stored, messageId: (await stored())?.messageId ?? '' };
}

test('each arrival and bounce is recorded and told once: the INBOX counts more than Junk, and Junk more than All', async () => {
  const [inbox, junk, bounced, missing] = [await sent(), await sent(), await sent(), await sent()];
  const inAllAndJunk = [inbox, junk].flatMap((each) => ['\\All', '\\Junk'].map((path) => copyOf(each.messageId, path)));
  // The first bounce is about somebody else's mail.
  const bounces = [bounceOf(ours), bounceOf(`Message-ID: ${bounced.messageId}`)];
  box.mails = [...inAllAndJunk, copyOf(inbox.messageId), ...bounces];
  const { told, lines, looked, stop } = await watch();
  await looked();
  await stop();
  const news = [
    [inbox, 'INBOX', 'sent', null],
    [junk, 'Junk', 'sent', null],
  ] as const;
  expect(told.slice(0, 2).sort()).toEqual(news.map(([{ reference }, folder]) => [reference, folder]).sort());
  expect(told.slice(2)).toEqual([[bounced.reference, 'bounced']]);
  for (const [{ stored }, folder] of news) expect(await stored()).toMatchObject({ state: 'sent', folder });
  expect(await missing.stored()).toMatchObject({ state: 'sent', folder: null });
  const lastError = 'The mail came back: smtp; 550 gone';
  expect(await bounced.stored()).toMatchObject({ state: 'failed', lastError });
  const line = { level: 50, event: 'mail-bounced', reference: bounced.reference, status: '5.1.1' };
  expect(lines.all).toContainEqual(expect.objectContaining(line));
  // The words of the refusing server may quote the mail.
  expect(JSON.stringify(lines.all)).not.toContain('550 gone');
});

test('a mailbox that cannot be read is logged once for each fault, and is all right only after a look without a fault', async () => {
  box.fault = { authenticationFailed: true };
  const { lines, looked, logged, stop } = await watch();
  await looked();
  expect(await store.mailbox.status()).toMatchObject({ fault: 'login', lookedAt: null });
  box.fault = { code: 'ECONNREFUSED' };
  await looked();
  expect(await store.mailbox.status()).toMatchObject({ fault: 'connection', lookedAt: null });
  box.fault = undefined;
  await logged('mailbox can be read again');
  expect(await store.mailbox.status()).toMatchObject({ fault: null, lookedAt: expect.any(Number) });
  await stop();
  const faults = [
    { level: 40, fault: 'login' },
    { level: 40, fault: 'connection', code: 'ECONNREFUSED' },
    { level: 30 },
  ];
  expect(lines.all).toEqual(faults.map((each) => expect.objectContaining(each)));
  expect(JSON.stringify(lines.all)).not.toContain('secret');
});

test('only the process with the lease reads the mailbox, and a stop hands the lease on', async () => {
  await store.mailbox.lease('there', day);
  const { looked, stop } = await watch();
  await looked();
  expect(box.looks).toBe(0);
  await store.mailbox.release('there');
  await looked();
  expect(await store.mailbox.lease('there', day)).toBe(false);
  await stop();
  expect(await store.mailbox.lease('there', day)).toBe(true);
});

test('a mailbox that hangs is a fault after a minute, and a stop ends the look and does not record it', async () => {
  const limit = new AbortController();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((wait) => (wait === minute ? limit.signal : timeout(wait)));
  box.hangs = true;
  const recordLook = jest.fn(store.mailbox.recordLook);
  const { logged, stop } = await watch({ recordLook });
  while (box.looks === 0) await nextTurn();
  jest.mocked(AbortSignal.timeout).mockRestore();
  limit.abort();
  expect(await logged('mailbox not read')).toMatchObject({ fault: 'connection' });
  while (box.looks === 1) await nextTurn();
  await stop();
  expect(recordLook).toHaveBeenCalledTimes(1);
});

test('while a bounce cannot be recorded, no look counts, so a later look records the bounce', async () => {
  const { reference, messageId } = await sent();
  box.mails = [bounceOf(`Message-ID: ${messageId}`)];
  let isAway = true;
  const { looked, logged, lines, stop } = await watch({
    recordBounce: async (bounce) => {
      if (isAway) throw new Error('disk full');
      return store.mailbox.recordBounce(bounce);
    },
  });
  await looked();
  expect(await store.mailbox.status()).toMatchObject({ lookedAt: null, fault: null });
  isAway = false;
  expect(await logged('mail bounced')).toMatchObject({ reference });
  await stop();
  expect(lines.all).toHaveLength(2);
});

const inInbox = /arrived in INBOX\. Authentication-Results: mx; spf=pass$/m;
const inJunk = /arrived in Junk\. Authentication-Results: mx; spf=pass\n\n.*mark the mail as no junk/;
const refusedLogin = { authenticationFailed: true, responseText: 'No.' };
test.each<readonly [result: string, file: (messageId: string) => Filed[], text: RegExp, fault?: object]>([
  ['ok', (messageId) => [copyOf(messageId)], inInbox],
  ['FAILED', (messageId) => [copyOf(messageId, '\\Junk')], inJunk],
  [
    'FAILED',
    (messageId) => [bounceOf(`Message-ID: ${messageId}`)],
    /came back: smtp; 550 gone\n\nSee that MAIL_TO is right/,
  ],
  ['FAILED', () => [], /not in the INBOX.*\n\n.*whether IMAP_URL is the mailbox of MAIL_TO/],
  ['FAILED', () => [], /No\.\n\n.*user name and password in IMAP_URL/, refusedLogin],
])('test-mail says of the arrival %s (%#)', async (result, file, text, ...[fault]) => {
  const onMail = (raw: string) => {
    box.mails = file(headerValue(raw, 'message-id') ?? '');
  };
  const mail = await untilEnd(startMailServer({ onMail }));
  box.fault = fault;
  if (file('').length === 0 && !fault)
    jest.replaceProperty(deadlines.mailbox, 'test', 0 as typeof deadlines.mailbox.test);
  const { output, exitCode } = await operate({ SMTP_URL: mail.url, IMAP_URL: imapUrl }, 'test-mail');
  expect({ output, exitCode }).toEqual({ output: expect.stringMatching(text), exitCode: result === 'ok' ? 0 : 1 });
  expect(output).toMatch(new RegExp(`^arrival +${result} `, 'm'));
});
