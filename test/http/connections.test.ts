import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createHttpServer } from '../../server/http/connections.ts';
import { openConnection } from '../helpers/network/rawConnection.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startApp());

test.each([
  ['no line of HTTP', 400, 'JUNK\r\n\r\n'],
  ['headers of 20 KB', 431, `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`],
])('a request with %s is answered with %i and the usual headers, and logged', async (_what, status, sent) => {
  const connection = await openConnection(site.port);
  connection.send(sent);
  const answer = await connection.next();
  const policy = expect.stringContaining("default-src 'none'");
  expect(answer).toMatchObject({ status, headers: { 'content-security-policy': policy } });
  expect(await connection.next()).toBeUndefined();
  const line = await site.waitForLog(({ requestId }) => requestId === answer?.headers['x-request-id']);
  expect(line).toMatchObject({ level: 30, msg: 'request', status });
});

test('while a thousand requests wait, the next is asked to come later, and /healthz still says that all is well', async () => {
  const connection = await openConnection(site.port);
  const asked = [...Array(1200).fill('/nothing'), '/healthz'];
  connection.send(asked.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  const answers: unknown[] = [];
  for (const _each of asked) answers.push(await connection.next());
  expect(answers.slice(-2)).toMatchObject([{ status: 503, headers: { 'retry-after': '5' } }, { status: 200 }]);
});

test('slow headers, slow requests, idle connections and too many connections are limited', () => {
  const server = createHttpServer(() => {}, { log: pino({ enabled: false }), commonHeaders: {} });
  const { headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections } = server;
  for (const limit of [headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections])
    expect(limit).toBeGreaterThan(0);
  // Node's own limits are 60 s and 300 s, and a connection with a timeout of 0 is never closed.
  expect(Math.max(headersTimeout, requestTimeout, timeout)).toBeLessThanOrEqual(15_000);
});
