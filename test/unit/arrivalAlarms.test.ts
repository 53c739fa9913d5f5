import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../server/config/config.ts';
import { adviceForMailbox } from '../../server/mail/arrival/mailboxFault.ts';
import { arrivalChecks } from '../../server/operations/alarms/arrivalChecks.ts';
import { startSiteAlarms } from '../../server/operations/alarms/siteAlarms.ts';
import { type Claim, type FoundCopy, type MailboxFault, mailboxFaults, type Store } from '../../server/outbox/store.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { contactSubmission, notFound, person } from '../helpers/visitor/visitor.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const { signal } = new AbortController();
const wellLooked = { hasLooked: true, fault: null };
const passed = { spf: 'pass', dkim: 'pass', dmarc: 'pass' } as const;

let store: Store;
let clock: jest.SpiedFunction<typeof Date.now>;
const begun = Date.now();
beforeEach(() => {
  clock = jest.spyOn(Date, 'now').mockReturnValue(begun);
  store = openSqliteStore(':memory:', 'cirrux.example');
});
afterEach(async () => {
  clock.mockRestore();
  await store.close();
});

/** Has mails sent. Resolves with all references, in the order in which an alarm names those of one time. */
async function sent(amount: number): Promise<string[]> {
  for (let count = 0; count < amount; count += 1) {
    await store.submit(contactSubmission, undefined, { token: undefined, required: false });
    const claim = (await store.claim({ owner: 'here', lease: minute, of: 'operator' })) as Claim;
    await store.record(claim, { state: 'sent' });
  }
  return (await store.list()).map(({ reference }) => reference).sort();
}
async function record(found: { readonly hasLooked: boolean; readonly fault: MailboxFault | null }): Promise<void> {
  await store.leaseMailbox('here', day);
  await store.recordLook('here', found);
}
/** Has each mail that is awaited arrive. */
async function arrive(changes: Partial<FoundCopy>): Promise<void> {
  const copy = { ...notFound, arrivedAt: await store.now(), folder: 'INBOX', ...changes } as const;
  for (const { messageId } of (await store.awaitedMails()).mails) await store.recordArrival({ messageId, ...copy });
}
function checkOf(name: string) {
  const check = arrivalChecks(store).find((each) => each.name === name);
  if (!check) throw new Error(`no alarm ${name}`);
  return check;
}

test('what is in Junk is told by its references, the first ten of them, until a day later', async () => {
  const { look, repeatAfter } = checkOf('in-junk');
  expect(repeatAfter).toBe(day);
  const [first = '', ...more] = await sent(3);
  await arrive({ folder: 'Junk', ...passed });
  expect(await look(signal)).toMatchObject({
    level: 'warn',
    message: expect.stringMatching(
      `about ${[first, ...more].join(', ')} has arrived in Junk: mark it as no junk.*contacts.*SPF and DKIM.*SMTP_URL`,
    ),
    about: { amount: 3, references: [first, ...more] },
  });
  const all = await sent(9);
  await arrive({ folder: 'Junk', ...passed });
  expect(await look(signal)).toMatchObject({
    message: expect.stringContaining(`about ${all.slice(0, 10).join(', ')} and 2 more has`),
  });
  clock.mockReturnValue(begun + day);
  expect(await look(signal)).toBeUndefined();
});

test('what has not arrived is told 15 minutes after the mail server took it, with what to do', async () => {
  const { look, repeatAfter } = checkOf('not-arrived');
  expect(repeatAfter).toBeUndefined();
  await record(wellLooked);
  const [reference = ''] = await sent(1);
  clock.mockReturnValue(begun + 14 * minute);
  await record(wellLooked);
  expect(await look(signal)).toBeUndefined();
  clock.mockReturnValue(begun + 15 * minute);
  await record(wellLooked);
  const alarm = await look(signal);
  expect(alarm).toMatchObject({
    level: 'error',
    message: expect.stringMatching(`about ${reference} .*filter.*show REFERENCE.*phone.*retry REFERENCE`),
    about: { amount: 1, references: [reference] },
  });
  for (const known of Object.values(person)) expect(JSON.stringify(alarm)).not.toContain(known);
  await arrive(passed);
  expect(await look(signal)).toBeUndefined();
});

