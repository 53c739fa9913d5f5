import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ListResponse } from 'imapflow';
import { pino } from 'pino';
import { deadlines } from '../../server/lib/deadlines.ts';
import { bounceOf, canBeBounce, headersIn } from '../../server/mail/arrival/bounce.ts';
import { copiesAmong, foldersIn, mailboxFaultOf, mailboxReader } from '../../server/mail/arrival/mailboxReader.ts';
import type { Store } from '../../server/outbox/store.ts';
import { bounceSamples, otherSamples } from '../helpers/mail/bounces.ts';
import { type ImapServer, startImapServer } from '../helpers/mail/imapServer.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { newArrivals } from '../helpers/site/arrivals.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { operate } from '../helpers/store/operate.ts';
import { addSent } from '../helpers/store/submissions.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const pauses = { ...deadlines.mailbox, poll: 1, longestPause: 15 };
jest.replaceProperty(deadlines, 'mailbox', pauses as unknown as typeof deadlines.mailbox);
const { startArrivalWorker } = await import('../../server/mail/arrival/arrivalWorker.ts');
const minute = 60_000;
const day = 24 * 60 * minute;
const reference = '7K3M9-QXD2R';
const id = '<7k3m9-qxd2r@cirrux.example>';
const withCrLf = (text: string) => text.replaceAll('\n', '\r\n');
const copyOf = (messageId: string, headers = '') =>
  `Message-Id:\n ${messageId}\n${headers}Authentication-Results: mx;\n spf=pass\n\nAn order.\n`;
const stranger = copyOf('<a@b.example>');
const bounceAbout = (messageId: string) => bounceSamples[0]?.raw(messageId) ?? '';

let server: ImapServer;
let store: Store;
beforeEach(async () => {
  server = await startImapServer();
  store = openSqliteStore(':memory:');
});
afterEach(async () => {
  jest.restoreAllMocks();
  await store.close();
  await server.stop();
});

