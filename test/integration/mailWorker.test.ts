import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { deadlines } from '../../server/lib/deadlines.ts';
import { type MailWorker, type MailWorkerOptions, startMailWorker } from '../../server/mail/mailWorker.ts';
import { type SendMail, smtpTransport } from '../../server/mail/transport.ts';
import type { Mails } from '../../server/outbox/mails.ts';
import type { Store } from '../../server/outbox/store.ts';
import type { AddOptions } from '../../server/outbox/submissions.ts';
import { hang } from '../helpers/hang.ts';
import { type MailServer, startMailServer } from '../helpers/mail/mailServer.ts';
import { type Arrivals, newArrivals } from '../helpers/site/arrivals.ts';
import { type OpenStore, openOnSqlite } from '../helpers/store/openStores.ts';
import { addSubmission } from '../helpers/store/submissions.ts';
import { newKey } from '../helpers/visitor/visitor.ts';

const hour = 60 * 60_000;
const { lease, recording, poll: usualPoll } = deadlines.mail;

let opened: OpenStore;
let store: Store;
let mailServer: MailServer;
let loops: MailWorker[];
let received: string[];
const onMail = (raw: string) => received.push(raw);
let lines: Arrivals<{ readonly msg: string; readonly reference?: string }>;

beforeEach(async () => {
  received = [];
  loops = [];
  lines = newArrivals(() => JSON.stringify(lines.all));
  opened = await openOnSqlite();
  store = opened.store;
  mailServer = await startMailServer({ onMail });
});
afterEach(async () => {
  jest.useRealTimers();
  for (const loop of loops) await loop.stop(0);
  await mailServer.stop();
  await opened.close();
});

type Settings = Partial<Pick<MailWorkerOptions['settings'], 'mailRetryMilliseconds' | 'mailConfirm'>>;
type Changes = Partial<Omit<MailWorkerOptions, 'settings'>> & Settings & Partial<Record<'sending' | 'poll', number>>;
function deliver({ mailRetryMilliseconds = 300, mailConfirm = true, ...rest }: Changes = {}) {
  const { sending = hang, poll = usualPoll, ...changes } = rest;
  jest.replaceProperty(deadlines, 'mail', { ...deadlines.mail, sending, poll } as unknown as typeof deadlines.mail);
  const loop = startMailWorker({
    mails: store.mails,
    transport: smtpTransport(mailServer.url),
    log: pino({}, { write: (line: string) => lines.add(JSON.parse(line)) }),
    settings: {
      mailFrom: 'site@cirrux.example',
      mailTo: 'sales@cirrux.example',
      mailRetryMilliseconds,
      mailGiveUpMilliseconds: hour,
      mailConfirm,
      mailConfirmCaps: { hourly: 2, daily: 100 },
    },
    ...changes,
  });
  loops.push(loop);
}
function wake(): void {
  for (const loop of loops) loop.wake();
}

async function submit(options?: Partial<AddOptions>): Promise<string> {
  const reference = await addSubmission(store, {}, options);
  wake();
  return reference;
}
/** Stores a submission with a token, so that its sender gets a confirmation. */
function submitVerified(): Promise<string> {
  return submit({ token: { id: newKey(), expiresAt: Date.now() + hour }, confirms: true });
}

async function stateOf(reference: string) {
  return (await store.submissions.find(reference))?.state;
}
async function mailsOf(reference: string) {
  return (await store.mails.listAbout(reference)).map(({ kind, state, attempts }) => ({ kind, state, attempts }));
}
function timesLogged(msg: string): number {
  return lines.all.filter((line) => line.msg === msg).length;
}
/** Resolves when a message has been logged `times` times. */
function logged(msg: string, times = 1) {
  return lines.waitFor(() => timesLogged(msg) >= times);
}

test('a delivery to a mail server that answers too slowly is aborted, also by a stop, and tried again', async () => {
  mailServer.react = (step) => (step === 'mailFrom' ? { does: 'trickle' } : undefined);
  deliver({ sending: 400 });
  const reference = await submit();
  await logged('mail postponed');
  await loops[0]?.stop(0);
  deliver();
  while ((await mailsOf(reference))[0]?.attempts !== 2) await store.maintenance.probe();
  await loops[1]?.stop(0);
  expect(timesLogged('mail postponed')).toBe(2);
  mailServer.react = () => undefined;
  deliver();
  await logged('mail delivered');
  expect(await stateOf(reference)).toBe('delivered');
});

