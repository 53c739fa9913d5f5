import { expect, test } from '@jest/globals';
import { chatPath, endpoints, healthPath, paths } from '../../shared/paths.ts';
import { type RawAnswer, type RawRequest, rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const publicOrigin = 'https://www.cirrux.example';
const chatOrigin = 'https://chat.cirrux.example';
const chatHost = 'chat.cirrux.example';
const vendor = 'https://embed.vendor.example';
const withChat = { PUBLIC_ORIGIN: publicOrigin, CHAT_WIDGET_SRC: `${vendor}/widget.js` };
const site = await untilEnd(startApp({ ...withChat, CHAT_ORIGIN: chatOrigin }));

function get(path: string, request: RawRequest = {}, url = site.url) {
  return rawRequest(url + path, request);
}
/** Sends a request to the host of the chat, unless the headers name another host. */
function ask(path: string, request: RawRequest = {}) {
  return get(path, { ...request, headers: { Host: chatHost, ...request.headers } });
}

/** The values of a directive in an answer's Content-Security-Policy. */
function directive({ headers }: RawAnswer, name: string) {
  return new RegExp(`(?:^|;)${name} ([^;]*)`).exec(String(headers['content-security-policy']))?.[1]?.split(' ');
}

const sandbox = ['allow-scripts', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'];

/** What the page state of an answer says about the chat's frame. */
function frameInState({ body }: RawAnswer): unknown {
  return JSON.parse(/<script id="page-state" type="application\/json">(.*?)<\/script>/.exec(body.toString())?.[1] ?? '')
    .store.site.chatFrame;
}

test('without CHAT_WIDGET_SRC there is no chat, even if CHAT_ORIGIN is set', async () => {
  const { url } = await untilEnd(startApp({ PUBLIC_ORIGIN: publicOrigin, CHAT_ORIGIN: chatOrigin }));
  expect((await get(chatPath, {}, url)).status).toBe(404);
  expect((await get(chatPath, { headers: { Host: chatHost } }, url)).status).toBe(404);
  const page = await get(paths.support, {}, url);
  expect(directive(page, 'frame-src')).toEqual(["'self'"]);
  expect(frameInState(page)).toBeUndefined();
});

test('without CHAT_ORIGIN the chat is sandboxed with an opaque origin, and only the site may frame it', async () => {
  const { url } = await untilEnd(startApp(withChat));
  const answer = await get(chatPath, {}, url);
  expect(answer).toMatchObject({ status: 200, headers: { 'x-frame-options': 'SAMEORIGIN' } });
  expect(directive(answer, 'sandbox')).toEqual(sandbox);
  expect(directive(answer, 'frame-ancestors')).toEqual(["'self'"]);
  expect(directive(answer, 'script-src')).toEqual([vendor, 'https:']);
  const page = await get(paths.support, {}, url);
  expect(frameInState(page)).toEqual({ src: chatPath, sandbox: sandbox.join(' ') });
  expect(directive(page, 'frame-src')).toEqual(["'self'"]);
});

test('with CHAT_ORIGIN, its host serves the chat, sandboxed with its own origin, and only the site may frame it', async () => {
  const answer = await ask(`${chatPath}?from=support`, { headers: { Host: `CHAT.Cirrux.Example:8080` } });
  expect(answer.status).toBe(200);
  expect(directive(answer, 'sandbox')).toEqual([...sandbox, 'allow-same-origin']);
  expect(directive(answer, 'frame-ancestors')).toEqual([publicOrigin]);
  expect(answer.headers['x-frame-options']).toBeUndefined();
  expect(answer.body.toString()).toContain(vendor);
});

test('with CHAT_ORIGIN the chat is on its own host alone: pages frame it from there, and their frame-src allows no other host', async () => {
  expect((await get(chatPath)).status).toBe(404);
  for (const path of [paths.home, paths.support]) {
    const page = await get(path);
    const ownOrigin = [...sandbox, 'allow-same-origin'].join(' ');
    expect(frameInState(page)).toEqual({ src: chatOrigin + chatPath, sandbox: ownOrigin });
    expect(directive(page, 'frame-src')).toEqual(["'self'", chatOrigin]);
  }
});

test.each([
  ...['/', paths.support, '/server-hosting?submitted=7K3M9-QXD2R', '/Support', `${chatPath}/`, '/%E0%A4%A'],
  ...['/robots.txt', '/documents/terms-of-service.pdf', healthPath, ...Object.values(endpoints)],
])("the chat's host answers 404 to %s in any method, and logs it", async (path) => {
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
    const { status, headers, body } = await ask(path, { method });
    expect([method, status, body.toString()]).toEqual([method, 404, method === 'HEAD' ? '' : 'Not found\n']);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'strict-transport-security': expect.any(String),
    });
    const line = await site.waitForLog(({ requestId }) => requestId === headers['x-request-id']);
    expect(line).toMatchObject({ msg: 'request', method, path: path.split('?')[0], status: 404 });
  }
});