describe('what arrived, by its headers alone', () => {
  const listed = (path: string, flags: string[] = [], changes: Partial<ListResponse> = {}) => {
    const names = path.split('.');
    const name = names.pop() ?? '';
    return { path, name, parentPath: names.join('.'), flags: new Set(flags), ...changes } as ListResponse;
  };

  test('mails may be in All or else Archive, in each folder for junk, and in the INBOX, which counts most', () => {
    const unmarked = ['INBOX', 'INBOX.spam', 'INBOX.Trash', 'Bulk Mail', 'Junk E-mail', 'Customers.Spam'];
    const list = [
      ...unmarked.map((path) => listed(path)),
      listed('Spam', ['\\Noselect']),
      ...['Unwanted', 'More'].map((path) => listed(path, ['\\Junk'])),
      listed('Ongewenst', [], { specialUse: '\\Junk' }),
      listed('Archive', ['\\Archive']),
    ];
    const junk = ['INBOX.spam', 'Bulk Mail', 'Junk E-mail', 'Unwanted', 'More', 'Ongewenst'];
    const rest = [...junk.map((path) => ({ kind: 'Junk', path })), { kind: 'INBOX', path: 'INBOX' }];
    expect(foldersIn(list)).toEqual([{ kind: 'Archive', path: 'Archive' }, ...rest]);
    const all = { kind: 'All', path: '[Gmail].All' };
    expect(foldersIn([listed(all.path, ['\\All']), ...list])).toEqual([all, ...rest]);
  });

  const sesId = '<0100018c2f3a1b2c-1a2b3c4d-5e6f-4a1b-9c2d-3e4f5a6b7c8d-000000@ses.example>';
  const renamed = { 'message-id': sesId, 'x-reference': reference };
  test.each<readonly [what: string, isCopy: boolean, headers: Record<string, string>, age?: number]>([
    ['its Message-ID', true, { 'message-id': id }],
    ['its Message-ID in capitals and without brackets', true, { 'message-id': id.slice(1, -1).toUpperCase() }],
    ['a longer Message-ID', false, { 'message-id': `<x${id.slice(1)}` }],
    ['the original Message-ID', true, { 'message-id': '<a@outlook.example>', 'x-microsoft-original-message-id': id }],
    ['another Message-ID and the reference', true, renamed],
    ['the reference, but it came before the retry', false, renamed, 6 * minute],
    ['the reference, but it is the mail before the retry', false, { ...renamed, 'message-id': id.replace('@', '.1@') }],
    ['the reference, but it is a confirmation', false, { ...renamed, 'auto-submitted': 'auto-generated' }],
    ['another reference', false, { ...renamed, 'x-reference': '7K3M9-QXD2S' }],
  ])('a mail with %s is a copy of ours: %j', (_what, isCopy, headers, age = 0) => {
    const ids = ['message-id', 'x-microsoft-original-message-id'].map((name) =>
      (headers[name] ?? '').replace(/[<>]/g, '').toLowerCase(),
    );
    const arrivedAt = Date.now() - age;
    const candidate = { ids, headers: new Map(Object.entries(headers)), folder: 'INBOX', arrivedAt } as const;
    const copies = copiesAmong([candidate], { mails: [{ messageId: id, reference, age: 0 }] });
    expect(copies).toEqual(isCopy ? [expect.objectContaining({ messageId: id, folder: 'INBOX', arrivedAt })] : []);
  });

  /** What a look makes of a mail. */
  const read = (raw: string) =>
    canBeBounce(headersIn(raw.split(/\r?\n\r?\n/, 1)[0] ?? '')) ? bounceOf(raw.slice(0, 64 * 1024)) : undefined;
  test.each(bounceSamples)('a bounce of $from names our mail, with its status and reason', (sample) => {
    const { raw, status, diagnostic } = sample;
    for (const each of [raw(id), withCrLf(raw(id))])
      expect(read(each)).toEqual({ status, diagnostic, messageIds: expect.arrayContaining([id]) });
  });
  test.each(otherSamples)('$what is no bounce', ({ raw }) => {
    for (const each of [raw(id), withCrLf(raw(id))]) expect(read(each)).toBeUndefined();
  });

  test.each(['is delayed', 'warning', 'is still trying', 'not yet', 'will be retried', 'will try again', 'temporary'])(
    'a mail of the mail system that says "%s" of a failure is no bounce',
    (words) => {
      const sayingSo = (text: string) =>
        `From: MAILER-DAEMON@mx.example\nSubject: Your mail\n\nFailure: ${text}\n\n${copyOf(id)}`;
      expect([read(sayingSo('gone')), read(sayingSo(words))]).toEqual([expect.anything(), undefined]);
    },
  );

  const failed = 'Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 gone';
  test.each<readonly [what: string, fields: string, status: string, diagnostic: string]>([
    ['is in capitals', failed.toUpperCase(), '5.1.1', 'SMTP; 550 GONE'],
    ['gives no reason', 'Action: Failed\nStatus: 4.4.7', '4.4.7', '4.4.7'],
    ['has comments', 'Action: failed (x)\nStatus: 5.2.2 (full)', '5.2.2', '5.2.2'],
    ['has no status', 'Action: failed', '5.0.0', '5.0.0'],
    ['has a long reason', failed + '!'.repeat(999), '5.1.1', 'smtp; 550 gone'.padEnd(500, '!')],
    ['is about two recipients', `Action: delivered\nStatus: 2.0.0\n\n${failed}`, '5.1.1', 'smtp; 550 gone'],
  ])('a delivery status that %s is read', (_what, fields, status, diagnostic) => {
    const raw = bounceSamples[0]?.raw(id).replace(/^Action: failed[\s\S]*?here/m, fields) ?? '';
    expect(read(raw)).toMatchObject({ status, diagnostic });
  });

  const tlsCodes = ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'EPROTO'];
  const refusedLogin = { authenticationFailed: true, responseStatus: 'NO' };
  test.each<readonly [fault: string, fields: object]>([
    ['tls', { tlsFailed: true, responseStatus: 'NO' }],
    ...tlsCodes.map((code) => ['tls', { code }] as const),
    ['connection', { code: 'ECONNREFUSED' }],
    ['connection', { code: 'ETHROTTLE', responseStatus: 'BAD' }],
    ['login', { ...refusedLogin, serverResponseCode: 'AUTHENTICATIONFAILED' }],
    ['connection', { ...refusedLogin, serverResponseCode: 'LIMIT' }],
    ['connection', { ...refusedLogin, responseStatus: 'BAD' }],
  ])('the fault of a mailbox is %s for %j', (fault, fields) => {
    expect(mailboxFaultOf(Object.assign(new Error('x'), fields))).toBe(fault);
  });
});

