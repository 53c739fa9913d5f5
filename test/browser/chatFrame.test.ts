import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Frame, Page } from 'puppeteer';
import { chatPath, paths } from '../../shared/paths.ts';
import { inEachBrowser } from '../helpers/browser/inEachBrowser.ts';
import { visit } from '../helpers/browser/visit.ts';
import { type ProxyOptions, startProxy } from '../helpers/network/proxy.ts';
import { rawRequest } from '../helpers/network/rawRequest.ts';
import { freePort } from '../helpers/site/freePort.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { contactMessage, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const vendorAsked: string[] = [];
let vendorScript = '';
const vendor = createServer(({ url = '' }, response) => {
  vendorAsked.push(url);
  response.setHeader('Content-Type', 'text/javascript');
  response.end(`${vendorScript};document.body.append('widget here')`);
});
function vendorUrl() {
  return `http://localhost:${(vendor.address() as AddressInfo).port}`;
}

/** The frame's policy allows all https hosts; here it allows http too, which the tests use. */
const openPolicy: NonNullable<ProxyOptions['change']> = (path, headers) =>
  path === chatPath
    ? {
        ...headers,
        'content-security-policy': String(headers['content-security-policy']).replaceAll('https:', 'https: http:'),
      }
    : headers;

/** Starts a site with a chat behind a proxy. */
async function startChat(chatOriginOf?: (port: string) => string): Promise<Site> {
  const port = await freePort();
  const proxy = await startProxy({ port }, { change: openPolicy });
  const site = await startSite({
    PORT: String(port),
    PUBLIC_ORIGIN: proxy.url,
    CHAT_WIDGET_SRC: `${vendorUrl()}/widget.js`,
    ...(chatOriginOf ? { CHAT_ORIGIN: chatOriginOf(new URL(proxy.url).port) } : {}),
  });
  const stop = async () => {
    await proxy.stop();
    return site.stop();
  };
  return { ...site, url: proxy.url, stop };
}

let sandboxed: Site;
let withOrigin: Site;
beforeAll(async () => {
  await new Promise<void>((resolve) => vendor.listen(0, resolve));
  sandboxed = await startChat();
  withOrigin = await startChat((port) => `http://chat.localhost:${port}`);
});
afterAll(async () => {
  await sandboxed.stop();
  await withOrigin.stop();
  vendor.close();
  vendor.closeAllConnections();
});

async function openChat(page: Page): Promise<Frame> {
  await page.locator('::-p-xpath(//article[.//h2="Live Chat"]//button)').click();
  const frame = await page.waitForFrame((candidate) => candidate.url().endsWith(chatPath));
  await frame.waitForFunction(() => document.body?.textContent?.includes('widget here'));
  return frame;
}

/** The requests of the frame to other hosts than the site's. */
const loaded = [/^foreign request: \S+\/(?:widget\.js|done)$/, /^foreign request: http:\/\/chat\.localhost:\d+\/chat$/];

/** The browsers' messages about refused attempts of the frame. */
const refused = [
  /^console error: Access to fetch at \S+ from origin \S+ has been blocked by CORS policy/,
  /^console error: Failed to load resource: net::ERR_(?:FAILED|BLOCKED_BY_RESPONSE\.NotSameOrigin) /,
  /^console error: Unsafe attempt to initiate navigation for frame with URL \S+\/support' from frame with URL \S+\/chat'/,
  /^console error: Framing \S+ violates .* "frame-ancestors 'none'"/,
  /^request failed: \S+ net::ERR_(?:FAILED|BLOCKED_BY_RESPONSE(?:\.NotSameOrigin)?)$/,
  /^uncaught: Error: Cross-Origin Request Blocked: /,
  /^uncaught: Error: The resource at \S+ was blocked due to its Cross-Origin-Resource-Policy header/,
  /^uncaught: Error: Content-Security-Policy: .* “frame-ancestors 'none'”$/,
  /^request failed: \S+ NS_ERROR_(?:DOM_CORP_FAILED|DOM_BAD_URI|CSP_FRAME_ANCESTOR_VIOLATION)$/,
];

type Target = { readonly url: string; readonly script: string; readonly submissions: string; readonly order: string };

/** Attempts of a vendor's script against the site, each with its result. Runs in the frame. */
async function attack({ url, script, submissions, order }: Target): Promise<Record<string, string>> {
  const load = (tag: 'img' | 'script', address: string) =>
    new Promise((resolve, reject) => {
      const element = document.createElement(tag);
      element.onload = () => resolve('loaded');
      element.onerror = reject;
      element.src = address;
      document.body.append(element);
    });
  const attempts: Record<string, () => unknown> = {
    'read the page': () => parent.document.body.textContent,
    'change its heading': () => {
      const heading = top?.document.querySelector('h1') as HTMLElement;
      heading.textContent = 'changed';
      return heading.textContent;
    },
    'read its drafts': () => JSON.stringify(parent.sessionStorage),
    'read storage': () => JSON.stringify({ ...sessionStorage, ...localStorage }),
    'write storage': () => {
      localStorage.setItem('vendor', 'written');
      return localStorage.getItem('vendor');
    },
    'read cookies': () => document.cookie,
    'fetch a page': () => fetch(`${url}/contact`).then((answer) => answer.text()),
    'fetch a script': () => fetch(script).then((answer) => answer.text()),
    'load a picture': () => load('img', `${url}/icon-192.png`),
    'load a script': () => load('script', script),
    'hold a window of the site': () => open(`${url}/about`) && 'held',
    'post an order': () =>
      fetch(url + submissions, { method: 'POST', mode: 'no-cors', body: new URLSearchParams(order) }).then(
        ({ status }) => status,
      ),
  };
  const results: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(attempts))
    results[name] = await Promise.resolve()
      .then(attempt)
      .then(
        (got) => String(got || 'nothing').slice(0, 60),
        () => 'refused',
      );
  return results;
}

