import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import request from 'supertest';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { submissionsPath } from '../helpers/visitor/visitor.ts';

const connections = 400;
/** The most unanswered requests that the server allows on one connection. */
const pipelined = 4;

const site = await untilEnd(startApp());

/** Sends each of two requests four times on many connections at once. Resolves with all answers. */
async function sendAtOnce(...requests: readonly [string, string]): Promise<string[]> {
  const sockets = Array.from({ length: connections }, () => connect(site.port, '127.0.0.1').setEncoding('latin1'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const texts = sockets.map(async (socket, nth) => {
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    const bytes = requests[nth % 2] ?? '';
    socket.write(bytes.repeat(pipelined - 1) + bytes.replace('\r\n', '\r\nConnection: close\r\n'));
    await once(socket, 'close');
    return received;
  });
  return (await Promise.all(texts)).flatMap((text) => text.split(/(?=HTTP\/1\.1 \d)/));
}

test('simultaneous requests beyond a thousand get 503 with Retry-After, and every request is answered', async () => {
  const head = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
  const answers = await sendAtOnce(
    'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n',
    `POST ${submissionsPath} HTTP/1.1\r\n${head}\r\n{}`,
  );
  expect(answers).toHaveLength(connections * pipelined);
  expect(answers.some((answer) => answer.startsWith('HTTP/1.1 404'))).toBe(true);
  const refused = answers.filter((answer) => answer.startsWith('HTTP/1.1 503'));
  for (const answer of refused) expect(answer).toMatch(/\r\nRetry-After: 5\r\n/i);
  const json = '{"success":false,"error":"Too many requests are waiting. Please try again in a moment."}';
  for (const text of ['<h1>We are very busy just now</h1>', json])
    expect(refused.some((answer) => answer.includes(text))).toBe(true);
  await request(site.url).get('/nowhere').expect(404);
});