/** A reader of the server, whose readings await the mail `id`, sent `age` milliseconds ago. */
function newReader() {
  const reader = mailboxReader(server.url);
  const fetched = () =>
    server.commands.filter((command) => command.startsWith('UID FETCH')).map((command) => command.split(' ')[2]);
  return {
    fetched,
    read: (age = minute, lookAge = minute, messageId = id) =>
      reader.read({ mails: [{ messageId, reference, age }], age, lookAge }, new AbortController().signal),
  };
}

describe('a look', () => {
  test('changes nothing, asks for no header by search, and logs out, also when a folder cannot be opened', async () => {
    server.file(copyOf(id));
    await newReader().read();
    server.react = (verb) => (verb === 'EXAMINE' ? 'NO not for you' : undefined);
    expect(await newReader().read().catch(mailboxFaultOf)).toBe('folder');
    const verbs = server.commands.map((command) => command.replace(/^UID /, '').split(' ', 1)[0]);
    const reading = ['CAPABILITY', 'LOGIN', 'LIST', 'LSUB', 'EXAMINE', 'SEARCH', 'FETCH', 'LOGOUT'];
    expect(new Set(verbs)).toEqual(new Set(reading));
    expect(verbs.filter((verb) => verb === 'LOGOUT')).toHaveLength(2);
    expect(server.commands.filter((command) => /SEARCH.*HEADER|BODY\[/.test(command))).toEqual([]);
  });

  test.each(['OK done', 'NO [CANNOT] no search here', 'BAD what'])(
    'finds a mail on a server that answers each search with %s',
    async (answer) => {
      server.react = (verb) => (verb === 'SEARCH' ? answer : undefined);
      server.file(copyOf(id));
      for (let count = 0; count < 10; count += 1) server.file(stranger);
      expect((await newReader().read()).copies).toMatchObject([{ messageId: id, folder: 'INBOX' }]);
    },
  );

  test('reads all since the oldest awaited mail at first, and then only what has come', async () => {
    const { read, fetched } = newReader();
    const at = Date.now() - 7 * day;
    for (let done = 0; done < 1500; done += 1) server.file(stranger, 'INBOX', at - 3 * day);
    server.file(copyOf(id), 'INBOX', at);
    for (let done = 0; done < 1500; done += 1) server.file(stranger, 'INBOX', at + day);
    expect((await read(7 * day)).copies).toMatchObject([{ messageId: id, arrivedAt: Math.floor(at / 1000) * 1000 }]);
    server.file(copyOf('<7k3m9-qxd2s@cirrux.example>'));
    expect((await read(minute, minute, '<7k3m9-qxd2s@cirrux.example>')).copies).toHaveLength(1);
    expect(fetched()).toEqual(['1501:*', '3002:*']);
  });

  test('finds a mail that came before it was recorded as sent, and does not read it again', async () => {
    const { read, fetched } = newReader();
    server.file(copyOf(id));
    server.file(bounceAbout(id));
    expect((await read(minute, minute, '<7k3m9-qxd2s@cirrux.example>')).copies).toEqual([]);
    expect(await read()).toMatchObject({ copies: [{ messageId: id }], bounces: [{ status: '5.1.1' }] });
    expect(fetched()).toEqual(['1:*', '2', '3:*']);
  });

  test('reads a folder anew whose UIDVALIDITY has changed, and skips mails that are expunged while it reads', async () => {
    const { read } = newReader();
    for (let count = 0; count < 3; count += 1) server.file(stranger);
    await read();
    Object.assign(server.folders.get('INBOX') ?? {}, { uidValidity: 2, uidNext: 1, mails: [] });
    server.file(stranger);
    server.file(copyOf(id));
    server.react = (verb) => {
      if (verb === 'FETCH') server.folders.get('INBOX')?.mails.shift();
      return undefined;
    };
    expect((await read()).copies).toMatchObject([{ messageId: id }]);
  });

  test('reads the newest 200 mails that may be bounces', async () => {
    for (let count = 0; count < 200; count += 1) server.file(bounceAbout('<a@b.example>'));
    server.file(bounceAbout(id));
    const { bounces } = await newReader().read();
    expect([bounces.length, bounces.at(-1)?.messageIds.includes(id)]).toEqual([200, true]);
  });

  test('reads bounces in the INBOX and in Junk, no more than 64 KB of them, and again if the connection breaks', async () => {
    server.addFolder('INBOX.spam');
    server.addFolder('All', '\\All');
    for (const path of server.folders.keys()) server.file(bounceAbout(id) + 'x'.repeat(100_000), path);
    const { read } = newReader();
    server.react = (_verb, parameters) => (parameters.includes('BODY.PEEK[]') ? 'cut' : undefined);
    await expect(read()).rejects.toThrow();
    server.react = () => undefined;
    const { bounces } = await read();
    expect(bounces.map(({ messageIds }) => messageIds.includes(id))).toEqual([true, true]);
    expect(server.commands.filter((command) => command.includes('BODY.PEEK[]<0.65536>'))).toHaveLength(3);
  });
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
    imapUrl: server.url,
    mailbox: { ...store.mailbox, lease, ...changes },
    log: pino({}, { write: (line: string) => lines.add(JSON.parse(line)) }),
    onArrived: ({ reference, folder }) => told.push([reference, folder]),
    onBounced: ({ reference }) => told.push([reference, 'bounced']),
  });
  const looked = (end = attempts.all.length + 4) => attempts.waitFor(() => attempts.all.length >= end);
  const logged = (msg: string) => lines.waitFor((line) => line.msg.startsWith(msg));
  return { ...(await untilEnd(Promise.resolve(worker))), lines, told, attempts, looked, logged };
}

