import { createServer } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { chatPath, paths } from '../../shared/paths.ts';
import type { BrowserKind } from '../helpers/browser/browser.ts';
import { contactField } from '../helpers/browser/contactForm.ts';
import { isFocused, until } from '../helpers/browser/page.ts';
import { inEachBrowser, visit } from '../helpers/browser/visit.ts';
import { hang } from '../helpers/hang.ts';
import { endServer, listen } from '../helpers/network/listen.ts';
import { type ProxyOptions, startProxy } from '../helpers/network/proxy.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import type { LogLine } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, person, submissionsPath } from '../helpers/visitor/visitor.ts';

let vendorAsked: string[] = [];
let vendorScript = '';
const vendor = createServer(({ url = '' }, response) => {
  vendorAsked.push(url);
  response.setHeader('Content-Type', 'text/javascript');
  response.end(`${vendorScript};document.body.append('widget here')`);
});
const vendorUrl = `http://localhost:${await listen(vendor)}`;
afterAll(() => endServer(vendor));

/** Lets the chat's frame load from the servers of the tests, which use http. The site's policy for the frame allows only https. */
const change: NonNullable<ProxyOptions['change']> = (path, headers) => {
  if (path !== chatPath) return headers;
  const policy = String(headers['content-security-policy']);
  return { ...headers, 'content-security-policy': policy.replaceAll('https:', 'https: http:') };
};

/** Starts a site with a chat, behind a proxy that applies `change`. `chatHost`: the host of CHAT_ORIGIN. */
async function startChat(chatHost?: string): Promise<App> {
  const target = { port: 0 };
  const { url } = await untilEnd(startProxy(target, { change }));
  const site = await untilEnd(
    startApp({
      PUBLIC_ORIGIN: url,
      CHAT_WIDGET_SRC: `${vendorUrl}/widget.js`,
      ...(chatHost && { CHAT_ORIGIN: url.replace('localhost', chatHost) }),
    }),
  );
  target.port = site.port;
  return { ...site, url };
}
const sandboxed = await startChat();
const withOrigin = await startChat('chat.localhost');

const chatButton = '::-p-xpath(//article[.//h2="Live Chat"]//button)';

/** What `visit` must not complain of: the frame's requests to hosts other than the site's. */
const loaded = [/^foreign request: \S+\/(?:widget\.js|done)$/, /^foreign request: http:\/\/chat\.localhost:\d+\/chat$/];

/** What browsers report when they refuse an attack by the frame. `visit` must not complain of these reports. */
const refused = [
  /^console error: Access to fetch at \S+ from origin \S+ has been blocked by CORS policy/,
  /^console error: Failed to load resource: net::ERR_(?:FAILED|BLOCKED_BY_RESPONSE\.NotSameOrigin) /,
  /^console error: Unsafe attempt to initiate navigation for frame with URL \S+\/support' from frame with URL \S+\/chat'/,
  /^request failed: \S+ net::ERR_(?:FAILED|BLOCKED_BY_RESPONSE(?:\.NotSameOrigin)?)$/,
  /^uncaught: Error: Cross-Origin Request Blocked: /,
  /^uncaught: Error: The resource at \S+ was blocked due to its Cross-Origin-Resource-Policy header/,
  /^request failed: \S+ NS_ERROR_(?:DOM_CORP_FAILED|DOM_BAD_URI)$/,
];

type Target = { readonly url: string; readonly submissions: string; readonly order: string };

/** Attacks the site as a vendor's script could. Resolves with the result of each attempt. Runs in the frame. */
async function attack({ url, submissions, order }: Target): Promise<Record<string, string>> {
  const attempts: Record<string, () => unknown> = {
    'read the page': () => parent.document.body.textContent,
    'read its drafts': () => JSON.stringify(parent.sessionStorage),
    'read storage': () => JSON.stringify({ ...sessionStorage, ...localStorage }),
    'write storage': () => {
      localStorage.setItem('vendor', 'written');
      return localStorage.getItem('vendor');
    },
    'read cookies': () => document.cookie,
    'fetch a page': () => fetch(`${url}/contact`).then((answer) => answer.text()),
    'hold a window of the site': () => open(`${url}/about`) && 'held',
    'post an order': () =>
      fetch(url + submissions, { method: 'POST', mode: 'no-cors', body: new URLSearchParams(order) }).then(
        ({ status }) => status,
      ),
  };
  const results: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(attempts))
    try {
      results[name] = String((await attempt()) || 'nothing').slice(0, 60);
    } catch {
      results[name] = 'refused';
    }
  return results;
}

