import { tmpdir } from 'node:os';
import { createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { readConfig } from '../../server/config/config.ts';
import {
  type ActiveAlarms,
  type Alarm,
  type Alarms,
  type Condition,
  type Notice,
  startAlarms,
} from '../../server/operations/alarms/alarms.ts';
import { certificate } from '../../server/operations/alarms/conditions/certificate.ts';
import { disk } from '../../server/operations/alarms/conditions/disk.ts';
import { backlog, failedDeliveries } from '../../server/operations/alarms/conditions/outbox.ts';
import { openSettings } from '../../server/operations/alarms/conditions/settings.ts';
import { certificate as serverCertificate } from '../helpers/mail/certificate.ts';
import { listen } from '../helpers/network/listen.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { takeNotice } from '../helpers/store/takeNotice.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';
import { contactSubmission } from '../helpers/visitor/visitor.ts';

const read = (environment: Readonly<Record<string, string>>) =>
  readConfig({ DATA_DIR: directoryUntilEnd(), ...environment });
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const { signal } = new AbortController();

describe('the alarms', () => {
  let found: Alarm | undefined;
  let notices: Notice[];
  let lines: { readonly level: number; readonly msg: string; readonly alarm: string }[];
  let kept: ActiveAlarms;
  let alarms: Alarms;

  beforeEach(() => {
    jest.useFakeTimers();
    found = undefined;
    notices = [];
    lines = [];
    kept = new Map();
  });
  afterEach(() => {
    alarms.stop();
    jest.useRealTimers();
  });

  const power: Condition = { name: 'power', look: async () => found, over: 'The power is back' };
  const gone: Alarm = { level: 'error', message: 'The power is gone', fields: { volts: 0 } };
  function start(first: Condition, ...others: Condition[]) {
    alarms = startAlarms({
      conditions: [first, ...others],
      before: kept,
      log: pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
      onNotice: (notice) => notices.push(notice),
      onChange: (active) => {
        kept = new Map(active);
      },
    });
    return pass(0);
  }
  function pass(milliseconds: number) {
    return jest.advanceTimersByTimeAsync(milliseconds);
  }
  const told = () => notices.map(({ message }) => message);

  test('an alarm is told when it begins, each hour while it lasts, and once when it is over', async () => {
    found = gone;
    await start(power);
    expect(lines).toEqual([expect.objectContaining({ level: 50, alarm: 'power', msg: gone.message, volts: 0 })]);
    expect([...alarms.active.keys()]).toEqual(['power']);
    await pass(59 * minute);
    expect(told()).toHaveLength(1);
    await pass(2 * hour - 59 * minute);
    expect(told()).toHaveLength(3);
    found = undefined;
    await pass(hour);
    expect(notices.slice(3)).toEqual([{ level: 'info', message: power.over }]);
    expect(alarms.active.size).toBe(0);
  });

  test('after a restart an alarm that lasts is told again, and one that has ended meanwhile is told to be over', async () => {
    found = gone;
    await start(power);
    alarms.stop();
    await start(power);
    expect(told()).toEqual([gone.message, gone.message]);
    alarms.stop();
    found = undefined;
    await start(power);
    expect(told().slice(2)).toEqual([power.over]);
    alarms.stop();
    await start(power);
    expect(told()).toHaveLength(3);
  });

  test('a condition is looked at within a second on demand', async () => {
    await start(power);
    found = gone;
    alarms.lookSoon('power');
    alarms.lookSoon('power');
    await pass(second);
    expect(told()).toEqual([gone.message]);
  });

  test('a setting that must be settled before the site goes public is told each day', async () => {
    await start(power, ...openSettings(read({}).settled, '/nowhere').filter(({ name }) => name === 'public-origin'));
    await pass(23 * hour);
    expect(told()).toEqual([expect.stringContaining('PUBLIC_ORIGIN')]);
    await pass(2 * hour);
    expect(told()).toHaveLength(2);
  });

  test('a look that rejects or hangs is logged once, keeps its result, and stops no other', async () => {
    let fault: Promise<undefined> | undefined;
    await start(power, { ...power, name: 'faulty', look: () => fault ?? Promise.resolve(gone) });
    const notChecked = () => lines.filter(({ msg }) => msg === 'alarm not checked').length;
    fault = Promise.reject(new Error('no meter'));
    await pass(5 * minute);
    expect(notChecked()).toBe(1);
    fault = undefined;
    await pass(minute);
    fault = new Promise(() => {});
    await pass(5 * minute);
    expect(notChecked()).toBe(2);
    found = { ...gone, message: 'The other one' };
    await pass(minute);
    expect(told()).toEqual([gone.message, 'The other one']);
    expect(alarms.active.get('faulty')).toEqual(gone);
  });

  test('while the first condition holds, nothing is said of looks that reject', async () => {
    found = gone;
    await start(power, { ...power, name: 'faulty', look: () => Promise.reject(new Error('no power')) });
    await pass(5 * minute);
    expect(lines.map(({ msg }) => msg)).toEqual([gone.message]);
  });
});

test('a disk is an alarm below 500 MB or 5 %', async () => {
  let space = { free: 0, size: 0 };
  const { look } = disk('/data', async () => space);
  for (const [free, size, says] of [
    [510, 10_000, undefined],
    [490, 5_000, '490 MB (9 %)'],
    [600, 5_000, undefined],
    [4900, 100_000, '4900 MB (4 %)'],
  ] as const) {
    space = { free: free * 1e6, size: size * 1e6 };
    const alarm = { level: 'error', message: expect.stringContaining(says ?? '') };
    expect(await look(signal)).toEqual(says && alarm);
  }
  // Without a second parameter the operating system tells.
  await disk(tmpdir()).look(signal);
});

test('the certificate of the own origin is an alarm in its last 14 days and after them', async () => {
  const end = Date.parse('2126-10-29T11:02:42Z');
  const server = createServer({ ...serverCertificate });
  const origin = `https://localhost:${await listen(server)}`;
  const { look } = certificate(origin);
  const clock = jest.spyOn(Date, 'now');
  for (const [now, alarm] of [
    [end - 15 * day, undefined],
    [end - 13.5 * day, { level: 'warn', message: expect.stringMatching(/ends on 2126-10-29, in 13 days: renew/) }],
    [end + minute, { level: 'error', message: expect.stringContaining('ended on 2126-10-29') }],
  ] as const) {
    clock.mockReturnValue(now);
    expect(await look(signal)).toEqual(alarm);
  }
  clock.mockRestore();
  // An origin that does not answer is no alarm about its certificate.
  await new Promise((resolve) => server.close(resolve));
  await expect(look(signal)).rejects.toThrow('ECONNREFUSED');
});

test('a submission that waits for more than 15 minutes is a backlog; one that failed is another alarm', async () => {
  const store = openSqliteStore(':memory:', 'cirrux.example');
  const failed = failedDeliveries(store);
  const heldUp = backlog(store);
  await store.submissions.add(contactSubmission, undefined, { token: undefined, required: false });
  expect(await heldUp.look(signal)).toBeUndefined();
  const begun = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(begun + 14 * minute);
  expect(await heldUp.look(signal)).toBeUndefined();
  clock.mockReturnValue(begun + 16 * minute);
  expect(await heldUp.look(signal)).toMatchObject({
    level: 'error',
    message: expect.stringMatching(/1 submission waiting, the oldest for 1[56] minutes.*test-mail/),
  });
  expect(await failed.look(signal)).toBeUndefined();
  const claim = await takeNotice(store);
  await store.mails.record(claim, { state: 'failed', reason: '550 no' });
  clock.mockRestore();
  expect(await heldUp.look(signal)).toBeUndefined();
  expect(await failed.look(signal)).toMatchObject({
    level: 'error',
    message: expect.stringMatching(/1 submission .*list --state failed.*retry --failed/),
  });
  await store.close();
});

test('a database on another machine must be reached by TLS with its name proven', async () => {
  const warning = (address: string) =>
    openSettings(read({ DATABASE_URL: `postgres://${address}` }).settled, '/nowhere')
      .find(({ name }) => name === 'database-tls')
      ?.look(signal);
  const open = ['u:p@db.example:6432/site', 'u@localhost/site?host=db.example', 'u@db.example/site?sslmode=disable'];
  const local = ['u@localhost/site', 'u@127.0.0.1:5432/site', 'u@[::1]/site', 'u@%2Frun%2Fpostgresql/site'];
  const secure = ['u@db.example/site?sslmode=verify-full', 'u@db.example/site?sslrootcert=/etc/db.crt'];
  for (const address of open) expect(await warning(address)).toMatchObject({ level: 'warn' });
  for (const address of [...local, ...secure]) expect(await warning(address)).toBeUndefined();
});
