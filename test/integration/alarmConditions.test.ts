import { readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../server/config/config.ts';
import type { Condition } from '../../server/operations/alarms/alarms.ts';
import { backup } from '../../server/operations/alarms/conditions/backup.ts';
import { certificate } from '../../server/operations/alarms/conditions/certificate.ts';
import { adviceForMailbox, arrival, delivery } from '../../server/operations/alarms/conditions/mail.ts';
import { settingConditions } from '../../server/operations/alarms/conditions/settings.ts';
import { disk, newDatabase, retention, storeWritten } from '../../server/operations/alarms/conditions/store.ts';
import { startSiteAlarms } from '../../server/operations/alarms/siteAlarms.ts';
import { makeBackup } from '../../server/operations/backups/backup.ts';
import type { FoundCopy, MailboxFault } from '../../server/outbox/mailbox.ts';
import { databaseFile } from '../../server/outbox/sqlite/sqliteDatabase.ts';
import type { Store } from '../../server/outbox/store.ts';
import { certificate as serverCertificate } from '../helpers/mail/certificate.ts';
import { listen } from '../helpers/network/listen.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { addSent, addSubmission, takeNotice } from '../helpers/store/submissions.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const textOf = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');
const minute = 60_000;
const day = 24 * 60 * minute;

let folder: string;
let store: Store;
let clock: jest.SpiedFunction<typeof Date.now>;
const begun = Date.now();
beforeEach(() => {
  clock = jest.spyOn(Date, 'now').mockReturnValue(begun);
  folder = directoryUntilEnd();
  store = openSqliteStore(databaseFile(folder));
});
afterEach(async () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  await store.close();
});
/** Sets the clock to this many milliseconds after `begun`. */
function passed(milliseconds: number): void {
  clock.mockReturnValue(begun + milliseconds);
}

/** What the condition with this name says now; undefined: it raises no alarm. */
function lookAt(conditions: readonly Condition[], name: string) {
  const condition = conditions.find((each) => each.name === name);
  if (!condition) throw new Error(`no alarm ${name}`);
  return condition.check(false);
}
async function recordLook(fault: MailboxFault | null = null): Promise<void> {
  await store.mailbox.lease('here', day);
  await store.mailbox.recordLook('here', fault);
}
/** Records that each mail that the mailbox awaits has arrived in `folder`. */
async function arrive(folder: FoundCopy['folder']): Promise<void> {
  for (const { messageId } of (await store.mailbox.awaitedMails()).mails)
    await store.mailbox.recordArrival({ messageId, arrivedAt: await store.maintenance.now(), folder });
}

test.each([
  [510, 10_000, undefined],
  [490, 5_000, '490 MB (9 %)'],
  [600, 5_000, undefined],
  [4900, 100_000, '4900 MB (4 %)'],
])('a disk is an alarm below 500 MB or 5 %%: %i of %i MB are free', async (bavail, blocks, sentence) => {
  const found = await lookAt([disk('/data', async () => ({ bavail, blocks, bsize: 1e6 }))], 'disk');
  expect(found).toEqual(sentence && expect.stringContaining(sentence));
  // Without a second parameter, `disk` asks the operating system about the real disk. That must not fail.
  await lookAt([disk(tmpdir())], 'disk');
});

test("the certificate of the site's own origin raises an alarm in its last 14 days and after expiry", async () => {
  const end = Date.parse('2126-10-29T11:02:42Z');
  const server = createServer({ ...serverCertificate });
  const origin = `https://localhost:${await listen(server)}`;
  const look = () => lookAt([certificate(origin)], 'certificate');
  for (const [now, alarm] of [
    [end - 15 * day, undefined],
    [end - 13.5 * day, { level: 'warn', message: expect.stringMatching(/ends on 2126-10-29, in 13 days: renew/) }],
    [end + minute, { level: 'error', message: expect.stringContaining('ended on 2126-10-29') }],
  ] as const) {
    clock.mockReturnValue(now);
    expect(await look()).toEqual(alarm);
  }
  // If the origin does not answer, nothing is known about its certificate. So the look fails, and raises no alarm.
  await new Promise((resolve) => server.close(resolve));
  await expect(look()).rejects.toThrow('ECONNREFUSED');
  // No machine can have this address. Its error names the port of https.
  await expect(lookAt([certificate('https://255.255.255.255')], 'certificate')).rejects.toThrow(/255:443\b/);
});

