import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { type Delivery, startDelivery } from '../../server/submissions/delivery.ts';
import { openSqliteStore } from '../../server/submissions/sqliteStore.ts';
import type { Store, Submission } from '../../server/submissions/store.ts';
import { type SendMail, smtpTransport } from '../../server/submissions/transport.ts';
import { until } from '../faults/report.ts';
import { type ScriptedMailServer, startScriptedMailServer } from '../faults/scriptedMailServer.ts';
import { contactSubmission } from '../helpers/visitor.ts';

const minute = 60_000;

let store: Store;
let mailServer: ScriptedMailServer;
let delivery: Delivery;
let mails: string[];
let lines: { level: number; msg: string; references?: string[] }[];
let isBundling: boolean;

beforeEach(async () => {
  mails = [];
  lines = [];
  isBundling = false;
  store = openSqliteStore(':memory:', 'cirrux.example');
  mailServer = await startScriptedMailServer({ onMail: (raw) => mails.push(raw) });
});
afterEach(async () => {
  await delivery.stop(0);
  await mailServer.stop();
  await store.close();
});

function deliver(
  giveUpMilliseconds = 60_000,
  kept: Store = store,
  transport: SendMail = smtpTransport(`smtp://127.0.0.1:${mailServer.port}`),
) {
  delivery = startDelivery({
    store: kept,
    transport,
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    mailFrom: 'site@cirrux.example',
    mailTo: 'sales@cirrux.example',
    retryMilliseconds: 300,
    giveUpMilliseconds,
    isBundling: () => isBundling,
    longestSending: 400,
  });
}

const withoutToken = { token: undefined, required: false };
function marked(count: number) {
  return { ...contactSubmission, suspect: true, name: `Sender ${count}` };
}

async function submit(): Promise<string> {
  const result = await store.submit(contactSubmission, undefined, withoutToken);
  if (!('reference' in result)) throw new Error(result.outcome);
  delivery?.wake();
  return result.reference;
}

async function stateOf(reference: string): Promise<Submission['state'] | undefined> {
  return (await store.find(reference))?.state;
}
function said(msg: string) {
  return lines.some((line) => line.msg === msg);
}

test.each(['hang', 'trickle'] as const)(
  'a mail server that does nothing but %s is left before the lease ends',
  async (does) => {
    mailServer.react = (step) => (step === 'mailFrom' ? { does } : undefined);
    deliver();
    const reference = await submit();
    expect(await until(() => said('mail postponed'), 2000)).toBe(true);
    mailServer.react = () => undefined;
    expect(await until(() => said('mail delivered'), 3000)).toBe(true);
    expect(await stateOf(reference)).toBe('delivered');
    expect(mails).toHaveLength(1);
  },
);

test('what is over its time is kept as failed; a retry by hand gives it its time anew', async () => {
  mailServer.react = (step) => (step === 'rcptTo' ? '451 later' : undefined);
  deliver(500);
  const reference = await submit();
  expect(await until(() => said('mail given up: kept as failed'), 4000)).toBe(true);
  expect(await stateOf(reference)).toBe('failed');
  lines = [];
  await store.retry(reference, Date.now());
  delivery.wake();
  expect(await until(() => said('mail postponed'), 2000)).toBe(true);
  expect(await stateOf(reference)).toBe('pending');
  mailServer.react = () => undefined;
  expect(await until(() => said('mail delivered'), 4000)).toBe(true);
});

test('a mail that was taken is not sent again because the store failed for a while', async () => {
  let failures = 1;
  const flaky: Store = {
    ...store,
    delivered: async (...given) => {
      if (failures-- > 0) throw new Error('disk full');
      await store.delivered(...given);
    },
  };
  deliver(60_000, flaky);
  const reference = await submit();
  expect(await until(() => said('mail delivered'), 8000)).toBe(true);
  expect(await stateOf(reference)).toBe('delivered');
  expect(mails).toHaveLength(1);
});

test('a sending that never ends, whatever is done to it, is done anew once its lease has ended', async () => {
  const ends: (() => void)[] = [];
  deliver(60_000, store, { send: () => new Promise((resolve) => ends.push(resolve)), close: () => {} });
  await submit();
  expect(await until(() => ends.length === 1, 1000)).toBe(true);
  const later = Date.now() + 2 * minute;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(later);
  delivery.wake();
  clock.mockRestore();
  expect(await until(() => ends.length === 2, 1000)).toBe(true);
  for (const end of ends) end();
});

test('stopping cuts off a mail that hangs, and it stays due', async () => {
  mailServer.react = (step) => (step === 'dot' ? { does: 'hang' } : undefined);
  deliver();
  const reference = await submit();
  await until(() => false, 150);
  const begun = Date.now();
  await delivery.stop(50);
  expect(Date.now() - begun).toBeLessThan(350);
  expect(await stateOf(reference)).toBe('pending');
});

function headerOf(raw: string, name: string): string[] {
  return [...raw.matchAll(new RegExp(`^${name}: (.*)$`, 'gim'))].map(([, value = '']) => value.trim());
}

test('a bundle whose answer was lost is the same bundle again, under its Message-ID', async () => {
  isBundling = true;
  mailServer.react = (step) => (step === 'dot' ? { does: 'hang' } : undefined);
  const references = [
    await store.submit(marked(1), undefined, withoutToken),
    await store.submit(marked(2), undefined, withoutToken),
  ];
  deliver();
  expect(await until(() => said('mail postponed'), 2000)).toBe(true);
  expect(lines.find(({ msg }) => msg === 'mail postponed')?.references).toHaveLength(2);
  // What comes meanwhile makes it no other, nor does the end of the flood.
  await submit();
  isBundling = false;
  mailServer.react = () => undefined;
  expect(await until(() => lines.filter(({ msg }) => msg === 'mail delivered').length === 3, 4000)).toBe(true);
  const bundles = mails.filter((raw) => headerOf(raw, 'X-Reference').length === references.length);
  expect(bundles.length).toBeGreaterThan(0);
  expect(new Set(bundles.flatMap((raw) => headerOf(raw, 'Message-ID'))).size).toBe(1);
  for (const raw of bundles) expect(headerOf(raw, 'Message-ID')[0]).toMatch(/^<bundle-/);
});

test('mail that waits for a retry comes into the bundle of a flood', async () => {
  mailServer.react = (step) => (step === 'rcptTo' ? '451 later' : undefined);
  deliver();
  for (let count = 0; count < 12; count += 1) await submit();
  expect(await until(() => lines.filter(({ msg }) => msg === 'mail postponed').length >= 12, 4000)).toBe(true);
  isBundling = true;
  mailServer.react = () => undefined;
  expect(await until(() => lines.filter(({ msg }) => msg === 'mail delivered').length === 12, 8000)).toBe(true);
  expect(mails.length).toBeLessThanOrEqual(3);
});

test('of a bundle over its time all are kept as failed, with one line in the log', async () => {
  isBundling = true;
  mailServer.react = (step) => (step === 'rcptTo' ? '451 later' : undefined);
  const results = [
    await store.submit(marked(1), undefined, withoutToken),
    await store.submit(marked(2), undefined, withoutToken),
  ];
  deliver(0);
  expect(await until(() => said('mail given up: kept as failed'), 4000)).toBe(true);
  for (const result of results) expect(await stateOf('reference' in result ? result.reference : '')).toBe('failed');
  expect(lines.filter(({ msg }) => msg === 'mail given up: kept as failed')).toHaveLength(1);
});
