import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { type Delivery, startDelivery } from '../../server/mail/delivery.ts';
import { smtpTransport } from '../../server/mail/transport.ts';
import { openSqliteStore } from '../../server/outbox/sqlite/sqliteStore.ts';
import type { NewSubmission, Store, Submission } from '../../server/outbox/store.ts';
import { type MailServer, startMailServer } from '../helpers/mail/mailServer.ts';
import { type Arrivals, newArrivals } from '../helpers/site/arrivals.ts';
import { contactSubmission } from '../helpers/visitor/visitor.ts';

const minute = 60_000;

let store: Store;
let mailServer: MailServer;
let delivery: Delivery | undefined;
let mails: string[];
let lines: Arrivals<{ readonly msg: string; readonly reference?: string; readonly references?: string[] }>;
let isSendingDigests: boolean;

beforeEach(async () => {
  mails = [];
  lines = newArrivals(60_000, () => JSON.stringify(lines.all));
  isSendingDigests = false;
  store = openSqliteStore(':memory:', 'cirrux.example');
  mailServer = await startMailServer({ onMail: (raw) => mails.push(raw) });
});
afterEach(async () => {
  await delivery?.stop(0);
  delivery = undefined;
  await mailServer.stop();
  await store.close();
});

function deliver(changes: Partial<Parameters<typeof startDelivery>[0]> = {}) {
  delivery = startDelivery({
    store,
    transport: smtpTransport(mailServer.url),
    log: pino({}, { write: (line: string) => lines.add(JSON.parse(line)) }),
    mailFrom: 'site@cirrux.example',
    mailTo: 'sales@cirrux.example',
    mailRetryMilliseconds: 300,
    mailGiveUpMilliseconds: minute,
    isSendingDigests: () => isSendingDigests,
    sendTimeout: 400,
    pollInterval: 100,
    ...changes,
  });
}

const withoutToken = { token: undefined, required: false };
async function submit(changes: Partial<NewSubmission> = {}): Promise<string> {
  const result = await store.submit({ ...contactSubmission, ...changes }, undefined, withoutToken);
  if (!('reference' in result)) throw new Error(result.outcome);
  delivery?.wake();
  return result.reference;
}

async function stateOf(reference: string): Promise<Submission['state'] | undefined> {
  return (await store.find(reference))?.state;
}
function timesLogged(msg: string): number {
  return lines.all.filter((line) => line.msg === msg).length;
}
/** Resolves when a message has been logged `times` times. */
function logged(msg: string, times = 1) {
  return lines.waitFor(() => timesLogged(msg) >= times);
}

test.each(['hang', 'trickle'] as const)(
  'a delivery to a mail server that does nothing but %s is aborted before the lease ends',
  async (does) => {
    mailServer.react = (step) => (step === 'mailFrom' ? { does } : undefined);
    deliver();
    const reference = await submit();
    await logged('mail postponed');
    mailServer.react = () => undefined;
    await logged('mail delivered');
    expect(await stateOf(reference)).toBe('delivered');
    expect(mails).toHaveLength(1);
  },
);

test("a submission older than the limit is kept as failed, and the operator's retry restarts its age", async () => {
  mailServer.react = (step) => (step === 'rcptTo' ? '451 later' : undefined);
  deliver({ mailGiveUpMilliseconds: 500 });
  const reference = await submit();
  await logged('mail given up: kept as failed');
  expect(await stateOf(reference)).toBe('failed');
  const postponed = timesLogged('mail postponed');
  await store.retry(reference);
  delivery?.wake();
  await logged('mail postponed', postponed + 1);
  expect(await stateOf(reference)).toBe('pending');
  mailServer.react = () => undefined;
  await logged('mail delivered');
});

test('an accepted mail is not sent again after the store fails for a while', async () => {
  let failures = 1;
  const flaky: Store = {
    ...store,
    delivered: async (...given) => {
      if (failures-- > 0) throw new Error('disk full');
      return store.delivered(...given);
    },
  };
  deliver({ store: flaky });
  const reference = await submit();
  await logged('mail delivered');
  expect(await stateOf(reference)).toBe('delivered');
  expect(mails).toHaveLength(1);
});

test('a mail whose sending never ends is sent again after its lease', async () => {
  const sendings: Arrivals<() => void> = newArrivals(60_000, () => `${sendings.all.length} sendings`);
  deliver({ transport: { send: () => new Promise((resolve) => sendings.add(resolve)), close: () => {} } });
  await submit();
  const end = await sendings.waitFor(() => true);
  const later = Date.now() + 2 * minute;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
  delivery?.wake();
  const endAgain = await sendings.waitFor((one) => one !== end);
  clock.mockRestore();
  end();
  endAgain();
});

function headerOf(raw: string, name: string): string[] {
  return [...raw.matchAll(new RegExp(`^${name}: (.*)$`, 'gim'))].map(([, value = '']) => value.trim());
}

test('a digest whose answer was lost is sent again unchanged, with the same Message-ID', async () => {
  isSendingDigests = true;
  mailServer.react = (step) => (step === 'dot' ? { does: 'hang' } : undefined);
  const references = [await submit({ suspect: true }), await submit({ suspect: true })];
  deliver();
  await logged('mail postponed');
  expect((await logged('mail postponed')).references).toHaveLength(2);
  // Neither a new submission nor the end of the flood changes the digest.
  await submit();
  isSendingDigests = false;
  mailServer.react = () => undefined;
  await logged('mail delivered', 3);
  const digests = mails.filter((raw) => headerOf(raw, 'X-Reference').length === references.length);
  expect(digests.length).toBeGreaterThan(0);
  expect(new Set(digests.flatMap((raw) => headerOf(raw, 'Message-ID'))).size).toBe(1);
  for (const raw of digests) expect(headerOf(raw, 'Message-ID')[0]).toMatch(/^<digest-/);
});
