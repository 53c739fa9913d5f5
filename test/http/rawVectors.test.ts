import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { openConnection, type WireAnswer } from '../helpers/network/rawConnection.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const host = 'Host: localhost\r\n';
const close = 'Connection: close\r\n';
function request(line: string, headers = '') {
  return `${line}\r\n${host}${headers}\r\n`;
}
function get(target: string, headers?: string) {
  return request(`GET ${target} HTTP/1.1`, headers);
}
function post(headers: string, body = '') {
  return `${request(`POST ${submissionsPath} HTTP/1.1`, `Content-Type: application/json\r\n${headers}`)}${body}`;
}
function json(body: string, headers = '') {
  return post(`Content-Length: ${body.length}\r\n${headers}`, body);
}
function chunked(body: string) {
  return post('Transfer-Encoding: chunked\r\n', body);
}
const submission = JSON.stringify(contactMessage);
function gzipped(text: string) {
  return gzipSync(text).toString('latin1');
}

/** The bytes to send (Latin-1), and the expected statuses; `closed` if the server then closes the connection. */
type Vector = readonly [what: string, sent: string, answered: string];

const vectors: readonly Vector[] = [
  ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), '400 closed'],
  ['two lengths that differ', post('Content-Length: 2\r\nContent-Length: 3\r\n', '[]'), '400 closed'],
  ['a broken chunk', chunked('zz\r\n'), '400 closed'],
  ['a space before the colon', post('Transfer-Encoding : chunked\r\n', '0\r\n\r\n'), '400 closed'],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', '400 closed'],
  ['two Hosts', get('/', 'Host: evil.example\r\n'), '400 closed'],
  ['headers of 20 KB', get('/', `X-A: ${'a'.repeat(20_000)}\r\n`), '431 closed'],
  ['a body of 10 MB in gzip', json(gzipped(' '.repeat(10_000_000)), 'Content-Encoding: gzip\r\n'), '413 kept'],
  ['a page and junk', `${get('/')}JUNK\r\n\r\n`, '400 closed'],
  ['a folder above the documents', get('/documents/..%2fserver/main.cjs'), '404 kept'],
  ['a submission from an opaque origin', json(submission, 'Origin: null\r\n'), '403 kept'],
];

const site = await untilEnd(startApp({ SUBMISSION_LIMIT: '1000' }));

const answers: WireAnswer[] = [];
/** Checks the status and the headers that every answer of the site has. */
function expectOurs(answer: WireAnswer | undefined, status: number): void {
  expect(answer?.status).toBe(status);
  if (!answer || status < 200) return;
  answers.push(answer);
  expect(answer.headers).toMatchObject({
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': expect.any(String),
  });
}

describe('a request that Node or the site refuses is answered with our headers, and smuggles nothing', () => {
  test.each(vectors)('%s', async (_what, sent, answered) => {
    const expected = answered.split(' ');
    const isKept = expected.pop() === 'kept';
    const connection = await openConnection(site.port);
    connection.send(sent);
    for (const status of expected) expectOurs(await connection.next(), Number(status));
    if (isKept) {
      connection.send(get('/healthz', close));
      expectOurs(await connection.next(), 200);
    }
    expect(await connection.next()).toBeUndefined();
    // A request of someone else is answered.
    expect((await rawRequest(`${site.url}/robots.txt`)).status).toBe(200);
  });
});

test('the log has a line for each answer with its id and status, and no error', async () => {
  expect(answers.length).toBeGreaterThan(vectors.length);
  for (const { status, headers } of answers) {
    const line = await site.waitForLog(
      ({ requestId, msg }) => requestId === headers['x-request-id'] && msg === 'request',
    );
    expect(line.status).toBe(status);
  }
  expect(site.log.filter(({ level }) => level >= 50)).toEqual([]);
  expect(JSON.stringify(site.log)).not.toMatch(/secret|\\n\s+at /);
});
