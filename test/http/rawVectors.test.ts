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
function form(body: string, headers = '') {
  return post(`Content-Length: ${body.length}\r\n${headers}`, body).replace(
    'application/json',
    'application/x-www-form-urlencoded',
  );
}
function json(body: string, headers = '') {
  return post(`Content-Length: ${body.length}\r\n${headers}`, body);
}
function chunked(body: string) {
  return post('Transfer-Encoding: chunked\r\n', body);
}
function encoded(coding: string, codes: string) {
  return post(`Transfer-Encoding: ${coding}\r\n`, codes);
}
const emptyList = '2\r\n[]\r\n0\r\n\r\n';
const pdf = '/documents/terms-of-service.pdf';
const submission = JSON.stringify(contactMessage);
function gzipped(text: string) {
  return gzipSync(text).toString('latin1');
}
const asUtf16 = Buffer.from(submission, 'utf16le').toString('latin1');

/** The bytes to send (Latin-1), and the expected statuses; `closed` if the server then closes the connection. */
type Vector = readonly [what: string, sent: string, answered: string];

const smuggled: readonly Vector[] = [
  ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), '400 closed'],
  ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'), '400 closed'],
  ['two lengths that differ', post('Content-Length: 2\r\nContent-Length: 3\r\n', '[]'), '400 closed'],
  ['two lengths that agree', post('Content-Length: 2\r\nContent-Length: 2\r\n', '[]'), '400 closed'],
  ['a list of lengths', post('Content-Length: 2, 2\r\n', '[]'), '400 closed'],
  ['no length', post('Content-Length:\r\n'), '400 closed'],
  ['a negative length', post('Content-Length: -1\r\n'), '400 closed'],
  ['a length with a sign', post('Content-Length: +2\r\n', '[]'), '400 closed'],
  ['a length with an exponent', post('Content-Length: 1e3\r\n'), '400 closed'],
  ['a hexadecimal length', post('Content-Length: 0x10\r\n'), '400 closed'],
  ['a length beyond all numbers', post(`Content-Length: ${'9'.repeat(30)}\r\n`), '400 closed'],
  ['xchunked', encoded('xchunked', emptyList), '400 closed'],
  ['chunked, then gzip', encoded('chunked, gzip', emptyList), '400 closed'],
  ['chunked, then identity', encoded('chunked, identity', emptyList), '400 closed'],
  ['chunked behind a vertical tab', encoded('\x0bchunked', emptyList), '400 closed'],
  ['identity', encoded('identity', ''), '400 closed'],
  ['two encodings', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', emptyList), '400 closed'],
  ['a space before the colon', post('Transfer-Encoding : chunked\r\n', emptyList), '400 closed'],
  ['Chunked in another case', encoded('Chunked', emptyList), '400 kept'],
  ['chunks in HTTP/1.0', encoded('chunked', emptyList).replace('HTTP/1.1', 'HTTP/1.0'), '400 closed'],
  ['an extension of a chunk', chunked('2;a=b\r\n[]\r\n0\r\n\r\n'), '400 kept'],
  ['NUL in an extension', chunked('2;\0\r\n[]\r\n0\r\n\r\n'), '400 closed'],
  ['20 KB of extension', chunked(`2;a=${'b'.repeat(20_000)}\r\n[]\r\n0\r\n\r\n`), '413 closed'],
  ['a chunk of negative size', chunked('-2\r\n[]\r\n0\r\n\r\n'), '400 closed'],
  ['a chunk of size 0x2', chunked('0x2\r\n[]\r\n0\r\n\r\n'), '400 closed'],
  ['a chunk of size 2^68', chunked('fffffffffffffffff\r\n[]'), '400 closed'],
  ['a chunk without a size', chunked('\r\n[]\r\n0\r\n\r\n'), '400 closed'],
  ['a chunk longer than its size', chunked('1\r\n[]\r\n0\r\n\r\n'), '400 closed'],
  ['a chunk behind a bare LF', chunked('2\n[]\r\n0\r\n\r\n'), '400 closed'],
  ['a broken chunk to a page', `${get('/', 'Transfer-Encoding: chunked\r\n')}zz\r\n`, '400 closed'],
  ['a broken chunk to nowhere', `${get('/nowhere', 'Transfer-Encoding: chunked\r\n')}zz\r\n`, '400 closed'],
  ['a trailer', chunked('2\r\n[]\r\n0\r\nX-Trailer: a\r\n\r\n'), '400 kept'],
  ['a length as a trailer', chunked('2\r\n[]\r\n0\r\nContent-Length: 5\r\n\r\n'), '400 closed'],
  ['a request in a body', json(get('/healthz')), '400 kept'],
  ['a folded header', get('/', 'X-A: a\r\n b\r\n'), '400 closed'],
  ['a folded first header', `GET / HTTP/1.1\r\n X-A: a\r\n${host}\r\n`, '400 closed'],
];

