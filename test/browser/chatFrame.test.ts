import { createServer } from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import { chatPath, paths } from '../../shared/paths.ts';
import type { BrowserKind } from '../helpers/browser/browser.ts';
import { isFocused, until } from '../helpers/browser/page.ts';
import { inEachBrowser, visit } from '../helpers/browser/visit.ts';
import { endServer, listen } from '../helpers/network/listen.ts';
import { type ProxyOptions, startProxy } from '../helpers/network/proxy.ts';
import { type App, startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

let vendorAsked: string[] = [];
const vendor = createServer(({ url = '' }, response) => {
  vendorAsked.push(url);
  response.setHeader('Content-Type', 'text/javascript');
  response.end("document.body.append('widget here')");
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

/** The frame's requests to hosts other than the site's. `visit` must not complain of them. */
const loaded = /^foreign request: (?:\S+\/widget\.js|http:\/\/chat\.localhost:\d+\/chat)$/;

/** What Chromium reports when it refuses to lead the tab away. `visit` must not complain of this report. */
const refused =
  /^console error: Unsafe attempt to initiate navigation for frame with URL \S+\/support' from frame with URL \S+\/chat'/;

/** Attacks the site as a vendor's script could. Returns the result of each attempt. Runs in the frame. */
function attack(): Record<string, string> {
  const attempts: Record<string, () => unknown> = {
    'read the page': () => parent.document.body.textContent,
    'read storage': () => JSON.stringify({ ...sessionStorage, ...localStorage }),
    'write storage': () => {
      localStorage.setItem('vendor', 'written');
      return localStorage.getItem('vendor');
    },
    'read cookies': () => document.cookie,
    'lead the visitor away': () => open('/about', '_top'),
  };
  const results: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(attempts))
    try {
      results[name] = String(attempt() || 'nothing');
    } catch {
      results[name] = 'refused';
    }
  return results;
}

/** Opens the chat, whose script tries to attack the site. `allowed`: the attempts that must succeed, with their results. */
async function meetVendor(kind: BrowserKind, site: App, allowed: object): Promise<void> {
  vendorAsked = [];
  await visit({ kind, url: site.url, path: paths.support, expected: [loaded, refused] }, async (page) => {
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no other way.
      document.cookie = 'of=site';
    });
    await page.waitForSelector(chatButton);
    expect(vendorAsked).toEqual([]);
    await page.locator(chatButton).click();
    const frame = await page.waitForFrame((candidate) => candidate.url().endsWith(chatPath));
    await until(frame, () => document.body?.textContent?.includes('widget here'));
    expect(vendorAsked).toEqual(['/widget.js']);
    expect(await page.$eval(chatButton, (button) => button.ariaExpanded)).toBe('true');
    const results = await frame.evaluate(attack);
    const none = Object.fromEntries(Object.keys(results).map((name) => [name, 'refused']));
    expect(results).toEqual({ ...none, 'lead the visitor away': 'nothing', ...allowed });
    expect(await page.evaluate(() => localStorage.getItem('vendor'))).toBeNull();
    expect(page.url()).toBe(site.url + paths.support);
    if (site === withOrigin) await page.click('section[aria-label="Live Chat"] [aria-label=Close]');
    else await page.keyboard.press('Escape');
    await page.waitForSelector('iframe', { hidden: true });
    // In Firefox, a frame that has tried to lead the visitor away keeps the focus. Without that attempt the button gets it.
    if (kind === 'chromium') expect(await isFocused(page, chatButton)).toBe(true);
  });
}

inEachBrowser((kind) => {
  test("the chat's script loads when the chat is opened, can access neither the page nor its storage, and cannot lead the visitor away", () =>
    meetVendor(kind, sandboxed, {}));
});

test("with CHAT_ORIGIN the chat's script has storage of its own, can access neither the page nor its storage, and cannot lead the visitor away", () =>
  meetVendor('chromium', withOrigin, { 'read storage': '{}', 'write storage': 'written', 'read cookies': 'nothing' }));
