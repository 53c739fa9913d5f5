import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Logger, pino } from 'pino';
import type { Alarm } from '../../server/operations/alarms/alarms.ts';
import { startHeartbeat, startWebhook } from '../../server/operations/alarms/webhook.ts';
import { type Receiver, startReceivingServer } from '../helpers/network/receiver.ts';
import { type Arrivals, newArrivals } from '../helpers/site/arrivals.ts';

const minute = 60_000;

let lines: Arrivals<{ readonly level: number; readonly msg: string; readonly reason?: string }>;
let log: Logger;
let server: Receiver;
beforeEach(async () => {
  // Only `setInterval` is faked, because HTTP requests need the other timers.
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask', 'Date'],
  });
  lines = newArrivals(() => JSON.stringify(lines.all));
  log = pino({}, { write: (line: string) => lines.add(JSON.parse(line)) });
  server = await startReceivingServer();
});
afterEach(async () => {
  await server.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function logged(start: string) {
  return lines.waitFor(({ msg }) => msg.startsWith(start));
}

/** Moves the faked timer on, a minute every 10 ms, until `promise` is settled. Requests go on between the minutes. */
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
  const alarm: Alarm = { level: 'error', message: 'The disk is nearly full – 4 %' };
  const over: Alarm = { level: 'info', message: 'The disk has space again' };

  function start(url = server.url, format: 'text' | 'json' = 'text') {
    return startWebhook({ url, format, host: 'www.cirrux.example', log });
  }
  const bodies = () => server.all.map(({ body }) => body);
  const received = (body: string) => server.waitFor((request) => request.body === body);

  test('gets each message as text, in order, with the login of the URL as a header', async () => {
    const post = start(server.url.replace('//', '//operator:p%40ss@'));
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
    expect(server.all[1]?.headers).toMatchObject({ title: 'www.cirrux.example: info', priority: 'default' });
    expect(lines.all).toEqual([]);
  });

  test.each([
    ['content', 'https://discord.com/api/webhooks/1/x'],
    ['content', 'https://discordapp.com/api/webhooks/1/x'],
    ['text', 'https://discord.com.evil.example/'],
  ])('gets JSON whose only field is %s at %s', async (field, url) => {
    const asked = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
    start(url, 'json')(alarm);
    const [, init] = asked.mock.calls[0] ?? [];
    expect(init?.headers).toMatchObject({ 'Content-Type': 'application/json' });
    expect(JSON.parse(String(init?.body))).toEqual({ [field]: `www.cirrux.example: error: ${alarm.message}` });
  });

  test.each(['text', 'json'] as const)('gets a message as %s of at most 2,000 characters', async (format) => {
    // The cut is in the middle of a character of two code units.
    start(server.url, format)({ level: 'warn', message: '\u{1f600}'.repeat(2000) });
    const { body } = await server.waitFor(() => true);
    const text = format === 'json' ? JSON.parse(body).text : body;
    expect([text.length, text.isWellFormed()]).toEqual([2000, true]);
  });

  test('an alarm that is refused for good is dropped with a log line, and holds up no later one', async () => {
    const { answer } = server;
    const statuses = [400, 410, 429, 408];
    server.answer = (_request, response) => response.writeHead(statuses.shift() ?? 200).end();
    const post = start();
    for (const message of ['refused', 'gone', 'kept', 'last']) post({ level: 'warn', message });
    await minutesUntil(received('last'));
    server.answer = answer;
    expect(bodies()).toEqual(['refused', 'gone', 'kept', 'kept', 'kept', 'last']);
    const dropped = lines.all.filter(({ msg }) => msg.startsWith('ALARM_URL refuses an alarm'));
    expect(dropped.map(({ level, reason }) => [level, reason])).toEqual([
      [40, 'answer 400'],
      [40, 'answer 410'],
    ]);
  });

  test('gets the newest 50 messages, in order, within a minute after it was down, which is logged once', async () => {
    const answer = server.answer;
    // A redirect is not followed: the request after it would be a GET, without the text.
    server.answer = (_request, response) => response.writeHead(302, { Location: '/' }).end();
    const post = start();
    const messages = Array.from({ length: 52 }, (_, index) => String(index));
    for (const message of messages) post({ level: 'warn', message });
    expect((await logged('ALARM_URL fails')).reason).toBe('answer 302');
    await minutesUntil(server.waitFor(() => server.all.length === 2));
    server.answer = answer;
    await minutesUntil(received('51'));
    await logged('ALARM_URL works');
    expect(bodies().slice(-50)).toEqual(messages.slice(2));
    expect(lines.all.map(({ level }) => level)).toEqual([40, 30]);
  });

  test('is given up in time if it never answers, and gets the message again', async () => {
    const answer = server.answer;
    server.answer = () => {};
    jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.timeout(200));
    start()(alarm);
    expect((await logged('ALARM_URL fails')).reason).toBe('TimeoutError');
    server.answer = answer;
    await minutesUntil(logged('ALARM_URL works'));
  });
});

test('HEARTBEAT_URL is requested at once and every five minutes, but not while something is wrong', async () => {
  let isWell = true;
  const asked = jest.spyOn(globalThis, 'fetch');
  startHeartbeat(server.url, log, () => isWell);
  expect((await server.waitFor(() => true)).method).toBe('GET');
  isWell = false;
  jest.advanceTimersByTime(20 * minute);
  expect(asked).toHaveBeenCalledTimes(1);
  isWell = true;
  server.answer = (_request, response) => response.writeHead(500).end();
  jest.advanceTimersByTime(5 * minute);
  expect(asked).toHaveBeenCalledTimes(2);
  expect((await logged('HEARTBEAT_URL fails')).reason).toBe('answer 500');
  jest.advanceTimersByTime(4 * minute);
  expect(asked).toHaveBeenCalledTimes(2);
});