test('while a mail server refuses connections, few mails of a burst are tried, and all are sent when it accepts', async () => {
  const { port } = mailServer;
  await mailServer.stop();
  // `poll` is longer than this test. So only the first accepted mail can make the worker try the waiting mails again.
  deliver({ mailRetryMilliseconds: 100, poll: 10 * hang });
  await submit();
  await logged('mail postponed');
  const burst = await Promise.all(Array.from({ length: 20 }, () => submit()));
  await logged('mail postponed', 3);
  const untried = (await store.submissions.list()).filter(({ attempts }) => attempts === 0);
  expect(untried.length).toBeGreaterThanOrEqual(burst.length - 2);
  mailServer = await startMailServer({ port, onMail });
  await logged('mail delivered', 1 + burst.length);
});

test('one delivered mail makes mails due that wait for the mail server', async () => {
  mailServer.react = (step) => (step === 'mailFrom' ? '451 later' : undefined);
  deliver({ mailRetryMilliseconds: hour });
  for (let count = 0; count < 2; count += 1) await submit();
  await logged('mail postponed', 2);
  mailServer.react = () => undefined;
  await submit();
  await logged('mail delivered', 3);
});

test('an accepted mail is not sent twice if the store fails for a while, even for longer than the lease, and a stop waits for no store', async () => {
  let failures = 1;
  const record: Mails['record'] = async (...given) => {
    if (failures-- > 0) {
      await opened.age(lease);
      wake();
      throw new Error('disk full');
    }
    expect(await mailsOf(given[0].submission.reference)).toMatchObject([{ attempts: 1 }]);
    return store.mails.record(...given);
  };
  deliver({ mails: { ...store.mails, record } });
  const reference = await submit();
  await logged('mail delivered');
  expect(await stateOf(reference)).toBe('delivered');
  expect(received).toHaveLength(1);
  await loops.pop()?.stop(0);
  // The end of the test stops this worker.
  deliver({ mails: { ...store.mails, record: () => Promise.reject(new Error('disk full')) } });
  await submit();
  await logged('outcome of a mail not recorded: will try again', 2);
});

test('no other process takes a mail while it is being sent, however long that lasts', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const ends: (() => void)[] = [];
  const transport: SendMail = { send: () => new Promise<void>((resolve) => ends.push(resolve)) };
  const sending = 2 * lease;
  for (const { mails } of [store, await opened.openAnother()]) {
    const renew = jest.fn(mails.renew).mockRejectedValueOnce(new Error('the disk is full for a moment'));
    deliver({ mails: { ...mails, renew }, transport, sending });
  }
  await submit();
  const pass = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 5000) {
      await jest.advanceTimersByTimeAsync(5000);
      // The store's probe runs after the statements that the loops have begun, so it ends after them.
      await store.maintenance.probe();
    }
  };
  await pass(sending + recording);
  expect(ends).toHaveLength(1);
  for (const end of ends) end();
});

test('a confirmation that is six hours old is not tried, and its notification is sent', async () => {
  const reference = await submitVerified();
  await opened.age(6 * hour);
  const tried: unknown[] = [];
  const send: SendMail['send'] = async ({ messageId }) => void tried.push(messageId);
  deliver({ transport: { send } });
  expect(await logged('confirmation given up')).toMatchObject({ reference });
  await logged('mail delivered');
  expect(tried).toEqual([`<${reference.toLowerCase()}@cirrux.example>`]);
});

test('four notifications are sent at once beside two confirmations, no more confirmations than the cap, and those that waited when MAIL_CONFIRM was switched off are skipped', async () => {
  const submitSix = async () => {
    for (let count = 0; count < 6; count += 1) await submitVerified();
  };
  await submitSix();
  let [underWay, most] = [0, 0];
  /** Sends mails. The first wait until `amount` are under way, and more would be if they were allowed. Resolves with the most that were under way at once. */
  const mostAtOnce = async (amount: number, mailConfirm: boolean, msg: string, times: number) => {
    most = 0;
    const { promise: isFull, resolve } = Promise.withResolvers<void>();
    const send = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let probes = 0; underWay >= amount && probes < 20; probes += 1) await store.maintenance.probe();
      if (underWay >= amount) resolve();
      await isFull;
      underWay -= 1;
    };
    deliver({ transport: { send }, mailConfirm });
    await logged(msg, times);
    return most;
  };
  expect(await mostAtOnce(4, false, 'mail delivered', 6)).toBe(4);
  await loops[0]?.stop(0);
  expect(timesLogged('confirmation sent')).toBe(0);
  expect(await store.mails.nextDue('confirmation')).toBeUndefined();
  await submitSix();
  expect(await mostAtOnce(6, true, 'confirmation sent', 2)).toBe(6);
  while ((await store.mails.nextDue('confirmation')) !== undefined) await store.maintenance.probe();
  expect(timesLogged('confirmation sent')).toBe(2);
});
