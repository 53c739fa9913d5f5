import { get as getSecurely } from 'node:https';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chatPath, paths } from '../../shared/paths.ts';
import { limits } from '../../shared/submission.ts';
import { bareName, type DebianProxy, proxiedName, startCaddy, startNginx } from '../helpers/network/debianProxy.ts';
import { connectToProxy, type ProxiedClient, type ProxiedRequest } from '../helpers/network/proxiedRequest.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { startApp } from '../helpers/site/app.ts';
import { freePort } from '../helpers/site/freePort.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, submissionsPath } from '../helpers/visitor/visitor.ts';

const chatName = 'chat.example.com';
const origin = `https://${proxiedName}`;
const submissionLimit = 3;
const json = { 'content-type': 'application/json' };
const proxies = { caddy: startCaddy, nginx: startNginx } as const;

const site = await untilEnd(
  startApp({
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    PUBLIC_ORIGIN: origin,
    SUBMISSION_LIMIT: String(submissionLimit),
    CHAT_WIDGET_SRC: 'https://embed.vendor.example/widget.js',
    CHAT_ORIGIN: `https://${chatName}`,
  }),
);

/** Headers that a proxy may change: those of a connection, those of the proxy, and those that differ in each answer. */
const hopHeaders = /^(?::|(?:alt-svc|connection|date|keep-alive|server|transfer-encoding|x-request-id|via)$)/;

function siteHeaders(headers: { readonly [name: string]: unknown }) {
  const own = Object.entries(headers).filter(([name]) => !hopHeaders.test(name));
  return Object.fromEntries(own.sort());
}

