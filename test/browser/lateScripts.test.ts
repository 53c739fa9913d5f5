import { expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { holdBack, hydrated, isScript } from '../helpers/browser/browser.ts';
import { submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { until } from '../helpers/browser/page.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());
const { visit, visitBeforeScripts } = orderVisits(site);

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

test("before hydration the page has the visitor's theme, and the choice in the footer agrees", () =>
  visitBeforeScripts({}, async ({ page, release }) => {
    await page.click('footer input[value="light"]');
    await page.reload({ waitUntil: 'domcontentloaded' });
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