/** Tries in three ways to lead the visitor's tab to another page, as a vendor's script could. Runs in the frame. */
function leadAway(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_top';
  document.body.append(link);
  link.click();
  for (const attempt of [() => open(address, '_top'), () => top?.location.replace(address)])
    try {
      attempt();
    } catch {
      // The browser has refused the attempt.
    }
}

/** Opens the chat, whose script tries to attack the site. `allowed`: the attempts that must succeed, with their results. */
async function meetVendor(kind: BrowserKind, site: App, allowed: object): Promise<void> {
  const order = new URLSearchParams({ ...person, message: '', plan: 'CXN3' }).toString();
  const target: Target = { url: site.url, submissions: submissionsPath, order };
  vendorScript = `globalThis.results = (${attack})(${JSON.stringify(target)})`;
  vendorAsked = [];
  const earlier = site.log.length;
  await visit({ kind, url: site.url, path: paths.contact, expected: [...loaded, ...refused] }, async (page) => {
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no other way.
      document.cookie = 'of=site';
    });
    await page.type(contactField('message'), contactMessage.message);
    await page.click(`header a[href="${paths.support}"]`);
    await page.waitForSelector(chatButton);
    expect(vendorAsked).toEqual([]);

    await page.locator(chatButton).click();
    const frame = await page.waitForFrame((candidate) => candidate.url().endsWith(chatPath));
    await until(frame, () => document.body?.textContent?.includes('widget here'));
    expect(vendorAsked).toEqual(['/widget.js']);
    const results = (await frame.evaluate('results')) as object;
    const none = Object.fromEntries(Object.keys(results).map((name) => [name, 'refused']));
    expect(results).toEqual({ ...none, 'hold a window of the site': 'nothing', ...allowed });
    expect(await page.evaluate(() => localStorage.getItem('vendor'))).toBeNull();
    const isOpened = (one: { url: () => string }) => one.url() === `${site.url}/about`;
    const opened = await (await page.browserContext().waitForTarget(isOpened, { timeout: hang })).page();
    expect(await opened?.evaluate(() => [opener, origin])).toEqual([null, site.url]);
    await opened?.close();
    await page.bringToFront();

    await frame.evaluate(leadAway, `${vendorUrl}/away`);
    await frame.evaluate((address) => fetch(address, { mode: 'no-cors' }).then(() => {}), `${vendorUrl}/done`);
    expect(page.url()).toBe(site.url + paths.support);
    if (site === withOrigin) await page.click('section[aria-label="Live Chat"] [aria-label=Close]');
    else await page.keyboard.press('Escape');
    await page.waitForSelector('iframe', { hidden: true });
    // In Firefox, a frame that has tried to lead the visitor away keeps the focus. Without that attempt the button gets it.
    if (kind === 'chromium') expect(await isFocused(page, chatButton)).toBe(true);
  });
  const isRefusedPost = (line: LogLine) => line.path === submissionsPath && line.status === 403;
  await site.waitForLog((line) => site.log.indexOf(line) >= earlier && isRefusedPost(line));
  expect(storedIn(site.dataDirectory)).toEqual([]);
}

inEachBrowser((kind) => {
  test("the chat's script loads when the chat is opened, can access neither the page nor the site, and cannot lead the visitor away", () =>
    meetVendor(kind, sandboxed, {}));
});

test("with CHAT_ORIGIN the chat's script has storage of its own, can access neither the page nor the site, and cannot lead the visitor away", () =>
  meetVendor('chromium', withOrigin, { 'read storage': '{}', 'write storage': 'written', 'read cookies': 'nothing' }));
