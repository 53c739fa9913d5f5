import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chatPath, endpoints, healthPath, paths } from '../../shared/paths.ts';
import { type RawAnswer, type RawRequest, rawRequest } from '../helpers/network/rawRequest.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const publicOrigin = 'https://www.cirrux.example';
const chatOrigin = 'https://chat.cirrux.example';
const chatHost = 'chat.cirrux.example';
const vendor = 'https://embed.vendor.example';
const withChat = { PUBLIC_ORIGIN: publicOrigin, CHAT_WIDGET_SRC: `${vendor}/widget.js` };

/** The values of a directive in an answer's Content-Security-Policy. */
function directive({ headers }: RawAnswer, name: string) {
  return String(headers['content-security-policy'])
    .split(';')
    .map((part) => part.split(' '))
    .find(([first]) => first === name)
    ?.slice(1);
}

const sandbox = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'];

/** The chat's frame in the page state. */
function frameInState({ body }: RawAnswer): unknown {
  return JSON.parse(/<script id="page-state" type="application\/json">(.*?)<\/script>/.exec(body.toString())?.[1] ?? '')
    .store.site.chatFrame;
}

function get(site: Site, path: string, request: RawRequest = {}) {
  return rawRequest(site.url + path, request);
}

test('without CHAT_WIDGET_SRC there is no chat, even if CHAT_ORIGIN is set', async () => {
  const site = await startSite({ PUBLIC_ORIGIN: publicOrigin, CHAT_ORIGIN: chatOrigin });
  try {
    expect((await get(site, chatPath)).status).toBe(404);
    for (const path of [chatPath, paths.support])
      expect((await get(site, path, { headers: { Host: chatHost } })).status).toBe(404);
    const page = await get(site, paths.support);
    expect(directive(page, 'frame-src')).toEqual(["'self'"]);
    expect(frameInState(page)).toBeUndefined();
  } finally {
    await site.stop();
  }
});

describe('without CHAT_ORIGIN', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite(withChat);
  });
  afterAll(async () => {
    await site.stop();
  });

  test('the chat is sandboxed with an opaque origin, and only the site may frame it', async () => {
    const answer = await get(site, chatPath);
    expect(answer.status).toBe(200);
    expect(directive(answer, 'sandbox')).toEqual(sandbox);
    expect(directive(answer, 'frame-ancestors')).toEqual(["'self'"]);
    expect(directive(answer, 'script-src')).toEqual([vendor, 'https:']);
    expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  test("the pages' frame has the same sandbox", async () => {
    const page = await get(site, paths.support);
    expect(frameInState(page)).toEqual({ src: chatPath, sandbox: sandbox.join(' ') });
    expect(directive(page, 'frame-src')).toEqual(["'self'"]);
  });
});

describe('with CHAT_ORIGIN', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ ...withChat, CHAT_ORIGIN: chatOrigin });
  });
  afterAll(async () => {
    await site.stop();
  });

  const ask = (path: string, request: RawRequest = {}) =>
    get(site, path, { ...request, headers: { Host: chatHost, ...request.headers } });

  test.each([chatHost, 'CHAT.Cirrux.Example', `${chatHost}:443`, `${chatHost}:8080`])(
    'Host %s serves the chat, sandboxed with its own origin, and only the site may frame it',
    async (host) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(`${chatPath}?from=support`, { method, headers: { Host: host } });
        expect(answer.status).toBe(200);
        expect(directive(answer, 'sandbox')).toEqual([...sandbox, 'allow-same-origin']);
        expect(directive(answer, 'frame-ancestors')).toEqual([publicOrigin]);
        expect(answer.headers['x-frame-options']).toBeUndefined();
        expect(answer.headers['x-request-id']).toBeTruthy();
        expect(answer.body.toString().includes(vendor)).toBe(method === 'GET');
      }
    },
  );

  test('the pages frame the chat from CHAT_ORIGIN, and their frame-src allows no other host', async () => {
    for (const path of [paths.home, paths.support]) {
      const page = await get(site, path);
      expect(frameInState(page)).toEqual({
        src: chatOrigin + chatPath,
        sandbox: [...sandbox, 'allow-same-origin'].join(' '),
      });
      expect(directive(page, 'frame-src')).toEqual(["'self'", chatOrigin]);
    }
  });

  test.each([
    '/',
    paths.support,
    '/server-hosting?order=CXN3',
    '/server-hosting?submitted=7K3M9-QXD2R',
    '/Support',
    '/support/',
    '/nowhere',
    '/%E0%A4%A',
    '/favicon.ico',
    '/fonts/headings.woff2',
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/security.txt',
    '/documents/terms-of-service.pdf',
    `${chatPath}/`,
    '/Chat',
    '//chat',
    healthPath,
    ...Object.values(endpoints),
  ])("the chat's host answers 404 at %s", async (path) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
      const { status, headers, body } = await ask(path, { method });
      expect([method, status, headers['content-type']]).toEqual([method, 404, 'text/plain; charset=utf-8']);
      expect(body.toString()).toBe(method === 'HEAD' ? '' : 'Not found\n');
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.any(String),
        'x-request-id': expect.any(String),
      });
    }
  });

  test("the chat's host answers 404 for scripts of the pages and for methods other than GET and HEAD", async () => {
    const { body } = await get(site, paths.support);
    const scripts = [...new Set(body.toString().match(/\/assets\/[\w.-]+\.js/g))];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      expect((await get(site, script)).status).toBe(200);
      expect((await ask(script)).status).toBe(404);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect([method, (await ask(chatPath, { method })).status]).toEqual([method, 404]);
  });

  test("the chat's host accepts no submission, and logs the request like any other", async () => {
    const { status, headers } = await ask(submissionsPath, {
      method: 'POST',
      headers: { Origin: chatOrigin, 'Content-Type': 'application/json' },
      body: JSON.stringify(contactMessage),
    });
    expect(status).toBe(404);
    expect(storedIn(site.dataDirectory)).toEqual([]);
    const line = await site.waitForLog(({ requestId }) => requestId === headers['x-request-id']);
    expect(line).toMatchObject({ msg: 'request', method: 'POST', path: submissionsPath, status: 404 });
  });

  test.each([
    'www.cirrux.example',
    'localhost',
    `${chatHost}.evil.example`,
    `evil.${chatHost}`,
    `${chatHost}@www.cirrux.example`,
    `${chatHost}:x`,
    `${chatHost}, www.cirrux.example`,
    '',
  ])('Host %s serves the site without the chat', async (host) => {
    expect((await ask(paths.support, { headers: { Host: host } })).status).toBe(200);
    expect((await ask(chatPath, { headers: { Host: host } })).status).toBe(404);
  });

  test.each([
    ['with a dot at its end', '/about', `Host: ${chatHost}.`],
    ['in an absolute target', `http://${chatHost}/about`, 'Host: www.cirrux.example'],
  ])("the chat's host %s serves no page", async (_where, target, host) => {
    const socket = connect(site.port, '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 .*Not found\n$/s);
  });

  test('a request without a Host header gets the site without the chat', async () => {
    for (const [path, status] of [
      [paths.support, 200],
      [chatPath, 404],
    ]) {
      const socket = connect(site.port, '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
      expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    }
  });
});