for (const name of ['caddy', 'nginx'] as const)
  withDebianTool(name, (program) => {
    let proxy: DebianProxy;
    let client: ProxiedClient;
    const clients: ProxiedClient[] = [];

    beforeAll(async () => {
      proxy = await proxies[name](program, site, chatName);
      client = await newClient();
    });
    afterAll(async () => {
      for (const each of clients) each.close();
      await proxy.stop();
    });

    /** Connects a client with a new IP address, from which the proxy has received nothing. */
    async function newClient(): Promise<ProxiedClient> {
      const address = `127.0.${name === 'caddy' ? 2 : 3}.${clients.length + 1}`;
      const connected = await connectToProxy(proxy.httpsPort, address);
      clients.push(connected);
      return connected;
    }

    function postMessage(poster: ProxiedClient, headers: ProxiedRequest['headers'] = {}) {
      return poster.ask(submissionsPath, {
        method: 'POST',
        headers: { ...json, ...headers },
        body: JSON.stringify(contactMessage),
      });
    }

    test('browsers get HTTP/2, and HTTP/1.1 works', async () => {
      expect(client.protocol()).toBe('h2');
      const { headers } = await client.ask(paths.home);
      // Caddy offers HTTP/3 without a setting; nginx does not offer it.
      expect(headers['alt-svc']).toEqual(name === 'caddy' ? expect.stringContaining('h3=') : undefined);
      const secure = { port: proxy.httpsPort, host: '127.0.0.1', servername: proxiedName, rejectUnauthorized: false };
      const status = await new Promise((resolve, reject) => {
        const sent = getSecurely({ ...secure, headers: { Host: proxiedName } });
        sent.once('error', reject).once('response', (answer) => resolve(answer.resume().statusCode));
      });
      expect(status).toBe(200);
    });

    const pdf = '/documents/privacy-policy.pdf';
    test.each<[string, string, ProxiedRequest?]>([
      ['a page in Brotli', paths.home, { headers: { 'accept-encoding': 'br, gzip' } }],
      ['a page that the visitor has', paths.home, { headers: { 'accept-encoding': 'br', 'if-none-match': '*' } }],
      ['the not-found page', '/no-such-page'],
      ['a redirect to the canonical path', '/Server-Hosting/?order=CXN3'],
      ['a range of a document', pdf, { headers: { range: 'bytes=100-299' } }],
    ])('through the proxy, %s has the same headers and bytes', async (_, path, request = {}) => {
      const own = await rawRequest(site.url + path, { headers: request.headers ?? {} });
      const proxied = await client.ask(path, request);
      expect(proxied.status).toBe(own.status);
      expect(siteHeaders(proxied.headers)).toEqual(siteHeaders(own.headers));
      expect(proxied.body.equals(own.body)).toBe(true);
      expect(proxied.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(proxied.headers['strict-transport-security']).toMatch(/^max-age=\d+$/);
    });

    test("each client has its own rate limit, and a forged address doesn't change it", async () => {
      const one = await newClient();
      const forged = (count: number) => ({
        'x-forwarded-for': `203.0.113.${count}`,
        'x-real-ip': `203.0.113.${count}`,
      });
      const statuses = [];
      for (let count = 0; count <= submissionLimit; count += 1)
        statuses.push((await postMessage(one, forged(count))).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      const other = await newClient();
      const answer = await postMessage(other);
      expect(answer.status).toBe(200);
      expect(answer.headers['ratelimit-remaining'] ?? answer.headers.ratelimit).toContain(String(submissionLimit - 1));
    });

    test.each([limits.body - 10, 8_000_000])(
      'through the proxy, the site itself accepts or refuses a post of %d bytes',
      async (length) => {
        const body = JSON.stringify(contactMessage).padEnd(length);
        const answer = await (await newClient()).ask(submissionsPath, { method: 'POST', headers: json, body });
        const error = `The body is over ${limits.body} bytes.`;
        expect([answer.status, JSON.parse(answer.body.toString())]).toEqual(
          length > limits.body ? [413, { success: false, error }] : [200, { success: true }],
        );
        expect(answer.headers['content-type']).toMatch(/^application\/json/);
      },
    );

    test('http and the name without www lead to the site, path and query kept', async () => {
      const location = async (host: string) => {
        const address = `http://127.0.0.1:${proxy.httpPort}/support?a=1`;
        const { status, headers } = await rawRequest(address, { headers: { Host: host } });
        return [status, headers.location];
      };
      const permanent = name === 'caddy' ? 308 : 301;
      expect(await location(proxiedName)).toEqual([permanent, `${origin}/support?a=1`]);
      // Caddy first redirects to https on the same host, and then to the host with www. nginx does both at once.
      expect(await location(bareName)).toEqual([
        permanent,
        `https://${name === 'caddy' ? bareName : proxiedName}/support?a=1`,
      ]);
      const bare = await client.ask('/support?a=1', { host: bareName });
      expect([bare.status, bare.headers.location]).toEqual([301, `${origin}/support?a=1`]);
    });

    test('the proxy logs no search words, referrers or client addresses, even while the site is down', async () => {
      const away = await untilEnd(proxies[name](program, { port: await freePort() }));
      const address = `127.0.${name === 'caddy' ? 2 : 3}.77`;
      const headers = { referer: `${origin}/search?q=whence` };
      for (const [{ httpsPort }, status] of [
        [proxy, 200],
        [away, 503],
      ] as const) {
        const visitor = await connectToProxy(httpsPort, address);
        clients.push(visitor);
        expect((await visitor.ask('/search?q=secretword', { headers })).status).toBe(status);
      }
      // Both programs write their logs without delay, so the log lines of the requests are there now.
      for (const { output } of [proxy, away]) expect(output()).not.toMatch(/secretword|whence|127\.0\.[23]\.77/);
    });

    test("the proxy passes the host name on, so the chat's host name answers only the chat", async () => {
      expect((await client.ask(chatPath, { host: chatName })).status).toBe(200);
      expect((await client.ask(paths.home, { host: chatName })).status).toBe(404);
      expect((await client.ask(chatPath)).status).toBe(404);
    });
  });
