import { describe, expect, test } from '@jest/globals';
import { chatPath, endpoints, healthPath, paths } from '../../shared/paths.ts';
import { type RawAnswer, type RawRequest, rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const publicOrigin = 'https://www.cirrux.example';
const chatOrigin = 'https://chat.cirrux.example';
const chatHost = 'chat.cirrux.example';
const vendor = 'https://embed.vendor.example';
const withChat = { PUBLIC_ORIGIN: publicOrigin, CHAT_WIDGET_SRC: `${vendor}/widget.js` };
const site = await untilEnd(startApp({ ...withChat, CHAT_ORIGIN: chatOrigin }));

function get(path: string, request: RawRequest = {}, url = site.url) {
  return rawRequest(url + path, request);
}
/** Asks the chat's host, unless the headers name another. */
function ask(path: string, request: RawRequest = {}) {
  return get(path, { ...request, headers: { Host: chatHost, ...request.headers } });
}

/** The values of a directive in an answer's Content-Security-Policy. */
function directive({ headers }: RawAnswer, name: string) {
  return new RegExp(`(?:^|;)${name} ([^;]*)`).exec(String(headers['content-security-policy']))?.[1]?.split(' ');
}

const sandbox = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'];

/** The chat's frame in the page state. */
function frameInState({ body }: RawAnswer): unknown {
  return JSON.parse(/<script id="page-state" type="application\/json">(.*?)<\/script>/.exec(body.toString())?.[1] ?? '')
    .store.site.chatFrame;
}

test('without CHAT_WIDGET_SRC there is no chat, even if CHAT_ORIGIN is set', async () => {
  const { url } = await untilEnd(startApp({ PUBLIC_ORIGIN: publicOrigin, CHAT_ORIGIN: chatOrigin }));
  expect((await get(chatPath, {}, url)).status).toBe(404);
  for (const path of [chatPath, paths.support])
    expect((await get(path, { headers: { Host: chatHost } }, url)).status).toBe(404);
  const page = await get(paths.support, {}, url);
  expect(directive(page, 'frame-src')).toEqual(["'self'"]);
  expect(frameInState(page)).toBeUndefined();
});

test('without CHAT_ORIGIN the chat is sandboxed with an opaque origin, and only the site may frame it', async () => {
  const { url } = await untilEnd(startApp(withChat));
  const answer = await get(chatPath, {}, url);
  expect(answer.status).toBe(200);
  expect(directive(answer, 'sandbox')).toEqual(sandbox);
  expect(directive(answer, 'frame-ancestors')).toEqual(["'self'"]);
  expect(directive(answer, 'script-src')).toEqual([vendor, 'https:']);
  expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
  const page = await get(paths.support, {}, url);
  expect(frameInState(page)).toEqual({ src: chatPath, sandbox: sandbox.join(' ') });
  expect(directive(page, 'frame-src')).toEqual(["'self'"]);
});

describe('with CHAT_ORIGIN', () => {
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
      const page = await get(path);
      const ownOrigin = [...sandbox, 'allow-same-origin'].join(' ');
      expect(frameInState(page)).toEqual({ src: chatOrigin + chatPath, sandbox: ownOrigin });
      expect(directive(page, 'frame-src')).toEqual(["'self'", chatOrigin]);
    }
  });

  test("the chat's host answers 404 to any other request, and logs it like any other", async () => {
    const scripts = (await get(paths.support)).body.toString().match(/\/assets\/[\w.-]+\.js/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    const ofPages = [
      '/',
      paths.support,
      '/server-hosting?order=CXN3',
      '/server-hosting?submitted=7K3M9-QXD2R',
      '/nowhere',
    ];
    const odd = ['/Support', '/support/', `${chatPath}/`, '/Chat', '//chat', '/%E0%A4%A'];
    const files = ['/favicon.ico', '/robots.txt', '/.well-known/security.txt', '/documents/terms-of-service.pdf'];
    const others = [...ofPages, ...odd, ...files, ...scripts, healthPath, ...Object.values(endpoints)];
    for (const path of [...others, chatPath])
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].slice(path === chatPath ? 2 : 0)) {
        const { status, headers, body } = await ask(path, { method });
        expect([path, method, status, body.toString()]).toEqual([
          path,
          method,
          404,
          method === 'HEAD' ? '' : 'Not found\n',
        ]);
        expect(headers).toMatchObject({
          'content-type': 'text/plain; charset=utf-8',
          'content-security-policy': "default-src 'none';frame-ancestors 'none'",
          'x-frame-options': 'DENY',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          'strict-transport-security': expect.any(String),
        });
        const line = await site.waitForLog(({ requestId }) => requestId === headers['x-request-id']);
        expect(line).toMatchObject({ msg: 'request', method, path: path.split('?')[0], status: 404 });
      }
  });

  test("the chat's host accepts no submission", async () => {
    const headers = { Origin: chatOrigin, 'Content-Type': 'application/json' };
    const post = { method: 'POST', headers, body: JSON.stringify(contactMessage) };
    expect((await ask(submissionsPath, post)).status).toBe(404);
    expect(storedIn(site.dataDirectory)).toEqual([]);
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
});