test.each(mailboxFaults)('a mailbox with the fault %s is told after ten minutes, with what to do', async (fault) => {
  const { look, repeatAfter } = checkOf('mailbox');
  expect(repeatAfter).toBeUndefined();
  await record({ hasLooked: false, fault });
  clock.mockReturnValue(begun + 10 * minute - 1);
  expect(await look(signal)).toBeUndefined();
  clock.mockReturnValue(begun + 10 * minute);
  await record({ hasLooked: false, fault });
  expect(await look(signal)).toEqual({
    level: 'warn',
    message: expect.stringContaining(`mail leaves as before. ${adviceForMailbox[fault]}`),
    fields: { fault },
  });
  await record(wellLooked);
  expect(await look(signal)).toBeUndefined();
});

test.each([
  [{ ...passed, dkim: 'none' }, /\(DKIM none\).*: DKIM needs that mail server to sign/],
  [{ ...passed, spf: 'fail' }, /\(SPF fail\).*: SPF needs a TXT record .* of MAIL_FROM that includes the mail server/],
  [
    { spf: 'none', dkim: 'fail', dmarc: 'none' },
    /\(SPF none, DKIM fail, DMARC none\).*SPF .*; DKIM .*; DMARC .*_dmarc/,
  ],
] as const)('of mail with the results %j a day tells which check to mend', async (results, message) => {
  const { look, repeatAfter } = checkOf('mail-authentication');
  expect(repeatAfter).toBe(day);
  await sent(1);
  // Neither is one that passed, nor one from a server that writes no results.
  await arrive(passed);
  const [reference] = await sent(1);
  await arrive({ ...notFound, arrivedAt: begun, folder: 'INBOX' });
  expect([await look(signal), reference]).toEqual([undefined, expect.any(String)]);
  await sent(1);
  await arrive(results);
  expect(await look(signal)).toMatchObject({ level: 'warn', message: expect.stringMatching(message) });
  clock.mockReturnValue(begun + day);
  expect(await look(signal)).toBeUndefined();
});

test('whether the store can be read is its own alarm', async () => {
  const checks = arrivalChecks(store);
  await store.close();
  for (const { look } of checks) expect(await look(signal)).toBe('unknown');
  store = openSqliteStore(':memory:', 'cirrux.example');
});

test('the site looks at these conditions with IMAP_URL alone, and at once when something has arrived or bounced', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'alarms-'));
  const told: (string | undefined)[] = [];
  const log = pino({}, { write: (line: string) => told.push((JSON.parse(line) as { alarm?: string }).alarm) });
  const start = (environment: Readonly<Record<string, string>>) =>
    startSiteAlarms({ config: readConfig({ DATA_DIR: folder, ...environment }), store, log });
  const names = arrivalChecks(store).map(({ name }) => name);
  jest.useFakeTimers({ now: begun });
  const [without, alarms] = [start({}), start({ IMAP_URL: 'imap://sales:secret@localhost' })];
  expect([...without.levels().keys()].filter((name) => names.includes(name))).toEqual([]);
  expect([...alarms.levels().keys()]).toEqual(expect.arrayContaining(names));
  const second = 1000;
  await jest.advanceTimersByTimeAsync(second);

  await sent(1);
  await arrive({ folder: 'Junk', ...passed });
  without.noteArrival();
  await jest.advanceTimersByTimeAsync(second);
  expect(told).not.toContain('in-junk');
  alarms.noteArrival();
  await jest.advanceTimersByTimeAsync(second);
  expect(told).toContain('in-junk');

  await sent(1);
  const [{ messageId } = { messageId: '' }] = (await store.awaitedMails()).mails;
  await store.recordBounce({ messageId, bouncedAt: begun, error: '5.1.1 no such mailbox' });
  alarms.noteMail({ kind: 'notice', outcome: 'bounced', submissions: 1 });
  await jest.advanceTimersByTimeAsync(second);
  expect(told).toContain('failed-deliveries');
  for (const each of [alarms, without]) each.stop();
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});
