import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { endpoints } from '../../shared/paths.ts';
import { visit } from '../helpers/browser/visit.ts';
import { type ProxyOptions, type SiteProxy, startProxy } from '../helpers/network/proxy.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite({ CAPTCHA_ENFORCE: 'true' }));

const form = 'form[aria-label="Request a Consultation"]';
const robotBox = '::-p-aria([name="I\'m not a robot"][role="checkbox"])';

/** Whether a path belongs to the proof of work: the contact form's script for it, its worker or its challenge. */
function isOfProof(path: string) {
  return path === endpoints.captchaChallenge || /\/proof[\w-]*\./.test(path);
}
function twice(path: string, count: number) {
  return isOfProof(path) && count <= 2 ? 503 : undefined;
}

const troubles = [/503/, /request failed: .*proof-worker.* net::ERR_FAILED/];

async function behind(
  options: ProxyOptions,
  path: string,
  expected: readonly RegExp[],
  act: (page: Page, proxy: SiteProxy) => Promise<void>,
) {
  const proxy = await startProxy(site, options);
  try {
    await visit({ url: proxy.url, path, expected }, (page) => act(page, proxy));
  } finally {
    await proxy.stop();
  }
}
function says(page: Page, selector: string, text: string) {
  return page.waitForFunction(
    (where, wanted) => document.querySelector(where)?.textContent?.includes(wanted),
    {},
    selector,
    text,
  );
}
async function tick(page: Page) {
  await page.focus(`${form} [name=message]`);
  await page.locator(robotBox).click();
}
function countOf({ asked }: SiteProxy, path: string) {
  return asked.filter((one) => one === path).length;
}

test('if each request of the proof of work fails twice, the contact form makes each three times and verifies', () =>
  behind({ refuse: twice }, '/contact', troubles, async (page, proxy) => {
    await tick(page);
    await says(page, `${form} [role=status]`, 'Verified');
    const counts = Object.fromEntries(proxy.asked.filter(isOfProof).map((path) => [path, countOf(proxy, path)]));
    expect(Object.keys(counts).some((path) => path.includes('proof-box'))).toBe(true);
    expect(Object.keys(counts).some((path) => path.includes('proof-worker'))).toBe(true);
    expect(new Set(Object.values(counts))).toEqual(new Set([3]));
    expect(counts).toHaveProperty([endpoints.captchaChallenge]);
  }));

test('if each request of the proof of work fails twice, the first press of Submit Order sends the order', () =>
  behind({ refuse: twice }, '/server-hosting?order=CXN5', troubles, async (page) => {
    await page.waitForSelector('dialog:modal');
    await page.type('dialog:modal [name=name]', 'Lerato Mokoena');
    await page.type('dialog:modal [name=email]', 'lerato@example.com');
    await page.type('dialog:modal [name=phone]', '010 555 0123');
    await page.click('dialog:modal button[type=submit]:not([form])');
    await page.waitForFunction(() => document.body.textContent?.includes('Order Submitted!'));
    expect(storedIn(site.dataDirectory)).toHaveLength(1);
  }));

test('after three failures the contact form shows an error, and ticking the box again tries again', () =>
  behind(
    { refuse: (path, count) => (path === endpoints.captchaChallenge && count <= 3 ? 503 : undefined) },
    '/contact',
    [/503/, /The captcha failed/],
    async (page, proxy) => {
      await tick(page);
      await says(page, `${form} [role=status]`, 'The check did not succeed.');
      expect(countOf(proxy, endpoints.captchaChallenge)).toBe(3);
      await tick(page);
      await says(page, `${form} [role=status]`, 'Verified');
      expect(countOf(proxy, endpoints.captchaChallenge)).toBe(4);
    },
  ));

test("after three failures of the captcha's script the form shows an error and Try Again, which works", () =>
  behind(
    { refuse: (path, count) => (path.includes('/proof-box.') && count <= 3 ? 503 : undefined) },
    '/contact',
    [/503/],
    async (page, proxy) => {
      await page.focus(`${form} [name=message]`);
      await says(page, form, 'The spam check could not be loaded.');
      expect(proxy.asked.filter((path) => path.includes('/proof-box.'))).toHaveLength(3);
      await page.locator(`${form} ::-p-aria([name="Try Again"][role="button"])`).click();
      await page.waitForSelector(robotBox);
    },
  ));

test('a permanent refusal of the challenge is not retried; a temporary one is', async () => {
  await behind(
    { refuse: (path) => (path === endpoints.captchaChallenge ? 403 : undefined) },
    '/contact',
    [/403/, /The captcha failed/],
    async (page, proxy) => {
      await tick(page);
      await says(page, `${form} [role=status]`, 'The check did not succeed.');
      expect(countOf(proxy, endpoints.captchaChallenge)).toBe(1);
    },
  );
  await behind(
    {
      refuse: (path, count) => (path === endpoints.captchaChallenge && count === 1 ? 429 : undefined),
      refusalHeaders: { 'Retry-After': '2' },
    },
    '/contact',
    [/429/],
    async (page, proxy) => {
      await tick(page);
      await says(page, `${form} [role=status]`, 'Verified');
      expect(countOf(proxy, endpoints.captchaChallenge)).toBe(2);
    },
  );
});
