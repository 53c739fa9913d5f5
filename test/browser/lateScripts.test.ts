import { expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { holdBack, hydrated, isHydrated, isScript } from '../helpers/browser/browser.ts';
import { orderButton, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { until } from '../helpers/browser/page.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite());
const { visit, visitBeforeScripts } = orderVisits(site);

function arrival(page: Page) {
  return page.waitForNavigation({ waitUntil: 'domcontentloaded' });
}
/** Presses Submit Order, but prevents the post. The page then stops loading a script. Resolves with the request for it. */
async function submitAndStay(page: Page): Promise<HTTPRequest> {
  const stopped = new Promise<HTTPRequest>((resolve) =>
    page.on('requestfailed', (request) => isScript(request) && resolve(request)),
  );
  await page.evaluate((selector) => {
    addEventListener('submit', (event) => event.preventDefault(), { once: true });
    document.querySelector<HTMLButtonElement>(selector)?.click();
  }, submitOrder);
  return stopped;
}

test('before hydration menus open, links work, an order is corrected and stored; then React hydrates its result', () => {
  const options = { path: '/', width: 360, expected: [/status of 400/] };
  return visitBeforeScripts(options, async ({ page, dialog, release }) => {
    await page.click('button[popovertarget="mobile-menu"]');
    expect(await page.$eval('#mobile-menu', (menu) => menu.matches(':popover-open'))).toBe(true);
    await page.click('#mobile-menu summary');
    await Promise.all([arrival(page), page.click(`#mobile-menu a[href="${hostingPage}"]`)]);
    await page.click(orderButton());
    expect(await dialog.title()).toBe('Order CXN3');
    await dialog.fillIn({ phone: '12345' });
    expect(await dialog.submitPlainly()).toBe(400);
    expect(await dialog.messages()).toEqual({ phone: 'Phone number must be at least 10 digits' });
    await dialog.fillIn({ company: person.company });
    await page.focus('dialog[open] [name="company"]');
    await Promise.all([arrival(page), page.keyboard.press('Enter')]);
    const result = () => page.$eval('main > :first-child', (element) => element.textContent);
    expect(await result()).toContain('Order Submitted!');
    expect(storedIn(site.dataDirectory)).toEqual([expect.objectContaining({ plan_id: 'CXN3', ...person })]);
    // The page with the result has erased the drafts.
    await page.click(orderButton());
    expect(await dialog.values()).toMatchObject({ name: '', email: '', phone: '', company: '' });
    await dialog.escape();
    expect(await isHydrated(page)).toBe(false);

    await release();
    expect(await result()).toContain('Order Submitted!');
    expect(page.url()).toMatch(/\/server-hosting\?submitted=[\w-]+#main$/);
    expect(await page.$('dialog[open]')).toBeNull();
    // The page has the copy button only after hydration.
    await page.waitForSelector('[aria-labelledby="order-result"] button');
    await dialog.open();
    expect(await dialog.values()).toMatchObject({ name: '', email: '', phone: '', company: '' });
    // After an order by script, the page still shows the result of the earlier plain post.
    await dialog.fillIn();
    await dialog.submit();
    await dialog.closed();
    expect(await result()).toContain('Order Submitted!');
    expect(storedIn(site.dataDirectory)).toHaveLength(2);
  });
});

test("before hydration the page has the visitor's theme, and the choice in the footer agrees", () =>
  visitBeforeScripts({}, async ({ page, release }) => {
    await page.click('footer input[value="light"]');
    await Promise.all([arrival(page), page.evaluate(() => void setTimeout(() => location.reload()))]);
    expect(await page.$eval('html', (html) => html.dataset.theme)).toBe('light');
    await release();
    expect(await page.$eval('html', (html) => html.dataset.theme)).toBe('light');
  }));

test('a form sent before hydration stops the loading of scripts, and the page loads them again and hydrates when no answer can come', () => {
  const isOfPage = (request: HTTPRequest) => isScript(request) && request.url().includes('server-hosting');
  let held = true;
  const prepare = async (page: Page) => {
    await holdBack(page, isOfPage, () => (held ? new Promise(() => {}) : Promise.resolve()));
    // The page waits 15 seconds for an answer. In this test, time on the page passes a hundred times as fast.
    await page.evaluateOnNewDocument(() => {
      const { setTimeout } = globalThis;
      const now = performance.now.bind(performance);
      performance.now = () => now() * 100;
      const mark = performance.mark.bind(performance);
      performance.mark = (name) => mark(name, { startTime: performance.now() });
      addEventListener('hydrated', () => performance.mark('hydrated'));
      Object.assign(globalThis, { setTimeout: (act: () => void, time = 0) => setTimeout(act, time / 100) });
    });
  };
  return visit({ path: `${hostingPage}?order=CXN3`, atOnce: true, prepare }, async ({ page }) => {
    // Waits until the main script has run. It has then requested the script of this page.
    await until(page, () => {
      const { webpackChunkmanaged_it_website: chunks } = self as { webpackChunkmanaged_it_website?: object };
      return chunks && Object.hasOwn(chunks, 'push');
    });
    const stopped = await submitAndStay(page);
    expect(stopped.failure()?.errorText).toBe('net::ERR_ABORTED');
    held = false;
    await hydrated(page);
    const waited = await page.evaluate(() => {
      const [sent, begun] = ['plain post', 'hydrated'].map((name) => performance.getEntriesByName(name)[0]?.startTime);
      return (begun ?? 0) - (sent ?? 0);
    });
    expect(waited).toBeGreaterThan(14_900);
  });
});
