import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { endpoints } from '../../shared/paths.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import { scriptsOf } from '../helpers/browser/chunks.ts';
import { contactField } from '../helpers/browser/contactForm.ts';
import { orderButton, orderDialog, orderField, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage } from '../helpers/browser/orderVisits.ts';
import { inEachBrowser, visit } from '../helpers/browser/visit.ts';
import { startProxy } from '../helpers/network/proxy.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());

/** Presses an order button of a page that has arrived up to its dialogs. Resolves with the requests for a dialog. */
async function pressEarly(then: 'arrive' | 'break off'): Promise<readonly string[]> {
  const begun = Promise.withResolvers<() => void>();
  let isFirst = true;
  const proxy = await startProxy(site, {
    change: (address, headers) => {
      if (!address.startsWith(hostingPage)) return headers;
      const { 'content-length': _length, ...others } = headers;
      return others;
    },
    relay: (address) => {
      if (address !== hostingPage || !isFirst) return;
      isFirst = false;
      return (body, response) => {
        const parts: Buffer[] = [];
        body.on('data', (part: Buffer) => parts.push(part));
        body.on('end', () => {
          const html = Buffer.concat(parts).toString();
          const dialogs = html.indexOf('<dialog');
          response.write(html.slice(0, dialogs));
          begun.resolve(() => (then === 'arrive' ? response.end(html.slice(dialogs)) : response.destroy()));
        });
      };
    },
  });
  const prepare = async (page: Page) => page.setExtraHTTPHeaders({ 'Accept-Encoding': 'identity' });
  const expected = [/ERR_INCOMPLETE_CHUNKED_ENCODING/];
  try {
    // How long a press waits for the rest of the document.
    const wait = [2_000];
    const timers = then === 'arrive' ? { held: wait } : { hurried: wait };
    await visit({ url: proxy.url, path: '/about', prepare, expected, ...timers }, async (page) => {
      await page.evaluate((address) => void setTimeout(() => location.assign(address)), hostingPage);
      await page.waitForSelector(orderButton());
      await page.click(orderButton());
      const end = await begun.promise;
      end();
      await page.waitForSelector('dialog:modal');
      expect(await orderDialog(page).title()).toBe('Order CXN3');
    });
    return proxy.asked.filter((address) => address.includes('order='));
  } finally {
    await proxy.stop();
  }
}

test('while the document arrives, a press opens the dialog as soon as it is there, without a request', async () => {
  expect(await pressEarly('arrive')).toEqual([]);
});

test('if the document breaks off, the press loads the page with the dialog open', async () => {
  expect(await pressEarly('break off')).toEqual([`${hostingPage}?order=CXN3`]);
});

test('before the validation rules have come, Submit Order posts plainly, also twice: one order is stored', async () => {
  const rules = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const posted = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let posts = 0;
  const proxy = await startProxy(site, {
    hold: (address) => {
      if (scriptsOf('submission').includes(address)) return rules.promise;
      if (address !== endpoints.submissions) return;
      posted[posts]?.resolve();
      posts += 1;
      return answer.promise;
    },
  });
  try {
    await visit({ url: proxy.url, path: hostingPage, cheapProofsOf: site.dataDirectory }, async (page) => {
      const dialog = orderDialog(page);
      await dialog.open();
      await dialog.fillIn();
      const arrived = page.waitForNavigation({ waitUntil: 'domcontentloaded' });
      // From here on the page is navigating and does not answer the test. It sends again when the rules have come: the
      // next request after them is the challenge.
      await page.$eval(
        submitOrder,
        (button, challenge) => {
          const send = () => void setTimeout(() => (button as HTMLElement).click());
          new PerformanceObserver((list) => {
            if (list.getEntries().some(({ name: address }) => address.includes(challenge))) send();
          }).observe({ type: 'resource' });
          send();
        },
        endpoints.captchaChallenge,
      );
      await posted[0]?.promise;
      rules.resolve();
      await posted[1]?.promise;
      answer.resolve();
      await arrived;
      await page.waitForSelector('#order-result');
      expect(posts).toBe(2);
      expect(storedIn(site.dataDirectory)).toHaveLength(1);
    });
  } finally {
    answer.resolve();
    rules.resolve();
    await proxy.stop();
  }
});

/** A proxy that holds back the end of the second document with this address, its scripts; the function sends it. */
async function startSlowProxy(address: string) {
  const end = Promise.withResolvers<void>();
  let documents = 0;
  const proxy = await startProxy(site, {
    change: (asked, headers) => {
      if (asked !== address) return headers;
      // Without an ETag, a reload gets the whole document again.
      const { 'content-length': _length, etag: _etag, ...others } = headers;
      return others;
    },
    relay: (asked) => {
      if (asked !== address) return undefined;
      documents += 1;
      if (documents !== 2) return undefined;
      return async (body, response) => {
        const html = Buffer.concat(await body.toArray()).toString();
        const cut = html.indexOf('<script id="page-state"');
        response.write(html.slice(0, cut));
        await end.promise;
        response.end(html.slice(cut));
      };
    },
  });
  return { ...proxy, sendEnd: end.resolve };
}

inEachBrowser((kind) => {
  test.each([
    ['the contact form', 'no draft', '', '/contact', contactField('name')],
    ['the order dialog', 'an older draft', 'Old Name', `${hostingPage}?order=CXN3`, orderField('name')],
  ])(
    'what is typed in %s before the end of a reloaded document arrives stays, with %s',
    async (_form, _draft, older, address, field) => {
      const proxy = await startSlowProxy(address);
      const prepare = async (page: Page) => page.setExtraHTTPHeaders({ 'Accept-Encoding': 'identity' });
      try {
        await visit({ kind, url: proxy.url, path: address, prepare }, async (page) => {
          if (older) await page.type(field, older);
          await page.evaluate(() => void setTimeout(() => location.reload()));
          await page.waitForFunction(
            (selector) => !('isHydrated' in window) && document.querySelector(selector),
            {},
            field,
          );
          await page.$eval(field, (element) => (element as HTMLInputElement).select());
          await page.keyboard.type('Thandi');
          proxy.sendEnd();
          await hydrated(page);
          expect(await page.$eval(field, (element) => (element as HTMLInputElement).value)).toBe('Thandi');
        });
      } finally {
        await proxy.stop();
      }
    },
  );
});
