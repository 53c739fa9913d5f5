import { expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { holdBack, hydrated, isHydrated, isScript, nextFrame } from '../helpers/browser/browser.ts';
import { hydrationFault, translate } from '../helpers/browser/changedPage.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite());

const path = '/server-hosting';
const orderButton = '#plan-CXN3 button';
const submitOrder = 'dialog[open] form[method="post"] button:not([form])';

/** Opens a page whose scripts wait until `release` is called. */
function beforeScripts(
  options: { readonly path?: string; readonly width?: number; readonly expected?: readonly RegExp[] },
  act: (page: Page, release: () => void) => Promise<void>,
): Promise<void> {
  const gate = Promise.withResolvers<void>();
  const prepare = (page: Page) => holdBack(page, isScript, () => gate.promise);
  return visit({ url: site.url, path, atOnce: true, prepare, ...options }, (page) => act(page, gate.resolve));
}
function arrival(page: Page) {
  return page.waitForNavigation({ waitUntil: 'domcontentloaded' });
}

test('before hydration menus open, links work and an order is stored; then React hydrates its result', () =>
  beforeScripts({ path: '/', width: 360 }, async (page, release) => {
    await page.click('button[popovertarget="mobile-menu"]');
    expect(await page.$eval('#mobile-menu', (menu) => menu.matches(':popover-open'))).toBe(true);
    await page.click('#mobile-menu summary');
    await Promise.all([arrival(page), page.click(`#mobile-menu a[href="${path}"]`)]);
    await page.click(orderButton);
    expect(await page.$eval('dialog:modal h2', (title) => title.textContent)).toBe('Order CXN3');
    for (const field of ['name', 'email', 'phone', 'company'] as const)
      await page.type(`dialog[open] input[name="${field}"]`, person[field]);
    await Promise.all([arrival(page), page.keyboard.press('Enter')]);
    const result = () => page.$eval('main > :first-child', (element) => element.textContent);
    expect(await result()).toContain('Order Submitted!');
    expect(storedIn(site.dataDirectory)).toEqual([expect.objectContaining({ plan_id: 'CXN3', name: person.name })]);
    expect(await isHydrated(page)).toBe(false);

    release();
    await hydrated(page);
    expect(await result()).toContain('Order Submitted!');
    expect(page.url()).toBe(site.url + path);
    // The copy button needs scripts.
    await page.waitForSelector('[aria-labelledby="order-result"] button');
    await page.locator(orderButton).click();
    await page.waitForSelector('dialog:modal');
  }));

test("the visitor's theme shows before hydration", () =>
  beforeScripts({}, async (page) => {
    await page.evaluate(() => localStorage.setItem('theme', 'light'));
    await Promise.all([arrival(page), page.evaluate(() => void setTimeout(() => location.reload()))]);
    expect(await page.$eval('html', (html) => html.dataset.theme)).toBe('light');
    expect(await isHydrated(page)).toBe(false);
  }));

test('a click on the theme toggle before hydration takes effect after it', () =>
  beforeScripts({}, async (page, release) => {
    await page.click('nav[aria-label="Main"] + button[aria-label="Toggle theme"]');
    expect(await isHydrated(page)).toBe(false);
    release();
    await page.waitForSelector('html[data-theme="light"]');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  }));

test('a theme chosen in the footer before hydration is kept, also on a translated page', async () => {
  for (const change of [async () => {}, translate])
    await beforeScripts({ expected: [hydrationFault] }, async (page, release) => {
      await change(page);
      await page.click('footer input[value="light"]');
      expect(await isHydrated(page)).toBe(false);
      release();
      await page.waitForSelector('html[data-theme="light"]');
      await page.waitForSelector('footer input[value="light"]:checked');
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    });
});

test('a form sent before hydration stops the loading of scripts; coming back to the page loads them again', () =>
  beforeScripts({ path: `${path}?order=CXN3` }, async (page, release) => {
    const inTheEnd = (request: HTTPRequest) => request.failure()?.errorText;
    await page.waitForRequest(isScript);
    const stopped = new Promise<HTTPRequest>((resolve) => page.once('requestfailed', resolve));
    // The document stays, as in the back-forward cache.
    await page.evaluate((selector) => {
      addEventListener('submit', (event) => event.preventDefault(), { once: true });
      document.querySelector<HTMLButtonElement>(selector)?.click();
    }, submitOrder);
    const request = await stopped;
    expect([isScript(request), inTheEnd(request)]).toEqual([true, 'net::ERR_ABORTED']);
    release();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await hydrated(page);
  }));

test('a form sent before hydration and never answered: the stopped page chunk is loaded again', () => {
  const isOfPage = (request: HTTPRequest) => isScript(request) && request.url().includes('server-hosting');
  let held = true;
  return visit(
    {
      url: site.url,
      path: `${path}?order=CXN3`,
      atOnce: true,
      prepare: (page) => holdBack(page, isOfPage, () => (held ? new Promise(() => {}) : Promise.resolve())),
    },
    async (page) => {
      // The main script has run and requested the page's chunk.
      await page.waitForFunction(() => {
        const { webpackChunkmanaged_it_website: chunks } = self as { webpackChunkmanaged_it_website?: object };
        return chunks && Object.hasOwn(chunks, 'push');
      });
      const stopped = new Promise((resolve) => page.once('requestfailed', resolve));
      await page.evaluate((selector) => {
        addEventListener('submit', (event) => event.preventDefault(), { once: true });
        document.querySelector<HTMLButtonElement>(selector)?.click();
      }, submitOrder);
      await stopped;
      held = false;
      page.setDefaultTimeout(30_000);
      await hydrated(page);
    },
  );
});

test.each(['Close', 'Cancel'])('%s before hydration closes the dialog, which stays closed after it', (button) =>
  beforeScripts({ path: `${path}?order=CXN3` }, async (page, release) => {
    await page.waitForRequest(isScript);
    await page.type('dialog[open] [name="name"]', person.name);
    await page.click(`dialog[open] ::-p-aria([name="${button}"][role="button"])`);
    expect(await isHydrated(page)).toBe(false);
    release();
    await hydrated(page);
    await nextFrame(page);
    expect(await page.$('dialog[open]')).toBeNull();
    expect(page.url()).toBe(site.url + path);
    expect(await page.$eval('html', (html) => getComputedStyle(html).overflowY)).not.toBe('hidden');
    await page.click(orderButton);
    await page.waitForSelector('dialog:modal');
    expect(await page.$eval('dialog[open] [name="name"]', (field) => (field as HTMLInputElement).value)).toBe(
      person.name,
    );
  }),
);
