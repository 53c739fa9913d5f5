import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { type Alarm, type Alarms, type Condition, startAlarms } from '../../server/operations/alarms/alarms.ts';
import { directoryUntilEnd } from '../helpers/untilEnd.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let found: Alarm | undefined;
let messages: Alarm[];
let lines: { readonly level: number; readonly msg: string; readonly alarm: string }[];
let file: string;
let alarms: Alarms;

beforeEach(() => {
  jest.useFakeTimers();
  found = undefined;
  messages = [];
  lines = [];
  file = path.join(directoryUntilEnd(), 'alarms.json');
});
afterEach(() => {
  alarms.stop();
  jest.useRealTimers();
});

const power: Condition = { name: 'power', check: async () => found, over: 'The power is back' };
const gone: Alarm = { level: 'error', message: 'The power is gone', fields: { volts: 0 } };
function start(first: Condition, ...others: Condition[]) {
  alarms = startAlarms({
    conditions: [first, ...others],
    file,
    log: pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    onMessage: (message) => messages.push(message),
  });
  return pass(0);
}
function pass(milliseconds: number) {
  return jest.advanceTimersByTimeAsync(milliseconds);
}
const sentences = () => messages.map(({ message }) => message);

test.each([
  ['hour', undefined, hour],
  ['day', 24 * hour, 24 * hour],
])(
  'an alarm is reported when it begins, each %s while it lasts, and once when it is over',
  async (_what, repeatAfter, interval) => {
    found = gone;
    await start(repeatAfter === undefined ? power : { ...power, repeatAfter });
    expect(lines).toEqual([expect.objectContaining({ level: 50, alarm: 'power', msg: gone.message, volts: 0 })]);
    expect([...alarms.active.keys()]).toEqual(['power']);
    await pass(interval - minute);
    expect(sentences()).toHaveLength(1);
    await pass(interval + minute);
    expect(sentences()).toHaveLength(3);
    found = undefined;
    await pass(hour);
    expect(messages.slice(3)).toEqual([{ level: 'info', message: power.over }]);
    expect(alarms.active.size).toBe(0);
    // It may come back within the hour in which it would not have been repeated.
    for (const again of [gone, undefined, gone]) {
      found = again;
      await pass(minute);
    }
    expect(sentences().slice(4)).toEqual([gone.message, power.over, gone.message]);
  },
);

test('alarms.json names no submission, because an erasure does not reach a message there', async () => {
  found = { ...gone, message: 'Mail about 7K3M9-QXD2R failed' };
  writeFileSync(file, JSON.stringify([['power', found]]));
  for (const check of [() => new Promise<undefined>(() => {}), power.check]) {
    await start({ ...power, check });
    expect(readFileSync(file, 'utf8')).toBe('[["power",{"level":"error"}]]');
    alarms.stop();
  }
});

test.each([
  ['is cut off', '[["power",{"level":"err'],
  ['names an alarm that this release does not have', JSON.stringify([['old', gone]])],
])('if alarms.json %s, the site starts, and no alarm is active', async (_what, kept) => {
  writeFileSync(file, kept);
  await start(power);
  expect([sentences(), [...alarms.active.keys()]]).toEqual([[], []]);
});

test('of two processes one tells an alarm, its end too, and the other follows when the first no longer asks for the role', async () => {
  found = gone;
  const holders = new Map<string, string>();
  const told: string[] = [];
  const startOne = (name: string) =>
    startAlarms({
      conditions: [power, { ...power, name: 'fan', isLocal: true, check: async () => found, over: 'The fan is back' }],
      file: `${file}-${name}`,
      log: pino({ enabled: false }),
      hasRole: async (role) => {
        if (!holders.has(role)) holders.set(role, name);
        return holders.get(role) === name;
      },
      onMessage: ({ message }) => told.push(`${name}: ${message}`),
    });
  const [fan, end] = [`${hostname()}: ${gone.message}`, `${hostname()}: The fan is back`];
  alarms = startOne('A');
  const other = startOne('B');
  await pass(5 * minute);
  expect(told.splice(0)).toEqual([`A: ${gone.message}`, `A: ${fan}`]);
  expect(other.active.size).toBe(2);

  alarms.stop();
  holders.clear();
  await pass(minute);
  expect(told.splice(0)).toEqual([`B: ${gone.message}`, `B: ${fan}`]);
  found = undefined;
  await pass(minute);
  expect(told.splice(0)).toEqual([`B: ${power.over}`, `B: ${end}`]);
  other.stop();
});

test('a check that ends after the stop reports nothing: the store is closed by then', async () => {
  const looked = Promise.withResolvers<Alarm>();
  await start({ ...power, check: () => looked.promise });
  alarms.stop();
  looked.resolve(gone);
  await pass(hour);
  expect(messages).toEqual([]);
});

test("an alarm's condition is checked once within a second on demand", async () => {
  const check = jest.fn(async () => found);
  await start({ ...power, check });
  found = gone;
  alarms.checkSoon();
  alarms.checkSoon();
  await pass(second);
  expect(sentences()).toEqual([gone.message]);
  expect(check.mock.calls).toEqual([[false], [false]]);
  alarms.checkSoon();
  await pass(second);
  expect(check.mock.calls.slice(2)).toEqual([[true]]);
});

test('a check of an alarm that rejects or hangs is logged once, keeps its last result, and delays no other check', async () => {
  let fault: Promise<undefined> | undefined;
  await start(power, { ...power, name: 'faulty', check: () => fault ?? Promise.resolve(gone) });
  const notChecked = () => lines.filter(({ msg }) => msg === 'an alarm could not be checked').length;
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
  expect(sentences()).toEqual([gone.message, 'The other one']);
  expect(alarms.active.get('faulty')).toEqual(gone);
});
