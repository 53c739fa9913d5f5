import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { endpoints } from '../../shared/paths.ts';
import type { BrowserKind } from '../helpers/browser/browser.ts';
import { orderField, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { setValue, toasts, until } from '../helpers/browser/page.ts';
import { inEachBrowser } from '../helpers/browser/visit.ts';
import { type ProxyOptions, type Relay, startProxy } from '../helpers/network/proxy.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '1000' }));
const path = `${hostingPage}?order=CXN3`;
const expected = [/request failed|NetworkError|Failed to (fetch|submit order)|ERR_|status of 503|NS_ERROR|due to/];
const parsed = { waitUntil: 'domcontentloaded' } as const;

let visitors = 0;
/** Starts a proxy. If `line.isCut`, posts reach the site, but the site's answers are dropped. Each call has its own `company`. */
async function startCutLine(options: ProxyOptions = {}) {
  const line = { isCut: true };
  const cut: Relay = (body, response) => body.resume().on('end', () => response.destroy());
  const relay = (address: string) => (line.isCut && address === endpoints.submissions ? cut : undefined);
  const { url } = await untilEnd(startProxy(site, { relay, ...options }));
  visitors += 1;
  return { ...orderVisits({ url, dataDirectory: site.dataDirectory }), url, company: `Company ${visitors}`, line };
}

/**
 * Lets the browser post the form. The answer is lost, so the browser shows an error page. Then the visitor goes back. Firefox
 * has no history entry for a page that was left before it was loaded, so in Firefox the visitor opens the page again.
 */
async function postInVain(page: Page, url: string, kind: BrowserKind): Promise<void> {
  await page.click(submitOrder);
  await until(page, () => document.querySelector('dialog') === null);
  await (kind === 'firefox' ? page.goto(url + path, parsed) : page.goBack(parsed));
  await page.waitForSelector(submitOrder);
}

inEachBrowser((kind) => {
  test('a plain order whose answer is lost is stored once when a script sends it again', async () => {
    const { visitBeforeScripts, storedOf, company, url, line } = await startCutLine();
    await visitBeforeScripts({ kind, path, expected }, async ({ page, dialog, release }) => {
      await dialog.fillIn();
      // Some autofill programs tell the page nothing.
      await setValue(page, orderField('company'), company);
      await postInVain(page, url, kind);
      line.isCut = false;
      await release();
      await page.waitForSelector('dialog:modal');
      expect(await dialog.textIn('company')).toBe(company);
      await dialog.submit();
      await dialog.closed();
      expect(storedOf(company)).toHaveLength(1);
    });
  });

  test('an order by script whose answer is lost is stored once when it is posted as a plain form after a reload', async () => {
    let areHeld = false;
    const { visit, storedOf, company, line } = await startCutLine({
      change: (address, headers) => (address.endsWith('.js') ? { ...headers, 'cache-control': 'no-store' } : headers),
      hold: (address) => (areHeld && address.endsWith('.js') ? new Promise(() => {}) : undefined),
    });
    await visit({ kind, path, expected }, async ({ page, dialog }) => {
      await dialog.fillIn({ company });
      await dialog.submit();
      await toasts(page).appears('alert');
      line.isCut = false;
      // From here on the scripts do not arrive. Only the start script in the document runs.
      areHeld = true;
      await page.reload(parsed);
      await page.waitForSelector('dialog[open]');
      expect(await dialog.textIn('company')).toBe(company);
      await dialog.submitPlainly();
      await page.waitForSelector('#order-result');
      expect(storedOf(company)).toHaveLength(1);
    });
  });
});