const requestLines: readonly Vector[] = [
  ['no version', 'GET /\r\n\r\n', '200 closed'],
  ['HTTP/0.9', 'GET / HTTP/0.9\r\n\r\n', '200 closed'],
  ['HTTP/1.0', 'GET / HTTP/1.0\r\n\r\n', '200 closed'],
  ['HTTP/1.0 that stays', 'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', '200 kept'],
  ['HTTP/2.0', request('GET / HTTP/2.0'), '200 closed'],
  ['HTTP/9.9', request('GET / HTTP/9.9'), '400 closed'],
  ['HTTP/1.10', request('GET / HTTP/1.10'), '400 closed'],
  ['http/1.1', request('GET / http/1.1'), '400 closed'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 closed'],
  ['the hello of TLS', '\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03', '400 closed'],
  ['empty lines before it', `\r\n\r\n${get('/')}`, '200 kept'],
  ['lines that end with LF', get('/').replaceAll('\r', ''), '400 closed'],
  ['lines that end with CR', get('/').replaceAll('\n', ''), '400 closed'],
  ['a space behind it', get('/').replace('1.1', '1.1 '), '400 closed'],
  ['no target', get(''), '400 closed'],
  ['a target without a slash', get('about'), '400 closed'],
  ['a target with a space', get('/a b'), '400 closed'],
  ['an absolute target', get('http://localhost/about'), '200 kept'],
  ['an absolute target of a file', get('http://localhost/robots.txt'), '200 kept'],
  ['an absolute target without a path', get('HTTP://localhost'), '200 kept'],
  ['an absolute target of no page', get('http://user:secret@localhost/nowhere'), '404 kept'],
  ['a broken absolute target', get('http://['), '400 closed'],
  ['a broken port', get('http://localhost:99999/'), '400 closed'],
  ['a target of another kind', get('ftp://localhost/about'), '400 closed'],
  ['host and port', get('localhost:80'), '400 closed'],
  ['an asterisk', get('*'), '404 kept'],
  ['OPTIONS of an asterisk', request('OPTIONS * HTTP/1.1'), '404 kept'],
  ['two slashes', get('//'), '404 kept'],
  ['another host behind two slashes', get('//evil.example/ABOUT/'), '404 kept'],
  ['a broken host behind two slashes', get('//u@[/#'), '404 kept'],
  ['a broken host behind two slashes, posted', request('POST //u@[/# HTTP/1.1', 'Content-Length: 0\r\n'), '404 kept'],
  ['a broken host among the documents', get('/documents//u@[/#'), '404 kept'],
  ['a fragment', get('/about#team'), '200 kept'],
  ['a backslash', get('/\\evil.example'), '404 kept'],
  ['NUL', get('/\0'), '400 closed'],
  ['ESC', get('/\x1b[2J'), '400 closed'],
  ['C1', get('/\x9b31m'), '400 closed'],
  ['%', get('/%'), '404 kept'],
  ['% among the documents', get('/documents/%'), '404 kept'],
  ['% posted', request('POST /% HTTP/1.1', 'Content-Length: 0\r\n'), '404 kept'],
  ['% deleted among the documents', request('DELETE /documents/% HTTP/1.1'), '404 kept'],
  ['% in a query', get('/server-hosting?order=%&submitted=%ff'), '200 kept'],
  ['%00', get('/documents/%00'), '404 kept'],
  ['%ff', get('/documents/%ff'), '404 kept'],
  ['..', get('/documents/../server/main.cjs'), '404 kept'],
  ['encoded ..', get('/documents/%2e%2e/server/main.cjs'), '404 kept'],
  ['encoded slashes', get('/documents/..%2f..%5cpackage.json'), '404 kept'],
  ['a name longer than any file has', get(`/documents/${'a'.repeat(5000)}`), '404 kept'],
  ['20 KB of target', get(`/${'a'.repeat(20_000)}`), '431 closed'],
];

const methods: readonly Vector[] = [
  ['unknown', request('BREW / HTTP/1.1'), '400 closed'],
  ['in lower case', request('get / HTTP/1.1'), '400 closed'],
  ['of 200 letters', request(`${'A'.repeat(200)} / HTTP/1.1`), '400 closed'],
  ['CONNECT', request('CONNECT evil.example:443 HTTP/1.1'), '400 closed'],
  ['CONNECT behind a page', get('/') + request('CONNECT evil.example:443 HTTP/1.1'), '200 400 closed'],
  ['TRACE', request('TRACE / HTTP/1.1'), '405 kept'],
  ['OPTIONS', request('OPTIONS / HTTP/1.1'), '405 kept'],
  ['PROPFIND', request('PROPFIND /about HTTP/1.1'), '405 kept'],
  ['M-SEARCH', request('M-SEARCH * HTTP/1.1'), '404 kept'],
  ['SOURCE of another protocol', request('SOURCE / ICE/1.0'), '405 closed'],
  ['HEAD of a range', request(`HEAD ${pdf} HTTP/1.1`, 'Range: bytes=0-4\r\n'), '206 kept'],
  ['HEAD under a wrong condition', request(`HEAD ${pdf} HTTP/1.1`, 'If-Match: "other"\r\n'), '412 kept'],
];

const headers: readonly Vector[] = [
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', '400 closed'],
  ['no Host in HTTP/1.0', 'GET /about HTTP/1.0\r\n\r\n', '200 closed'],
  ['two Hosts', get('/', 'Host: evil.example\r\n'), '400 closed'],
  ['two Hosts and an absolute target', get('http://localhost/', 'hOST: evil.example\r\n'), '400 closed'],
  ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', '200 kept'],
  ['a space before the colon', get('/', 'X-A : a\r\n'), '400 closed'],
  ['no colon', get('/', 'X-A\r\n'), '400 closed'],
  ['no name', get('/', ': a\r\n'), '400 closed'],
  ['NUL', get('/', 'X-A: a\0b\r\n'), '400 closed'],
  ['C1', get('/', 'X-A: \x9b31m\r\n'), '200 kept'],
  ['20 KB in one', get('/', `X-A: ${'a'.repeat(20_000)}\r\n`), '431 closed'],
  ['10 MB in one', get('/', `X-A: ${'a'.repeat(10_000_000)}\r\n`), '431 closed'],
  ['3,000 of them', get('/', 'X-A: a\r\n'.repeat(3000)), '431 closed'],
  ['Expect: 100-continue', json('[]', 'Expect: 100-continue\r\n'), '100 400 kept'],
  ['another expectation', get('/', 'Expect: the moon\r\n'), '200 kept'],
  ['HTTP/2 offered', get('/', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n'), '200 closed'],
  ['a web socket offered', get('/', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'), '200 closed'],
  ['Connection: close', get('/', close), '200 closed'],
  ['Connection: junk', get('/', 'Connection: x, ,",upgrade\r\n'), '200 kept'],
  ['Connection: Host', get('/', 'Connection: host, x-request-id\r\n'), '200 kept'],
  ['1,500 ranges', get(pdf, `Range: bytes=${'0-0,'.repeat(1500)}9-9\r\n`), '200 kept'],
  ['1,500 ranges that overlap', get(pdf, `Range: bytes=${'0-,'.repeat(1500)}5-\r\n`), '206 kept'],
  ['a range beyond the end', get(pdf, 'Range: bytes=99999999-\r\n'), '416 kept'],
  ['a range of something else', get(pdf, 'Range: lines=1-2\r\n'), '200 kept'],
  ['a range of another version', get(pdf, 'Range: bytes=0-4\r\nIf-Range: "other"\r\n'), '200 kept'],
  ['If-Match of another version', get(pdf, 'If-Match: "other"\r\n'), '412 kept'],
  ['If-Match of any version', get(pdf, 'If-Match: *\r\n'), '200 kept'],
  ['If-Unmodified-Since 1970', get(pdf, 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT\r\n'), '412 kept'],
  ['If-Unmodified-Since yesterday', get(pdf, 'If-Unmodified-Since: yesterday\r\n'), '200 kept'],
  ['15 KB of If-None-Match to a page', get('/', `If-None-Match: ${'"a",'.repeat(3900)}\r\n`), '200 kept'],
  ['15 KB of If-None-Match to a document', get(pdf, `If-None-Match: ${'"a",'.repeat(3900)}\r\n`), '200 kept'],
  ['15 KB of Accept-Encoding', get('/', `Accept-Encoding: ${'br;q=0,'.repeat(2200)}\r\n`), '200 kept'],
  ['15 KB of Cookie', get('/', `Cookie: ${'a=b;'.repeat(3900)}\r\n`), '200 kept'],
  [
    'a forged origin of it all',
    get('/', 'X-Forwarded-For: 1.2.3.4, ::1, x\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: gopher\r\n'),
    '200 kept',
  ],
  [
    'another method than its own',
    request('POST /about HTTP/1.1', 'X-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n'),
    '405 kept',
  ],
  ['another address than its own', get('/nowhere', 'X-Original-URL: /about\r\nX-Rewrite-URL: /about\r\n'), '404 kept'],
];

const bodies: readonly Vector[] = [
  ['to a GET', `${get('/', 'Content-Length: 4\r\n')}abcd`, '200 kept'],
  ['to a GET, in chunks', `${get('/', 'Transfer-Encoding: chunked\r\n')}4\r\nabcd\r\n0\r\n\r\n`, '200 kept'],
  ['none to a POST', post(''), '400 kept'],
  ['null', json('null'), '400 kept'],
  ['8,000 lists in each other', json('['.repeat(8000) + ']'.repeat(8000)), '400 kept'],
  ['a prototype', json(`{"__proto__":${submission}}`), '400 kept'],
  ['with a byte order mark', json(`\xef\xbb\xbf${submission}`), '200 kept'],
  ['not UTF-8', json(submission.replace('T', '\xff')), '200 kept'],
  ['UTF-16, unsaid', json(asUtf16), '400 kept'],
  ['UTF-16, said', json(asUtf16).replace('application/json', 'application/json; charset=utf-16'), '415 kept'],
  ['Latin-1, said', json(submission).replace('application/json', 'application/json; charset=latin1'), '415 kept'],
  ['gzip', json(gzipped(submission), 'Content-Encoding: gzip\r\n'), '200 kept'],
  ['gzip, unsaid', json(gzipped(submission)), '400 kept'],
  ['no gzip, said', json(submission, 'Content-Encoding: gzip\r\n'), '400 kept'],
  ['10 MB in gzip', json(gzipped(' '.repeat(10_000_000)), 'Content-Encoding: gzip\r\n'), '413 kept'],
  ['a form in gzip', form(gzipped('plan=CXN3'), 'Content-Encoding: gzip\r\n'), '415 kept'],
  ['a form in UTF-7', form('plan=CXN3').replace('urlencoded', 'urlencoded; charset=utf-7'), '415 kept'],
  [
    'a form whose charset is said twice',
    form('plan=CXN3').replace('urlencoded', 'urlencoded; charset=utf-8; charset=utf-7'),
    '415 kept',
  ],
  ['a form of 30,000 fields', form(`plan=CXN3${'&a'.repeat(30_000)}`), '413 kept'],
  ['from an opaque origin', json(submission, 'Origin: null\r\n'), '403 kept'],
  [
    'from an opaque origin, without a Host',
    json(submission, 'Origin: null\r\n').replace('HTTP/1.1', 'HTTP/1.0').replace(host, ''),
    '403 closed',
  ],
  ['from a file, to an empty Host', json(submission, 'Origin: file://\r\n').replace(host, 'Host:\r\n'), '403 kept'],
];

const together: readonly Vector[] = [
  ['four pages', get('/').repeat(4), '200 200 200 200 kept'],
  ['four that take their time', get('/healthz').repeat(4), '200 200 200 200 kept'],
  ['six that take their time', get('/healthz').repeat(6), 'closed'],
  ['two, the first the last', get('/', close) + get('/'), '200 closed'],
  ['a page and junk', `${get('/')}JUNK\r\n\r\n`, '200 400 closed'],
  ['an answer that takes its time, and junk', `${get('/healthz')}JUNK\r\n\r\n`, '200 400 closed'],
  ['a file, and junk', `${get(pdf)}JUNK\r\n\r\n`, '200 400 closed'],
  ['a submission, and junk', `${json(submission)}JUNK\r\n\r\n`, '200 400 closed'],
  ['two that take their time, and a broken chunk', get('/healthz').repeat(2) + chunked('zz\r\n'), '200 200 400 closed'],
  ['a missing Host between two', `${get('/healthz')}GET / HTTP/1.1\r\n\r\n${get('/')}`, '200 400 closed'],
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

/** A request of someone else is answered. */
async function expectOrdinaryVisit(): Promise<void> {
  expect((await rawRequest(`${site.url}/robots.txt`)).status).toBe(200);
}

describe.each([
  ['lengths and encodings', smuggled],
  ['request lines', requestLines],
  ['methods', methods],
  ['headers', headers],
  ['bodies', bodies],
  ['requests at once', together],
])('%s', (_kind, vectors) => {
  test.each(vectors)('%s', async (_what, sent, answered) => {
    const expected = answered.split(' ');
    const isKept = expected.pop() === 'kept';
    const connection = await openConnection(site.port);
    connection.send(sent);
    for (const status of expected)
      expectOurs(await connection.next({ toHead: sent.startsWith('HEAD ') }), Number(status));
    if (isKept) {
      connection.send(get('/healthz', close));
      expectOurs(await connection.next(), 200);
    }
    expect(await connection.next()).toBeUndefined();
    await expectOrdinaryVisit();
  });
});

describe('connections', () => {
  test('a request is answered if the client then closes its sending side', async () => {
    const connection = await openConnection(site.port);
    connection.send(get('/healthz'));
    connection.halfClose();
    expectOurs(await connection.next(), 200);
    expect(await connection.next()).toBeUndefined();
  });

  test.each([
    ['a request line', 'GET / HT'],
    ['a body', post('Content-Length: 9\r\n', '[]')],
    ['a chunk', chunked('9\r\n[]')],
  ])('a client that closes its sending side within %s gets 400', async (_what, sent) => {
    const connection = await openConnection(site.port);
    connection.send(sent);
    connection.halfClose();
    expectOurs(await connection.next(), 400);
    expect(await connection.next()).toBeUndefined();
  });

  test.each([
    ['CONNECT', request('CONNECT a:443 HTTP/1.1')],
    ['junk', 'JUNK\r\n\r\n'],
  ])('the server survives a reset after it refused %s', async (_what, sent) => {
    const connection = await openConnection(site.port);
    connection.send(sent);
    expectOurs(await connection.next(), 400);
    connection.reset();
    await expectOrdinaryVisit();
  });

  test('a request that arrives in single bytes is answered', async () => {
    const connection = await openConnection(site.port);
    for (const byte of get('/about', close)) connection.send(byte);
    expectOurs(await connection.next(), 200);
  });
});

test('the log has a line for each answer with its id and status, and no error', async () => {
  expect(answers.length).toBeGreaterThan(180);
  for (const { status, headers } of answers) {
    const line = await site.waitForLog(
      ({ requestId, msg }) => requestId === headers['x-request-id'] && msg === 'request',
    );
    expect(line.status).toBe(status);
  }
  expect(site.log.filter(({ level }) => level >= 50)).toEqual([]);
  expect(JSON.stringify(site.log)).not.toMatch(/secret|\\n\s+at /);
});
