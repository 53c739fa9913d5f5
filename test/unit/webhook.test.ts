import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Logger, pino } from 'pino';
import type { Notice } from '../../server/operations/alarms/alarms.ts';
import { startHeartbeat } from '../../server/operations/alarms/heartbeat.ts';
import { startWebhook } from '../../server/operations/alarms/webhook.ts';
import { type Receiver, startReceivingServer } from '../helpers/network/receiver.ts';
import { type Arrivals, newArrivals } from '../helpers/site/arrivals.ts';

const minute = 60_000;

let lines: Arrivals<{ readonly level: number; readonly msg: string; readonly reason?: string }>;
let log: Logger;
let server: Receiver;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  // Requests need the real time.
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'Date'],
  });
  lines = newArrivals(() => JSON.stringify(lines.all));
  log = pino({}, { write: (line: string) => lines.add(JSON.parse(line)) });
  server = await startReceivingServer();
  ends.push(server.stop);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  jest.useRealTimers();
});

function logged(start: string) {
  return lines.waitFor(({ msg }) => msg.startsWith(start));
}

/** Lets minutes pass, as the requests under way go on, until `promise` is settled. */
async function minutesUntil(promise: Promise<unknown>): Promise<void> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  while (!isSettled) {
    jest.advanceTimersByTime(minute);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await settled;
}

describe('ALARM_URL', () => {
  const alarm: Notice = { level: 'error', message: 'The disk is nearly full – 4 %' };
  const over: Notice = { level: 'info', message: 'The disk has space again' };

  function start(url = server.url, timeout = 10_000) {
    const webhook = startWebhook({ url, host: 'www.cirrux.example', log, timeout });
    ends.push(webhook.stop);
    return webhook;
  }
  const bodies = () => server.all.map(({ body }) => body);
  const received = (body: string) => server.waitFor((request) => request.body === body);

  test('gets each notice as text, in order, with the login of the URL as a header', async () => {
    const { post } = start(server.url.replace('//', '//operator:p%40ss@'));
    post(alarm);
    post(over);
    await received(over.message);
    expect(bodies()).toEqual([alarm.message, over.message]);
    expect(server.all[0]).toMatchObject({
      method: 'POST',
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        authorization: `Basic ${Buffer.from('operator:p@ss').toString('base64')}`,
        title: 'www.cirrux.example: error',
        priority: 'high',
      },
    });
    expect(lines.all).toEqual([]);
  });

  const failures: readonly (readonly [string, Receiver['answer'], string])[] = [
    ['answers 500', (_request, response) => response.writeHead(500).end(), 'answer 500'],
    ['redirects', (_request, response) => response.writeHead(302, { Location: '/' }).end(), 'answer 302'],
    ['never answers', () => {}, 'no answer in time'],
    ['hangs up', (request) => request.socket.destroy(), 'UND_ERR_SOCKET'],
  ];
  test.each(failures)('that %s gets the notices again a minute later; it is logged once', async (_, fail, reason) => {
    const answer = server.answer;
    server.answer = fail;
    const { post } = start(server.url, 200);
    post(alarm);
    post(over);
    expect((await logged('ALARM_URL does not take')).reason).toBe(reason);
    await minutesUntil(server.waitFor(() => server.all.length === 2));
    server.answer = answer;
    await minutesUntil(received(over.message));
    await logged('ALARM_URL takes');
    expect([...new Set(bodies())]).toEqual([alarm.message, over.message]);
    expect(lines.all.map(({ level }) => level)).toEqual([40, 30]);
  });

  test('that takes none for a while gets the latest 50 notices', async () => {
    const answer = server.answer;
    server.answer = (request) => request.socket.destroy();
    const { post } = start();
    for (let count = 1; count <= 60; count += 1) post({ ...alarm, message: `alarm ${count}` });
    await logged('ALARM_URL does not take');
    server.answer = answer;
    await minutesUntil(received('alarm 60'));
    expect(new Set(bodies().slice(-50)).size).toBe(50);
    expect(bodies()).not.toContain('alarm 2');
  });
});

describe('HEARTBEAT_URL', () => {
  let isWell: boolean;
  beforeEach(() => {
    isWell = true;
  });
  function start(url = server.url) {
    ends.push(startHeartbeat({ url, isWell: () => isWell, log }).stop);
  }

  test('is requested at once and every five minutes, but not while something is wrong', async () => {
    const asked = jest.spyOn(globalThis, 'fetch');
    start(server.url.replace('//', '//operator:secret@'));
    await server.waitFor(() => true);
    expect(server.all[0]).toMatchObject({
      method: 'GET',
      headers: { authorization: `Basic ${Buffer.from('operator:secret').toString('base64')}` },
    });
    isWell = false;
    jest.advanceTimersByTime(20 * minute);
    expect(asked).toHaveBeenCalledTimes(1);
    isWell = true;
    jest.advanceTimersByTime(5 * minute);
    expect(asked).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(4 * minute);
    expect(asked).toHaveBeenCalledTimes(2);
    await server.waitFor(() => server.all.length === 2);
    asked.mockRestore();
  });

  test('that fails is logged once, and when it answers again', async () => {
    const { answer } = server;
    server.answer = (_request, response) => response.writeHead(500).end();
    start();
    expect((await logged('HEARTBEAT_URL does not answer')).reason).toBe('answer 500');
    jest.advanceTimersByTime(5 * minute);
    await server.waitFor(() => server.all.length === 2);
    server.answer = answer;
    jest.advanceTimersByTime(5 * minute);
    await logged('HEARTBEAT_URL answers again');
    expect(lines.all).toHaveLength(2);
  });
});
