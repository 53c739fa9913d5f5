import { tmpdir } from 'node:os';
import { createServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import {
  type Alarm,
  type Alarms,
  type Check,
  type Notice,
  startAlarms,
} from '../../server/operations/alarms/alarms.ts';
import { certificateCheck } from '../../server/operations/alarms/certificate.ts';
import { diskCheck } from '../../server/operations/alarms/disk.ts';
import { openSettingChecks } from '../../server/operations/alarms/openSettings.ts';
import { backlogCheck, failedDeliveriesCheck } from '../../server/operations/alarms/storeChecks.ts';
import { certificate } from '../helpers/mail/certificate.ts';
import { listen } from '../helpers/network/listen.ts';
import { openSqliteStore } from '../helpers/store/openSqliteStore.ts';
import { takeNotice } from '../helpers/store/takeNotice.ts';
import { contactSubmission } from '../helpers/visitor/visitor.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const { signal } = new AbortController();

describe('the alarms', () => {
  let found: Alarm | undefined;
  let notices: Notice[];
  let lines: { readonly level: number; readonly msg: string; readonly alarm: string }[];
  let alarms: Alarms;

  beforeEach(() => {
    jest.useFakeTimers();
    found = undefined;
    notices = [];
    lines = [];
  });
  afterEach(() => {
    alarms.stop();
    jest.useRealTimers();
  });

  const power: Check = { name: 'power', look: async () => found, over: 'The power is back' };
  function start(...checks: Check[]) {
    alarms = startAlarms({
      checks,
      log: pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
      onNotice: (notice) => notices.push(notice),
    });
    return pass(0);
  }
  function pass(milliseconds: number) {
    return jest.advanceTimersByTimeAsync(milliseconds);
  }
  const told = () => notices.map(({ message }) => message);
  const gone: Alarm = { level: 'error', message: 'The power is gone', fields: { volts: 0 } };

  test('an alarm is told when it begins, each hour while it lasts, and once when it is over', async () => {
    found = gone;
    await start(power);
    expect(lines).toEqual([expect.objectContaining({ level: 50, alarm: 'power', msg: gone.message, volts: 0 })]);
    expect(alarms.levels()).toEqual(new Map([['power', 'error']]));
    await pass(59 * minute);
    expect(told()).toHaveLength(1);
    await pass(2 * hour - 59 * minute);
    expect(told()).toHaveLength(3);
    found = undefined;
    await pass(hour);
    expect(notices.slice(3)).toEqual([{ level: 'info', message: power.over }]);
    expect(alarms.levels()).toEqual(new Map([['power', undefined]]));
  });

  test('an alarm is told at once on demand, when it becomes worse, and when it speaks of more or other submissions', async () => {
    const about = (amount: number, ...references: string[]) => ({ ...gone, about: { amount, references } });
    await start({ ...power, repeatAfter: day });
    const toldAfter = async (alarm: Alarm) => {
      found = alarm;
      alarms.checkNow('power');
      await pass(second);
      return told().length;
    };
    expect(await toldAfter({ ...gone, level: 'warn' })).toBe(1);
    expect(await toldAfter(about(2, 'B', 'A'))).toBe(2);
    expect(await toldAfter(about(3, 'B', 'A'))).toBe(3);
    expect(await toldAfter(about(3, 'C', 'B'))).toBe(4);
    // One has gone, and an older one is named in its place.
    expect(await toldAfter(about(2, 'B', 'Z'))).toBe(4);
  });

  test('a setting that must be settled before the site goes public is told each day', async () => {
    const settings = {
      publicOriginIsSet: false,
      mailToIsSet: false,
      alarmUrl: undefined,
      smtpUrl: undefined,
      imapUrl: undefined,
      databaseUrl: undefined,
      dataDirectory: '/nowhere',
    };
    await start(...openSettingChecks(settings).filter(({ name }) => name === 'public-origin'));
    await pass(23 * hour);
    expect(told()).toEqual([expect.stringContaining('PUBLIC_ORIGIN')]);
    await pass(2 * hour);
    expect(told()).toHaveLength(2);
  });

  test('an alarm that comes and goes is told to begin three times an hour, and to be over when it stays away', async () => {
    let looks = 0;
    let isSteady = false;
    await start({
      ...power,
      look: async () => {
        looks += 1;
        return !isSteady && looks % 2 ? gone : undefined;
      },
    });
    await pass(59 * minute);
    const begins = [gone.message, power.over, gone.message, power.over, gone.message];
    expect(told()).toEqual(begins);
    isSteady = true;
    await pass(2 * hour);
    expect(told()).toEqual([...begins, power.over]);
  });

  test('a check that rejects or hangs is logged once, keeps its result, and stops no other', async () => {
    let fault: Promise<undefined> | undefined;
    await start({ ...power, name: 'faulty', look: () => fault ?? Promise.resolve(gone) }, power);
    const notChecked = () => lines.filter(({ msg }) => msg === 'alarm not checked').length;
    fault = Promise.reject(new Error('no meter'));
    await pass(5 * minute);
    expect(notChecked()).toBe(1);
    fault = undefined;
    await pass(minute);
    fault = new Promise(() => {});
    found = { ...gone, message: 'The other one' };
    await pass(5 * minute);
    expect(notChecked()).toBe(2);
    expect(told()).toEqual([gone.message, 'The other one']);
    expect(alarms.levels().get('faulty')).toBe('error');
  });
});

test('a disk is an alarm below 500 MB or 5 %, and until there is a little more', async () => {
  let space = { free: 0, size: 0 };
  const { look } = diskCheck('/data', async () => space);
  for (const [free, size, says] of [
    [510, 10_000, undefined],
    [490, 5_000, '490 MB (9 %)'],
    [510, 5_000, '510 MB (10 %)'],
    [600, 5_000, undefined],
    [4900, 100_000, '4900 MB (4 %)'],
  ] as const) {
    space = { free: free * 1e6, size: size * 1e6 };
    const alarm = { level: 'error', message: expect.stringContaining(says ?? ''), fields: space };
    expect(await look(signal)).toEqual(says && alarm);
  }
  // Without a second parameter the operating system tells.
  await expect(diskCheck(tmpdir()).look(signal)).resolves.not.toBe('unknown');
});

test('the certificate of the own origin is an alarm in its last 14 days and after them', async () => {
  const end = Date.parse('2126-10-29T11:02:42Z');
  const server = createServer({ ...certificate });
  const origin = `https://localhost:${await listen(server)}`;
  const { look } = certificateCheck(origin);
  const clock = jest.spyOn(Date, 'now');
  for (const [now, alarm] of [
    [end - 15 * day, undefined],
    [end - 13.5 * day, { level: 'warn', message: expect.stringMatching(/ends on 2126-10-29, in 13 days: renew/) }],
    [end + minute, { level: 'error', message: expect.stringContaining('ended on 2126-10-29') }],
  ] as const) {
    clock.mockReturnValue(now);
    expect(await look(signal)).toEqual(alarm && { ...alarm, fields: expect.objectContaining({ origin }) });
  }
  clock.mockRestore();
  // An origin that does not answer is no alarm about its certificate.
  await new Promise((resolve) => server.close(resolve));
  await expect(look(signal)).rejects.toThrow('ECONNREFUSED');
});

test('a submission that waits for more than 15 minutes is a backlog; one that failed is another alarm', async () => {
  const store = openSqliteStore(':memory:', 'cirrux.example');
  const failed = failedDeliveriesCheck(store);
  const backlog = backlogCheck(store);
  await store.submissions.add(contactSubmission, undefined, { token: undefined, required: false });
  expect(await backlog.look(signal)).toBeUndefined();
  const begun = Date.now();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(begun + 14 * minute);
  expect(await backlog.look(signal)).toBeUndefined();
  clock.mockReturnValue(begun + 16 * minute);
  expect(await backlog.look(signal)).toMatchObject({
    level: 'error',
    message: expect.stringMatching(/1 submission waiting, the oldest for 1[56] minutes.*test-mail/),
  });
  expect(await failed.look(signal)).toBeUndefined();
  const claim = await takeNotice(store);
  await store.mails.record(claim, { state: 'failed', reason: '550 no' });
  clock.mockRestore();
  expect(await backlog.look(signal)).toBeUndefined();
  expect(await failed.look(signal)).toMatchObject({
    level: 'error',
    message: expect.stringMatching(/1 submission .*list --state failed.*retry --failed/),
    fields: { failed: 1 },
  });
  await store.close();
  // Whether it can be read is the store's own alarm.
  expect(await failed.look(signal)).toBe('unknown');
});

test('a database on another machine must be reached by TLS with its name proven', () => {
  const given = {
    publicOriginIsSet: true,
    mailToIsSet: true,
    alarmUrl: undefined,
    smtpUrl: undefined,
    imapUrl: undefined,
    dataDirectory: '/nowhere',
  };
  const warns = (address: string) =>
    openSettingChecks({ ...given, databaseUrl: `postgres://${address}` }).some(({ name }) => name === 'database-tls');
  const open = ['u:p@db.example:6432/site', 'u@localhost/site?host=db.example', 'u@db.example/site?sslmode=disable'];
  const local = ['u@localhost/site', 'u@127.0.0.1:5432/site', 'u@[::1]/site', 'u@%2Frun%2Fpostgresql/site'];
  const secure = ['u@db.example/site?sslmode=verify-full', 'u@db.example/site?sslrootcert=/etc/db.crt'];
  expect([...open, ...local, ...secure].filter(warns)).toEqual(open);
});
