import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { holdBack, hydrated, isScript } from '../helpers/browser/browser.ts';
import { contactField } from '../helpers/browser/contactForm.ts';
import { orderButton, orderDialog, orderField, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage } from '../helpers/browser/orderVisits.ts';
import { clickOn, isFocused, until, valueIn } from '../helpers/browser/page.ts';
import { inEachBrowser, visit } from '../helpers/browser/visit.ts';
import { type Relay, type SiteProxy, startProxy } from '../helpers/network/proxy.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());

/** The document is sent in two parts, so its length is removed. Without the ETag, a reload gets the whole document again. */
function withoutLength(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'content-length': _length, etag: _etag, ...others } = headers;
  return others;
}
async function askUncompressed(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ 'Accept-Encoding': 'identity' });
}
/** Sends a document only up to `mark`. Then `goOn` sends the rest, or `breakOff` ends the connection. */
function slowly(mark: string) {
  const { promise: end, resolve } = Promise.withResolvers<'rest' | 'nothing'>();
  const relay: Relay = async (body, response) => {
    const html = Buffer.concat(await body.toArray()).toString();
    const cut = html.indexOf(mark);
    response.write(html.slice(0, cut));
    if ((await end) === 'rest') response.end(html.slice(cut));
    else response.destroy();
  };
  return { relay, goOn: () => resolve('rest'), breakOff: () => resolve('nothing') };
}
/** Starts a proxy that uses `relay` for one load of the page at `address`. `number` 1 means the first load, 2 the second. */
function startSlowProxy(address: string, number: number, relay: Relay): Promise<SiteProxy> {
  let documents = 0;
  return untilEnd(
    startProxy(site, {
      change: (asked, headers) => (asked === address ? withoutLength(headers) : headers),
      relay: (asked) => {
        if (asked !== address) return undefined;
        documents += 1;
        return documents === number ? relay : undefined;
      },
    }),
  );
}

test.each([
  ['arrives, an order button opens its dialog when it has arrived, without a request', 'goOn', 'held', []],
  ['never arrives, an order button loads its dialog', 'breakOff', 'hurried', [`${hostingPage}?order=CXN3`]],
] as const)('if the rest of a slow document %s', async (_title, end, timers, requests) => {
  const slow = slowly('<dialog');
  const { url, asked } = await startSlowProxy(hostingPage, 1, slow.relay);
  const expected = [/ERR_INCOMPLETE_CHUNKED_ENCODING/];
  // After a press, the page waits 2 seconds for the rest of the document. `held`: this wait never ends. `hurried`: it ends at once.
  const options = { url, path: '/about', prepare: askUncompressed, expected, [timers]: [2_000] };
  await visit(options, async (page) => {
    await page.evaluate((address) => void setTimeout(() => location.assign(address)), hostingPage);
    await page.waitForSelector(orderButton());
    await page.click(orderButton());
    slow[end]();
    await page.waitForSelector('dialog:modal');
    expect(await orderDialog(page).title()).toBe('Order CXN3');
  });
  expect(asked.filter((address) => address.includes('order='))).toEqual(requests);
});

inEachBrowser((kind) => {
  test.each([
    ['the contact form', 'no draft', '', '/contact', contactField('name')],
    ['the order dialog', 'an older draft', 'Old Name', `${hostingPage}?order=CXN3`, orderField('company')],
  ])(
    'text typed in %s before the end of a reloaded document arrives stays, with %s',
    async (_form, _draft, older, address, field) => {
      // The document names its scripts after this text. So they do not run before `goOn` sends the rest.
      const slow = slowly('<script id="page-state"');
      const { url } = await startSlowProxy(address, 2, slow.relay);
      await visit({ kind, url, path: address, prepare: askUncompressed }, async (page) => {
        if (older) await page.type(field, older);
        await page.evaluate(() => void setTimeout(() => location.reload()));
        await until(page, (selector) => !('isHydrated' in window) && document.querySelector(selector), field);
        await page.$eval(field, (element) => (element as HTMLInputElement).select());
        await page.keyboard.type('Thandi');
        slow.goOn();
        await hydrated(page);
        expect([await valueIn(page, field), await isFocused(page, field)]).toEqual(['Thandi', true]);
        if (!older) return;
        await page.keyboard.press('Escape');
        await page.waitForSelector(`${orderButton('CXN3')}:focus`);
      });
    },
  );
});

test('scripts that a bad connection loses are requested again after 5 seconds, and the page is hydrated', async () => {
  const refuse = (address: string, count: number) => (address.endsWith('.js') && count === 1 ? 503 : undefined);
  const { url, asked } = await untilEnd(startProxy(site, { refuse }));
  await visit({ url, path: hostingPage, expected: [/503/], hurried: [2_000, 5_000] }, async (page) => {
    const named = await page.evaluate(
      () => JSON.parse(document.getElementById('page-state')?.textContent ?? '').scripts,
    );
    for (const script of named) expect(asked.filter((address) => address === script).length).toBeGreaterThan(1);
    await page.click(orderButton());
    await page.waitForSelector(`${orderField('name')}[enterkeyhint]`);
  });
});

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
  return visit({ url: site.url, path: `${hostingPage}?order=CXN3`, atOnce: true, prepare }, async (page) => {
    // Waits until the main script has run. It has then requested the script of this page.
    await until(page, () => {
      const { webpackChunkmanaged_it_website: chunks } = self as { webpackChunkmanaged_it_website?: object };
      return chunks && Object.hasOwn(chunks, 'push');
    });
    const stopped = Promise.withResolvers<HTTPRequest>();
    page.on('requestfailed', (request) => isScript(request) && stopped.resolve(request));
    // The visitor presses Submit Order. The post is prevented, so no answer can come.
    await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault(), { once: true }));
    await clickOn(page, submitOrder);
    expect((await stopped.promise).failure()?.errorText).toBe('net::ERR_ABORTED');
    held = false;
    await hydrated(page);
    const waited = await page.evaluate(() => {
      const [sent, begun] = ['plain post', 'hydrated'].map((name) => performance.getEntriesByName(name)[0]?.startTime);
      return (begun ?? 0) - (sent ?? 0);
    });
    expect(waited).toBeGreaterThan(14_900);
  });
});