/** Stores a notification that was sent. */
async function sent() {
  const reference = await addSent(store);
  const stored = async () => (await store.mails.listAbout(reference))[0];
  return { reference, stored, messageId: (await stored())?.messageId ?? '' };
}

test('each arrival and bounce is recorded and told once: the INBOX counts more than Junk, and Junk more than All', async () => {
  server.addFolder('All', '\\All');
  server.addFolder('Spam', '\\Junk');
  const [inbox, junk, bounced, missing] = [await sent(), await sent(), await sent(), await sent()];
  for (const { messageId } of [inbox, junk]) for (const path of ['All', 'Spam']) server.file(copyOf(messageId), path);
  server.file(copyOf('<a@outlook.example>', `X-Microsoft-Original-Message-ID: ${inbox.messageId}\n`));
  // The first bounce is about somebody else's mail.
  for (const messageId of [id, bounced.messageId]) server.file(bounceAbout(messageId));
  const { told, lines, logged, looked, stop } = await watch();
  await logged('mail bounced');
  await looked();
  await stop();
  const news = { INBOX: inbox, Junk: junk };
  const expected = Object.entries(news).map(([folder, { reference }]) => [reference, folder]);
  expect(told.slice(0, 2).sort()).toEqual(expected.sort());
  expect(told.slice(2)).toEqual([[bounced.reference, 'bounced']]);
  for (const [folder, { stored }] of Object.entries(news))
    expect(await stored()).toMatchObject({ state: 'sent', folder });
  expect(await missing.stored()).toMatchObject({ state: 'sent', folder: null });
  const lastError = 'The mail came back: smtp; 550 5.1.1 no such mailbox    here';
  expect(await bounced.stored()).toMatchObject({ state: 'failed', lastError });
  const line = { level: 50, event: 'mail-bounced', reference: bounced.reference, status: '5.1.1' };
  expect(lines.all).toContainEqual(expect.objectContaining(line));
  // The words of the refusing server may quote the mail.
  expect(JSON.stringify(lines.all)).not.toContain('no such mailbox');
});

test('a mailbox that cannot be read is logged once for each fault, and is all right only after a look without a fault', async () => {
  let login: string | undefined = 'NO wrong';
  server.react = (verb) => (verb === 'LOGIN' ? login : undefined);
  const { lines, logged, stop } = await watch();
  const faultsLogged = (count: number) => lines.waitFor((line) => line === lines.all[count - 1]);
  await faultsLogged(1);
  expect(await store.mailbox.status()).toMatchObject({ fault: 'login', lookedAt: null });
  login = 'NO [UNAVAILABLE] later';
  await faultsLogged(2);
  expect(await store.mailbox.status()).toMatchObject({ fault: 'connection', lookedAt: null });
  login = undefined;
  await logged('mailbox can be read again');
  expect(await store.mailbox.status()).toMatchObject({ fault: null, lookedAt: expect.any(Number) });
  await stop();
  const later = { level: 40, fault: 'connection', serverResponseCode: 'UNAVAILABLE' };
  const faults = [{ level: 40, fault: 'login' }, later, { level: 30 }];
  expect(lines.all).toEqual(faults.map((each) => expect.objectContaining(each)));
  expect(JSON.stringify(lines.all)).not.toContain('secret');
});

