import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../server/config/config.ts';
import { adviceForMailbox, arrival } from '../../server/operations/alarms/conditions/arrival.ts';
import { startSiteAlarms } from '../../server/operations/alarms/siteAlarms.ts';
import type { FoundCopy, MailboxFault } from '../../server/outbox/mailbox.ts';
import type { Store } from '../../server/outbox/store.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { takeNotice } from '../helpers/store/takeNotice.ts';
import { contactSubmission, person } from '../helpers/visitor/visitor.ts';

const operations = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const minute = 60_000;
const day = 24 * 60 * minute;
const { signal } = new AbortController();
const wellLooked = { hasLooked: true, fault: null };

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
    await store.submissions.add(contactSubmission, undefined, { token: undefined, required: false });
    const claim = await takeNotice(store);
    await store.mails.record(claim, { state: 'sent' });
  }
  return (await store.submissions.list()).map(({ reference }) => reference).sort();
}
async function record(found: { readonly hasLooked: boolean; readonly fault: MailboxFault | null }): Promise<void> {
  await store.mailbox.lease('here', day);
  await store.mailbox.recordLook('here', found);
}
/** Has each mail that is awaited arrive. */
async function arrive(changes: Partial<FoundCopy>): Promise<void> {
  const copy = { arrivedAt: await store.maintenance.now(), folder: 'INBOX', ...changes } as const;
  for (const messageId of (await store.mailbox.awaitedMails()).messageIds)
    await store.mailbox.recordArrival({ messageId, ...copy });
}
function checkOf(name: string) {
  const check = arrival(store).find((each) => each.name === name);
  if (!check) throw new Error(`no alarm ${name}`);
  return check;
}

test('an alarm names the mail that lies in Junk, with what to do, until a day later', async () => {
  const { look } = checkOf('in-junk');
  const references = await sent(12);
  await arrive({ folder: 'Junk' });
  const named = `about ${references.slice(0, 10).join(', ')} and 2 more has arrived in Junk: mark it as no junk`;
  expect(await look(signal)).toMatchObject({
    level: 'warn',
    message: expect.stringMatching(`${named}.*contacts.*SPF and DKIM.*SMTP_URL`),
  });
  clock.mockReturnValue(begun + day);
  expect(await look(signal)).toBeUndefined();
});

test('an alarm names a mail that has not arrived 15 minutes after the mail server took it, with what to do', async () => {
  const { look } = checkOf('not-arrived');
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
  });
  for (const known of Object.values(person)) expect(JSON.stringify(alarm)).not.toContain(known);
  await arrive({});
  expect(await look(signal)).toBeUndefined();
});

test('an alarm tells of a mailbox that has been out of reach for ten minutes, with what to do', async () => {
  const { look } = checkOf('mailbox');
  await record({ hasLooked: false, fault: 'login' });
  clock.mockReturnValue(begun + 10 * minute - 1);
  expect(await look(signal)).toBeUndefined();
  clock.mockReturnValue(begun + 10 * minute);
  expect(await look(signal)).toEqual({
    level: 'warn',
    message: expect.stringContaining(`mail leaves as before. ${adviceForMailbox.login}`),
  });
  await record(wellLooked);
  expect(await look(signal)).toBeUndefined();
});

test('the alarms about arrival are looked at with IMAP_URL alone, and failed deliveries at once when a mail has bounced; docs/operations.md has all alarms', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'alarms-'));
  const told: (string | undefined)[] = [];
  const log = pino({}, { write: (line: string) => told.push((JSON.parse(line) as { alarm?: string }).alarm) });
  const start = (environment: Readonly<Record<string, string>>) =>
    startSiteAlarms({
      config: { ...readConfig({ DATA_DIR: folder, ...environment }), dataDirectory: folder },
      store,
      isStoreNew: () => false,
      log,
    });
  const names = arrival(store).map(({ name }) => name);
  jest.useFakeTimers({ now: begun });
  const [without, alarms] = [start({}), start({ IMAP_URL: 'imap://sales:secret@localhost' })];
  expect(without.names.filter((name) => names.includes(name))).toEqual([]);
  expect(alarms.names).toEqual(expect.arrayContaining(names));
  for (const name of alarms.names) expect(operations).toContain(`\`${name}\``);
  const second = 1000;
  await jest.advanceTimersByTimeAsync(second);

  await sent(1);
  const [messageId = ''] = (await store.mailbox.awaitedMails()).messageIds;
  await store.mailbox.recordBounce({ messageId, bouncedAt: begun, error: '5.1.1 no such mailbox' });
  alarms.noteMail({ kind: 'notice', outcome: 'bounced' });
  await jest.advanceTimersByTimeAsync(second);
  expect(told).toContain('failed-deliveries');
  for (const each of [alarms, without]) each.stop();
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});