const allRefused = {
  'read the page': 'refused',
  'change its heading': 'refused',
  'read its drafts': 'refused',
  'read storage': 'refused',
  'write storage': 'refused',
  'read cookies': 'refused',
  'fetch a page': 'refused',
  'fetch a script': 'refused',
  'load a picture': 'refused',
  'load a script': 'refused',
  'hold a window of the site': 'nothing',
  'post an order': 'refused',
};
/** With CHAT_ORIGIN the frame has its own storage and cookies. */
const allButOwnStorage = {
  ...allRefused,
  'read storage': '{}',
  'write storage': 'written',
  'read cookies': 'nothing',
};

/** Attempts of a vendor's script to navigate the visitor's tab. Runs in the frame. */
function leadAway(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_top';
  document.body.append(link);
  const attempts = [
    () => link.click(),
    () => open(address, '_top'),
    () => parent.location.replace(address),
    () => {
      if (top) top.location.href = address;
    },
  ];
  for (const attempt of attempts)
    try {
      attempt();
    } catch {
      // Refused.
    }
}

/** Loads an address in a nested frame. Runs in the frame. */
function loadInFrame(address: string) {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.onload = resolve;
    frame.src = address;
    document.body.append(frame);
  });
}

inEachBrowser((kind) => {
  describe.each([
    ['without CHAT_ORIGIN', () => sandboxed, allRefused],
    ['with CHAT_ORIGIN', () => withOrigin, allButOwnStorage],
  ] as const)('%s', (_name, siteOf, expectedResults) => {
    test("the vendor's script is requested when the chat is opened; its widget shows in the panel", async () => {
      vendorScript = '';
      vendorAsked.length = 0;
      await visit({ kind, url: siteOf().url, path: paths.support, expected: loaded }, async (page) => {
        await page.waitForNetworkIdle({ idleTime: 100 });
        expect(vendorAsked).toEqual([]);
        await openChat(page);
        expect(vendorAsked).toEqual(['/widget.js']);
        await page.keyboard.press('Escape');
        await page.waitForSelector('iframe', { hidden: true });
      });
    });

    test("the vendor's script can access neither the page nor the site", async () => {
      const site = siteOf();
      const { body } = await rawRequest(site.url + paths.support);
      const target: Target = {
        url: site.url,
        script: site.url + /\/assets\/main\.\w+\.js/.exec(body.toString())?.[0],
        submissions: submissionsPath,
        order: new URLSearchParams({ ...person, message: '', plan: 'CXN3' }).toString(),
      };
      vendorScript = `globalThis.results = (${attack})(${JSON.stringify(target)})`;
      const earlier = site.log.length;
      await visit({ kind, url: site.url, path: paths.contact, expected: [...loaded, ...refused] }, async (page) => {
        await page.evaluate(() => {
          // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no other way.
          document.cookie = 'of=site';
        });
        await page.type('[name=message]', contactMessage.message);
        await page.click(`header a[href="${paths.support}"]`);
        const frame = await openChat(page);
        expect(await frame.evaluate(() => (globalThis as unknown as { results: object }).results)).toEqual(
          expectedResults,
        );
        expect(await page.$eval('h1', (heading) => heading.textContent)).toBe('Technical Support');
        expect(await page.evaluate(() => localStorage.getItem('vendor'))).toBeNull();
        const opened = await page.browserContext().waitForTarget((one) => one.url() === `${site.url}/about`);
        const openedPage = await opened.page();
        expect(await openedPage?.evaluate(() => [opener, origin])).toEqual([null, site.url]);
      });
      await site.waitForLog(
        (line) => site.log.indexOf(line) >= earlier && line.path === submissionsPath && line.status === 403,
      );
      expect(storedIn(site.dataDirectory)).toEqual([]);
    });

    test("the vendor's script can neither navigate the visitor's tab nor frame a page", async () => {
      const { url } = siteOf();
      vendorScript = '';
      await visit({ kind, url, path: paths.support, expected: [...loaded, ...refused] }, async (page) => {
        const frame = await openChat(page);
        await frame.evaluate(leadAway, `${vendorUrl()}/away`);
        await frame.evaluate((address) => fetch(address, { mode: 'no-cors' }).then(() => {}), `${vendorUrl()}/done`);
        expect(page.url()).toBe(url + paths.support);
        await frame.evaluate(loadInFrame, url + paths.contact);
        const [inner] = frame.childFrames();
        expect(await inner?.evaluate(() => document.querySelector('main') !== null)).toBe(false);
      });
    });
  });
});

test("the telephone link in the chat's frame works", async () => {
  vendorScript = '';
  await visit({ url: sandboxed.url, path: paths.support, expected: loaded }, async (page) => {
    const devtools = await page.browser().target().createCDPSession();
    const frame = await openChat(page);
    // This first reports the existing tabs.
    await devtools.send('Target.setDiscoverTargets', { discover: true });
    const leftFor = new Promise((resolve) => devtools.once('Target.targetCreated', resolve));
    // Chromium opens the telephone program in a new target, and does not acknowledge the click.
    frame.click('a[href^="tel:"]').catch(() => {});
    await leftFor;
    await devtools.detach();
  });
});