test('after faults the pauses double up to fifteenfold, and after a look without a fault the next comes as usual', async () => {
  /** How many times the lease was renewed before each look. */
  const renewals: number[] = [];
  let isRefused = true;
  server.react = (verb) => (verb === 'LOGIN' && isRefused ? 'NO wrong' : undefined);
  const { attempts, stop } = await watch({
    recordLook: async () => {
      renewals.push(attempts.all.length - renewals.reduce((sum, each) => sum + each, 0));
      isRefused = renewals.length < 6;
    },
  });
  await attempts.waitFor(() => renewals.length >= 9);
  await stop();
  expect(renewals.slice(0, 9)).toEqual([1, 2, 4, 8, 15, 15, 15, 1, 1]);
});

test('only the process with the lease reads the mailbox, and a stop hands the lease on', async () => {
  await store.mailbox.lease('there', day);
  const { looked, stop } = await watch();
  await looked();
  expect(server.commands).toEqual([]);
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
  let looks = 0;
  server.react = (verb) => {
    if (verb === 'CONNECT') looks += 1;
    return verb === 'LIST' ? 'hang' : undefined;
  };
  const recordLook = jest.fn(store.mailbox.recordLook);
  const { logged, stop } = await watch({ recordLook });
  while (looks === 0) await nextTurn();
  jest.mocked(AbortSignal.timeout).mockRestore();
  limit.abort();
  expect(await logged('mailbox not read')).toMatchObject({ fault: 'connection' });
  while (looks === 1) await nextTurn();
  await stop();
  expect(recordLook).toHaveBeenCalledTimes(1);
});

test('while a bounce cannot be recorded, no look counts, so a later look records the bounce', async () => {
  const bounced = await sent();
  server.file(bounceAbout(bounced.messageId));
  let isAway = true;
  const { looked, logged, lines, stop } = await watch({
    recordBounce: async (bounce) => {
      if (isAway) throw new Error('disk full');
      return store.mailbox.recordBounce(bounce);
    },
  });
  await logged('arrival of mail not checked');
  await looked();
  expect(await store.mailbox.status()).toMatchObject({ lookedAt: null, fault: null });
  isAway = false;
  expect(await logged('mail bounced')).toMatchObject({ reference: bounced.reference });
  await stop();
  expect(lines.all).toHaveLength(2);
});

const inInbox = /arrived in INBOX\. Authentication-Results: mx; spf=pass$/m;
const inJunk = /arrived in Junk\. Authentication-Results: mx; spf=pass\n\n.*mark the mail as no junk/;
const cameBack = /came back: smtp; 550 5.1.1 .*\n\nSee that MAIL_TO is right/;
const otherBounce = bounceSamples[3]?.raw('<an-order@cirrux.example>') ?? '';
type Filed = readonly [raw: string, folder?: string];
test.each<readonly [result: string, file: (messageId: string) => Filed[], text: RegExp, login?: string]>([
  ['ok', (messageId) => [[copyOf(messageId)]], inInbox],
  ['FAILED', (messageId) => [[copyOf(messageId), 'Spam']], inJunk],
  ['FAILED', (messageId) => [[otherBounce], [bounceAbout(messageId)], [otherBounce]], cameBack],
  ['FAILED', () => [], /not in the INBOX.*\n\n.*whether IMAP_URL is the mailbox of MAIL_TO/],
  ['FAILED', () => [], /No\.\n\n.*user name and password in IMAP_URL/, 'NO No.'],
])('test-mail says of the arrival %s (%#)', async (result, file, text, ...[login]) => {
  server.addFolder('Spam');
  const onMail = (raw: string) => {
    for (const [mail, path] of file(headersIn(raw).get('message-id') ?? '')) server.file(mail, path);
  };
  const mail = await untilEnd(startMailServer({ onMail }));
  server.react = (verb) => (verb === 'LOGIN' ? login : undefined);
  if (file('').length === 0 && !login)
    jest.replaceProperty(deadlines.mailbox, 'test', 0 as typeof deadlines.mailbox.test);
  const { output, exitCode } = await operate({ SMTP_URL: mail.url, IMAP_URL: server.url }, 'test-mail');
  expect({ output, exitCode }).toEqual({ output: expect.stringMatching(text), exitCode: result === 'ok' ? 0 : 1 });
  expect(output).toMatch(new RegExp(`^arrival +${result} `, 'm'));
});