test.each([
  ['u:p@db.example:6432/site', true],
  ['u@localhost/site?host=db.example', true],
  ['u@db.example/site?sslmode=disable', true],
  ['u@localhost/site', false],
  ['u@[::1]/site', false],
  ['u@%2Frun%2Fpostgresql/site', false],
  ['u@db.example/site?sslmode=verify-full', false],
  ['u@db.example/site?sslrootcert=/etc/db.crt', false],
])('a database on another machine must be reached by TLS with its name proven: postgres://%s', async (url, isAlarm) => {
  const { isSet } = readConfig({ DATA_DIR: folder, DATABASE_URL: `postgres://${url}` });
  const conditions = settingConditions(isSet, folder, () => false);
  const found = await lookAt(conditions, 'database-tls');
  expect(found).toEqual(isAlarm ? expect.stringContaining('without sslmode=verify-full') : undefined);
});

test('a submission that waits for more than 15 minutes, or that has failed, raises an alarm of its own', async () => {
  const conditions = delivery(store, true, () => undefined);
  const look = (name: string) => lookAt(conditions, name);
  await addSubmission(store);
  passed(14 * minute);
  expect(await look('backlog')).toBeUndefined();
  passed(16 * minute);
  expect(await look('backlog')).toMatch(/1 submission waiting, the oldest for 16 minutes.*test-mail/);
  expect(await look('failed-deliveries')).toBeUndefined();
  await store.mails.record(await takeNotice(store), { state: 'failed', reason: '550 no' });
  expect(await look('backlog')).toBeUndefined();
  expect(await look('failed-deliveries')).toMatch(/1 submission .*list --state failed.*retry --failed/);
});

test('alarms name mails in Junk and mails that have not arrived, and say that the mailbox cannot be read, with advice', async () => {
  const look = (name: string) => lookAt(arrival(store), name);
  await recordLook();
  for (const name of ['in-junk', 'not-arrived', 'mailbox']) expect(await look(name)).toBeUndefined();
  const references: string[] = [];
  for (let count = 0; count < 12; count += 1) references.push(await addSent(store));
  await arrive('Junk');
  const named = references.sort().slice(0, 10).join(', ');
  expect(await look('in-junk')).toMatch(
    `The mail about ${named} and 2 more has arrived in Junk: mark it as not junk there, and add the sender to the contacts`,
  );
  const missing = await addSent(store);
  passed(15 * minute);
  await recordLook();
  const sentence = await look('not-arrived');
  expect(sentence).toMatch(new RegExp(`about ${missing} .*filter.*show REFERENCE.*phone.*retry REFERENCE`));
  for (const known of Object.values(person)) expect(sentence).not.toContain(known);
  await recordLook('login');
  passed(25 * minute);
  expect(await look('mailbox')).toContain(`mail is still sent. ${adviceForMailbox.login}`);
});

test('a nightly backup that is missing, old, empty, cut off or no database raises an alarm', async () => {
  const backups = directoryUntilEnd();
  const look = () => lookAt([backup(backups, store)], 'backup');
  await addSubmission(store);
  passed(2 * day - minute);
  expect(await look()).toBeUndefined();
  passed(3 * day);
  expect(await look()).toContain('There is no backup in BACKUP_DIR');
  clock.mockRestore();

  const [before = '', file = ''] = ['1.sqlite', '2.sqlite'].map((name) => path.join(backups, name));
  await makeBackup(databaseFile(folder), before);
  expect(await look()).toBeUndefined();
  const old = new Date(Date.now() - 2.1 * day);
  utimesSync(before, old, old);
  // A killed backup leaves this, and is no backup.
  writeFileSync(`${file}.unfinished`, 'x');
  const oldest = 'The newest backup in BACKUP_DIR (1.sqlite)';
  expect(await look()).toContain(`${oldest} is older than two days: "systemctl status website-backup"`);
  await makeBackup(databaseFile(folder), file);
  expect(await look()).toBeUndefined();
  const newest = 'The newest backup in BACKUP_DIR (2.sqlite)';
  truncateSync(file, 8192);
  expect(await look()).toContain(`${newest} is cut off`);
  writeFileSync(file, '');
  expect(await look()).toContain(`${newest} is empty`);
  writeFileSync(file, 'x'.repeat(200));
  expect(await look()).toContain(`${newest} is no database`);
  expect(await lookAt([backup('/nowhere', store)], 'backup')).toContain('BACKUP_DIR cannot be read (ENOENT)');
});

