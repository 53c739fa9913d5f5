import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { composeConfirmation } from '../../server/mail/confirmationMail.ts';
import { startConfirmations } from '../../server/mail/confirmations.ts';
import type { Mail } from '../../server/mail/mail.ts';
import type { SendMail } from '../../server/mail/transport.ts';
import { confirmationRecipient, domainLength } from '../../server/outbox/confirmationRecipient.ts';
import { type Arrivals, newArrivals } from '../helpers/site/arrivals.ts';
import { type OpenStore, openOnSqlite } from '../helpers/store/openStores.ts';
import { contactSubmission, newKey, storedSubmission } from '../helpers/visitor/visitor.ts';

const hour = 60 * 60_000;

let opened: OpenStore;
let confirmations: ReturnType<typeof startConfirmations>;
let lines: Arrivals<{ readonly msg: string; readonly reference?: string }>;
beforeEach(async () => {
  opened = await openOnSqlite();
  lines = newArrivals(60_000, () => JSON.stringify(lines.all));
});
afterEach(async () => {
  await confirmations?.stop(0);
  await opened.close();
});

async function submit(): Promise<string> {
  const token = { id: newKey(), expiresAt: Date.now() + hour };
  const options = { token, required: true, confirmationRecipient: 'jo' };
  const result = await opened.store.submit(contactSubmission, undefined, options);
  if (!('reference' in result)) throw new Error(result.outcome);
  return result.reference;
}
function confirm(send: SendMail['send'], takeBack = async (_mail: Mail) => {}): void {
  confirmations = startConfirmations({
    store: opened.store,
    transport: { send, takeBack, close: () => {} },
    log: pino({}, { write: (line: string) => lines.add(JSON.parse(line)) }),
    mailFrom: 'site@cirrux.example',
    mailTo: 'sales@cirrux.example',
    mailRetryMilliseconds: 10,
    mailConfirmCaps: { hourly: 100, daily: 100 },
    pollInterval: 100,
  });
}
function logged(msg: string) {
  return lines.waitFor((line) => line.msg === msg);
}

test('a confirmation that would come hours late is given up, and its submission waits on', async () => {
  const late = await submit();
  await opened.age(7 * hour);
  const sent: string[] = [];
  confirm(async ({ subject }) => void sent.push(subject));
  expect(await logged('confirmation given up')).toMatchObject({ reference: late });
  expect(await opened.store.find(late)).toMatchObject({ confirmation: 'failed', state: 'pending' });
  const next = await submit();
  confirmations.wake();
  await logged('confirmation sent');
  expect(sent).toEqual([expect.stringContaining(next)]);
});

test('a mail server that refuses for now is tried again under the same Message-ID until hours have passed', async () => {
  await submit();
  const tried: unknown[] = [];
  confirm(async ({ messageId }) => {
    tried.push(messageId);
    if (tried.length === 3) await opened.age(6 * hour);
    throw Object.assign(new Error('450 later'), { responseCode: 450, command: 'RCPT TO' });
  });
  await logged('confirmation given up');
  expect(tried).toHaveLength(3);
  expect(new Set(tried).size).toBe(1);
});

test('what was erased while its confirmation was under way is taken back', async () => {
  const reference = await submit();
  const takenBack: string[] = [];
  confirm(
    async () => void (await opened.sql('DELETE FROM submissions')),
    async ({ fileName }) => void takenBack.push(fileName),
  );
  await logged('confirmation sent');
  await confirmations.stop(0);
  expect(takenBack).toEqual([`${reference}.confirmation`]);
});

test.each([
  ['Jo@Visitor.example', 'jo@visitor.EXAMPLE', true],
  ['jo+shop@visitor.example', 'jo+x@visitor.example', true],
  ['j.o@visitor.example', 'jo@visitor.example', false],
  ['j.o+x@gmail.com', 'JO@googlemail.com', true],
  ['+jo@visitor.example', '+pa@visitor.example', false],
  ['jo@visitor.example', 'jo@other.example', false],
])('%s and %s are the same mailbox: %s', (one, other, isSame) => {
  const secret = new Uint8Array(32);
  const [first, second] = [one, other].map((address) => confirmationRecipient(address, secret));
  expect(first === second).toBe(isSame);
  expect(first).toMatch(/^[0-9a-f]{80}$/);
});

test.each([
  ['jo@visitor.example', 'pa@VISITOR.example', true],
  ['jo@visitor.example', 'jo@other.example', false],
  ['jo@gmail.com', 'pa@gmail.com', false],
  ['j.o@gmail.com', 'jo@googlemail.com', true],
  ['jo@mweb.co.za', 'pa@mweb.co.za', false],
])('%s and %s count as one domain: %s', (one, other, isSame) => {
  const [first, second] = [one, other].map((address) => confirmationRecipient(address, new Uint8Array(32)));
  expect(first?.slice(0, domainLength) === second?.slice(0, domainLength)).toBe(isSame);
});

test.each([
  ['Thandiwe Mokoena', 'Hello Thandiwe Mokoena,'],
  ['José van der', 'Hello José van der,'],
  ["Anne-Marie O'Neil", "Hello Anne-Marie O'Neil,"],
  ['Buy my cheap watches now call Bob today', 'Hello,'],
  ['ＢＵＹ ＮＯＷ', 'Hello,'],
  ['Call Ⅷ Ⅴ', 'Hello,'],
  ['Eﬃe', 'Hello,'],
  ['082 555', 'Hello,'],
])('%s is greeted with %j', (name, greeting) => {
  const { text } = composeConfirmation(storedSubmission({ name }), 'site@cirrux.example', 'sales@cirrux.example');
  expect(text.split('\n')[0]).toBe(greeting);
});
