import { expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { createHttpServer } from '../../server/http/connections.ts';
import { endServer, listen } from '../helpers/network/listen.ts';
import { openConnection, type RawConnection } from '../helpers/network/rawConnection.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startApp());

test.each([
  ['no line of HTTP', 400, 'JUNK\r\n\r\n'],
  ['no Host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['an address that cannot be read', 400, 'GET http://[::1/ HTTP/1.1\r\nHost: a\r\n\r\n'],
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

test('headers have 10 s, requests 15 s, and an idle connection is closed within 65 s', () => {
  const server = createHttpServer(() => {}, { log: pino({ enabled: false }), commonHeaders: {} });
  expect(server).toMatchObject({ headersTimeout: 9_000, requestTimeout: 14_000 });
  expect(server).toMatchObject({ timeout: 9_500, maxConnections: 5_000 });
  // With a timeout of 0, Node never closes an idle connection. With another timeout, Node closes it after timeout plus buffer.
  expect(server.keepAliveTimeout).toBeGreaterThan(0);
  expect(server.keepAliveTimeout + server.keepAliveTimeoutBuffer).toBeLessThanOrEqual(65_000);
});

test('a connection that never sends a byte is closed, and is no request in the log and the metrics', async () => {
  const onRequest = jest.fn();
  const server = createHttpServer(() => {}, { log: pino({ enabled: false }), commonHeaders: {}, onRequest });
  server.headersTimeout = 1;
  const port = await listen(server);
  await untilEnd(Promise.resolve({ stop: () => endServer(server) }));
  const [silent, slow] = [await openConnection(port), await openConnection(port)];
  slow.send('G');
  expect(await slow.next()).toMatchObject({ status: 408 });
  expect(await silent.next()).toBeUndefined();
  expect(onRequest.mock.calls).toEqual([[{ status: 408 }]]);
});

test('beyond the limit, new connections are closed and logged, and when other connections have ended, new connections are answered', async () => {
  const lines: { msg: string; dropped?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const server = createHttpServer((_request, response) => void response.end('here'), { log, commonHeaders: {} });
  server.maxConnections = 2;
  const port = await listen(server);
  await untilEnd(Promise.resolve({ stop: () => endServer(server) }));
  const answerOn = async ({ send, next }: RawConnection) => {
    send('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    return (await next())?.status;
  };
  const [first, second] = [await openConnection(port), await openConnection(port)];
  expect(await (await openConnection(port)).next()).toBeUndefined();
  expect(lines.filter(({ msg }) => msg.startsWith('too many connections'))).toMatchObject([{ dropped: 1 }]);
  for (const open of [first, second]) expect(await answerOn(open)).toBe(200);
  expect(await answerOn(await openConnection(port))).toBe(200);
});