test("a store that cannot be written is an alarm, for a minute also if only a visitor's write has failed", async () => {
  let faultAt = Number.NEGATIVE_INFINITY;
  const look = () => lookAt([storeWritten(store, true, () => faultAt)], 'store');
  const message = expect.stringMatching(/^The store cannot be written, .* see that the database of DATABASE_URL runs/);
  expect(await look()).toBeUndefined();
  faultAt = performance.now() - 50_000;
  expect(await look()).toEqual(message);
  faultAt -= 10_000;
  expect(await look()).toBeUndefined();
  jest.spyOn(store.maintenance, 'probe').mockRejectedValueOnce(new Error('full'));
  expect(await look()).toEqual({ level: 'error', message, fields: { err: new Error('full') } });
});

function startSite(environment: Readonly<Record<string, string>>) {
  const config = { ...readConfig({ DATA_DIR: folder, ...environment }), dataDirectory: folder };
  return startSiteAlarms({ config, outbox: { store, isNew: () => false }, log: pino({ enabled: false }) });
}

test('each alarm has its level and its interval, and the rules that wake somebody name alarms of the level error', async () => {
  const settings = settingConditions(readConfig({ DATA_DIR: folder }).isSet, folder, () => false);
  const optional = [...arrival(store), newDatabase(() => false), backup(folder, store), certificate('https://x')];
  const others = [storeWritten(store, false, () => 0), ...delivery(store, true, () => undefined), disk(folder)];
  const conditions = [...others, ...settings, ...optional, retention(store, day)];
  const namesOf = (found: readonly Condition[]) => found.map(({ name }) => name).sort();
  const errors = namesOf(conditions.filter(({ level }) => level === 'error'));
  const names = ['backlog', 'backup', 'disk', 'failed-deliveries', 'mail-configuration', 'not-arrived', 'store'];
  expect(errors).toEqual(names);
  // A wrong setting is repeated each day, a new database never, and all else each hour.
  const repeated = (name: string) => (namesOf(settings).includes(name) ? day : undefined);
  for (const { name, repeatAfter } of conditions) {
    const expected = name === 'new-database' ? Number.POSITIVE_INFINITY : repeated(name);
    expect([name, repeatAfter]).toEqual([name, expected]);
  }

  const all = { PUBLIC_ORIGIN: 'https://localhost:9', IMAP_URL: 'imap://a:b@localhost', BACKUP_DIR: folder };
  const [full, bare] = [startSite(all), startSite({})];
  for (const each of [full, bare]) each.stop();
  expect([full.names[0], [...full.names].sort()]).toEqual(['store', namesOf(conditions)]);
  expect([...bare.names].sort()).toEqual(namesOf(conditions.filter((each) => !optional.includes(each))));
  for (const name of full.names) expect(textOf('docs/log.md')).toContain(`\`${name}\``);
  const rules = textOf('deploy/prometheus-rules.yml');
  const [, alarms = ''] = /website_alarm_active\{alarm=~"(.*)"\} == 1/.exec(rules) ?? [];
  // Two have rules of their own. A certificate is of the level error once it has ended.
  expect(['backlog', 'failed-deliveries', ...alarms.split('|')].sort()).toEqual([...names, 'certificate'].sort());
});

test('the alarm about a proxy that is not trusted lasts over a restart, until TRUST_PROXY is set', async () => {
  jest.useFakeTimers({ now: begun });
  const first = startSite({});
  await first.checkedOnce;
  first.recordProxy();
  while (!first.active.has('proxy')) await jest.advanceTimersByTimeAsync(1000);
  first.stop();
  for (const isActive of [true, false]) {
    const next = startSite(isActive ? {} : { TRUST_PROXY: '1' });
    await next.checkedOnce;
    next.stop();
    expect(next.active.has('proxy')).toBe(isActive);
  }
});
