import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { type Site, startSite } from '../helpers/site/site.ts';
import { submissionsPath } from '../helpers/visitor/visitor.ts';

/** The most unanswered requests that the server allows on one connection. */
const pipelined = 4;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** Sends a request four times on each of many connections at once. Resolves with the text received on each. */
async function sendAtOnce(connections: number, bytes: string): Promise<string[]> {
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(site.port, '127.0.0.1').setEncoding('latin1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  return Promise.all(
    sockets.map(async (socket) => {
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.write(bytes.repeat(pipelined - 1) + bytes.replace('\r\n', '\r\nConnection: close\r\n'));
      await once(socket, 'close');
      return received;
    }),
  );
}
function statusesIn(received: readonly string[]): string[] {
  return received.flatMap((answers) => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status));
}
function firstRefusalIn(received: readonly string[]): string {
  return (
    received
      .flatMap((answers) => answers.split(/(?=HTTP\/1\.1 )/))
      .find((answer) => answer.startsWith('HTTP/1.1 503')) ?? ''
  );
}

test('simultaneous requests beyond a thousand get 503 with Retry-After, and every request is answered', async () => {
  const answers = await sendAtOnce(400, 'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n');
  const statuses = statusesIn(answers);
  expect(statuses).toHaveLength(400 * pipelined);
  expect(new Set(statuses)).toEqual(new Set(['404', '503']));
  const refused = firstRefusalIn(answers);
  expect(refused).toMatch(/\r\nRetry-After: 5\r\n/i);
  expect(refused).toContain('<h1>We are very busy just now</h1>');
  await request(site.url).get('/nowhere').expect(404);
});

test('an overloaded server answers a JSON request with 503 in JSON', async () => {
  const body = '{}';
  const head = `Host: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  const answers = await sendAtOnce(400, `POST ${submissionsPath} HTTP/1.1\r\n${head}\r\n${body}`);
  expect(firstRefusalIn(answers)).toContain(
    '{"success":false,"error":"Too many requests are waiting. Please try again in a moment."}',
  );
});
