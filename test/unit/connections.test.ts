import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createHttpServer } from '../../server/http/connections.ts';
import { endServer, listen } from '../helpers/network/listen.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

test('headers have 10 s, requests 15 s, and an idle connection is closed within 65 s', () => {
  const server = createHttpServer(() => {}, { log: pino({ enabled: false }), commonHeaders: {} });
  expect(server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 15_000 });
  // Zero would be forever. Node waits for the buffer besides.
  expect(server.keepAliveTimeout).toBeGreaterThan(0);
  expect(server.keepAliveTimeout + server.keepAliveTimeoutBuffer).toBeLessThanOrEqual(65_000);
});

test('beyond its limit new connections are closed and logged; when others have ended, new ones are answered', async () => {
  const lines: { msg: string; dropped?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const server = createHttpServer((_request, response) => void response.end('here'), {
    ...{ log, commonHeaders: {}, maxConnections: 2 },
  });
  const port = await listen(server);
  await untilEnd(Promise.resolve({ stop: () => endServer(server) }));
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const answerOn = async (socket: Awaited<ReturnType<typeof open>>) => {
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    if (!socket.closed) await once(socket, 'close');
    return text;
  };
  const [first, second] = [await open(), await open()];
  expect(await answerOn(await open())).toBe('');
  expect(lines.filter(({ msg }) => msg.startsWith('too many connections'))).toMatchObject([{ dropped: 1 }]);
  expect(await answerOn(first)).toContain('here');
  expect(await answerOn(second)).toContain('here');
  expect(await answerOn(await open())).toContain('here');
});
