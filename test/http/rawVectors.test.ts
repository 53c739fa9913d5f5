import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { escapeCharacters } from '../../server/lib/escapeCharacters.ts';
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

/** A vector for each text, which `send` puts into what is sent. */
function each(answered: string, send: (text: string) => string, texts: readonly string[]): Vector[] {
  return texts.map((text) => [escapeCharacters(JSON.stringify(text.slice(0, 60))), send(text), answered]);
}

const smuggled: readonly Vector[] = [
  ...each('400 closed', (length) => post(`Content-Length: ${length}\r\n`, '[]'), [
    '',
    '2, 2',
    '-1',
    '+2',
    '1e3',
    '0x10',
    '9'.repeat(30),
  ]),
  ...each('400 closed', (coding) => encoded(coding, emptyList), [
    'xchunked',
    'chunked, gzip',
    'chunked, identity',
    '\x0bchunked',
  ]),
  ...each('400 closed', (chunk) => chunked(`${chunk}\r\n0\r\n\r\n`), [
    '2;\0\r\n[]',
    '-2\r\n[]',
    '0x2\r\n[]',
    'fffffffffffffffff\r\n[]',
    '\r\n[]',
    '1\r\n[]',
    '2\n[]',
  ]),
  ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'), '400 closed'],
  ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'), '400 closed'],
  ['two lengths that differ', post('Content-Length: 2\r\nContent-Length: 3\r\n', '[]'), '400 closed'],
  ['two lengths that agree', post('Content-Length: 2\r\nContent-Length: 2\r\n', '[]'), '400 closed'],
  ['identity', encoded('identity', ''), '400 closed'],
  ['two encodings', post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', emptyList), '400 closed'],
  ['a space before the colon', post('Transfer-Encoding : chunked\r\n', emptyList), '400 closed'],
  ['Chunked in another case', encoded('Chunked', emptyList), '400 kept'],
  ['chunks in HTTP/1.0', encoded('chunked', emptyList).replace('HTTP/1.1', 'HTTP/1.0'), '400 closed'],
  ['an extension of a chunk', chunked('2;a=b\r\n[]\r\n0\r\n\r\n'), '400 kept'],
  ['20 KB of extension', chunked(`2;a=${'b'.repeat(20_000)}\r\n[]\r\n0\r\n\r\n`), '413 closed'],
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
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 closed'],
  ['the hello of TLS', '\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03', '400 closed'],
  ['empty lines before it', `\r\n\r\n${get('/')}`, '200 kept'],
  ['lines that end with LF', get('/').replaceAll('\r', ''), '400 closed'],
  ['lines that end with CR', get('/').replaceAll('\n', ''), '400 closed'],
  ['a space behind it', get('/').replace('1.1', '1.1 '), '400 closed'],
  ...each('400 closed', (version) => request(`GET / ${version}`), ['HTTP/9.9', 'HTTP/1.10', 'http/1.1']),
  ...each('400 closed', get, [
    '',
    'about',
    '/a b',
    'ftp://localhost/about',
    'localhost:80',
    '/\0',
    '/\x1b[2J',
    '/\x9b31m',
  ]),
  ...each('400 closed', get, ['http://[', 'http://localhost:99999/']),
  ...each('200 kept', get, ['http://localhost/about', 'http://localhost/robots.txt', 'HTTP://localhost']),
  ...each('200 kept', get, ['/about#team', '/server-hosting?order=%&submitted=%ff']),
  ...each('404 kept', get, ['http://user:secret@localhost/nowhere', '*', '//', '//evil.example/ABOUT/', '//u@[/#']),
  ...each('404 kept', get, ['/\\evil.example', '/%', '/documents', `/documents/${'a'.repeat(5000)}`]),
  ...each('404 kept', (name) => get(`/documents/${name}`), ['', '/u@[/#', '%', '%00', '%ff']),
  ...each('404 kept', (dots) => get(`/documents/${dots}server/main.cjs`), ['../', '%2e%2e/', '..%2f', '..%5c']),
  ...each('308 kept', get, ['/About', '/about/', '/ABOUT?a=%']),
  ['OPTIONS of an asterisk', request('OPTIONS * HTTP/1.1'), '404 kept'],
  ['a broken host behind two slashes, posted', request('POST //u@[/# HTTP/1.1', 'Content-Length: 0\r\n'), '404 kept'],
  ['% posted', request('POST /% HTTP/1.1', 'Content-Length: 0\r\n'), '404 kept'],
  ['% deleted among the documents', request('DELETE /documents/% HTTP/1.1'), '404 kept'],
  ['20 KB of target', get(`/${'a'.repeat(20_000)}`), '431 closed'],
];

const methods: readonly Vector[] = [
  ...each('400 closed', (method) => request(`${method} / HTTP/1.1`), ['BREW', 'get', 'A'.repeat(200)]),
  ...each('405 kept', (method) => request(`${method} / HTTP/1.1`), ['TRACE', 'OPTIONS', 'PROPFIND']),
  ['CONNECT', request('CONNECT evil.example:443 HTTP/1.1'), '400 closed'],
  ['CONNECT behind a page', get('/') + request('CONNECT evil.example:443 HTTP/1.1'), '200 400 closed'],
  ['M-SEARCH', request('M-SEARCH * HTTP/1.1'), '404 kept'],
  ['SOURCE of another protocol', request('SOURCE / ICE/1.0'), '405 closed'],
  ['HEAD of a range', request(`HEAD ${pdf} HTTP/1.1`, 'Range: bytes=0-4\r\n'), '206 kept'],
  ['HEAD under a wrong condition', request(`HEAD ${pdf} HTTP/1.1`, 'If-Match: "other"\r\n'), '412 kept'],
];

function page(line: string) {
  return get('/', `${line}\r\n`);
}
function document(line: string) {
  return get(pdf, `${line}\r\n`);
}
const headers: readonly Vector[] = [
  ...each('400 closed', page, ['X-A : a', 'X-A', ': a', 'X-A: a\0b']),
  ...each('200 kept', page, ['X-A: \x9b31m', 'Expect: the moon', 'Connection: x, ,",upgrade', 'Connection: host, x-a']),
  ...each('200 kept', page, [`If-None-Match: ${'"a",'.repeat(3900)}`, `Accept-Encoding: ${'br;q=0,'.repeat(2200)}`]),
  ...each('200 kept', page, [`Cookie: ${'a=b;'.repeat(3900)}`]),
  ...each('200 closed', page, ['Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c', 'Connection: close']),
  ...each('200 closed', page, ['Connection: Upgrade\r\nUpgrade: websocket']),
  ...each('200 kept', document, ['Range: lines=1-2', 'Range: bytes=0-4\r\nIf-Range: "other"', 'If-Match: *']),
  ...each('200 kept', document, [`Range: bytes=${'0-0,'.repeat(1500)}9-9`, `If-None-Match: ${'"a",'.repeat(3900)}`]),
  ...each('200 kept', document, ['If-Unmodified-Since: yesterday']),
  ...each('206 kept', document, [`Range: bytes=${'0-,'.repeat(20)}5-`]),
  // Headers that are too long to be parsed.
  ...each('200 kept', document, [
    `Range: bytes=${'0-,'.repeat(1500)}5-`,
    `Range: bytes=0-4\r\nIf-Range: "${'a'.repeat(300)}"`,
  ]),
  ...each('416 kept', document, ['Range: bytes=99999999-']),
  ...each('412 kept', document, ['If-Match: "other"', 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT']),
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', '400 closed'],
  ['no Host in HTTP/1.0', 'GET /about HTTP/1.0\r\n\r\n', '200 closed'],
  ['two Hosts', get('/', 'Host: evil.example\r\n'), '400 closed'],
  ['two Hosts and an absolute target', get('http://localhost/', 'hOST: evil.example\r\n'), '400 closed'],
  ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', '200 kept'],
  ['20 KB in one', get('/', `X-A: ${'a'.repeat(20_000)}\r\n`), '431 closed'],
  ['10 MB in one', get('/', `X-A: ${'a'.repeat(10_000_000)}\r\n`), '431 closed'],
  ['3,000 of them', get('/', 'X-A: a\r\n'.repeat(3000)), '431 closed'],
  ['Expect: 100-continue', json('[]', 'Expect: 100-continue\r\n'), '100 400 kept'],
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

const halfClosed: readonly Vector[] = [
  ['behind a request', get('/healthz'), '200 closed'],
  ['within a request line', 'GET / HT', '400 closed'],
  ['within a body', post('Content-Length: 9\r\n', '[]'), '400 closed'],
  ['within a chunk', chunked('9\r\n[]'), '400 closed'],
];

describe.each([
  ['lengths and encodings', smuggled],
  ['request lines', requestLines],
  ['methods', methods],
  ['headers', headers],
  ['bodies', bodies],
  ['requests at once', together],
  ['a sending side that the client closes', halfClosed],
])('%s', (_kind, vectors) => {
  test.each(vectors)('%s', async (_what, sent, answered) => {
    const expected = answered.split(' ');
    const isKept = expected.pop() === 'kept';
    const connection = await openConnection(site.port);
    connection.send(sent);
    if (vectors === halfClosed) connection.halfClose();
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
