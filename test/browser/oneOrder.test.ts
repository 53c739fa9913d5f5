import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { endpoints, paths } from '../../shared/paths.ts';
import type { BrowserKind } from '../helpers/browser/browser.ts';
import { orderDialog, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { inEachBrowser } from '../helpers/browser/visit.ts';
import { hang } from '../helpers/hang.ts';
import { type ProxyOptions, startProxy } from '../helpers/network/proxy.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '1000' }));
const path = `${hostingPage}?order=CXN3`;
const expected = [/request failed|NetworkError|Failed to (fetch|submit order)|ERR_|status of 503|NS_ERROR|due to/];

const until = { waitUntil: 'domcontentloaded' } as const;

let visitors = 0;
/** A company of its own for each visitor, by which the stored orders are found. */
function newCompany(): string {
  visitors += 1;
  return `Company ${visitors}`;
}

function isPost(address: string): boolean {
  return address === endpoints.submissions;
}

function isScript(address: string): boolean {
  return address.endsWith('.js');
}

/** The site stores what is posted; as long as `isCut` says so, no answer arrives. */
async function behind(
  isCut: (address: string) => boolean,
  act: (visits: ReturnType<typeof orderVisits>, company: string, url: string) => Promise<void>,
  options: ProxyOptions = {},
): Promise<void> {
  const proxy = await startProxy(site, {
    ...options,
    relay: (address) =>
      isCut(address) ? (body, response) => body.resume().on('end', () => response.destroy()) : options.relay?.(address),
  });
  try {
    const { url } = proxy;
    await act(orderVisits({ url, dataDirectory: site.dataDirectory }), newCompany(), url);
  } finally {
    await proxy.stop();
  }
}

/**
 * Lets the browser post the form, whose answer is lost: it shows an error page. Then goes back, or in Firefox, which has
 * no history entry for a page that was left while it loaded, asks for the page again.
 */
async function postInVain(page: Page, url: string, kind: BrowserKind): Promise<void> {
  await page.click(submitOrder);
  await page.waitForFunction(() => document.querySelector('dialog') === null);
  await (kind === 'firefox' ? page.goto(url + path, until) : page.goBack(until));
  await page.waitForSelector(submitOrder);
}

inEachBrowser((kind) => {
  test('an order posted plainly, whose answer is lost, is the same when a script sends it', () => {
    let isCut = true;
    return behind(
      (address) => isCut && isPost(address),
      ({ visitBeforeScripts, storedOf }, company, url) =>
        visitBeforeScripts({ kind, path, expected }, async ({ page, dialog, release }) => {
          await dialog.fillIn({ company });
          await postInVain(page, url, kind);
          isCut = false;
          await release();
          await page.waitForSelector('dialog:modal');
          expect(await dialog.textIn('company')).toBe(company);
          await dialog.submit();
          await dialog.closed();
          expect(storedOf(company)).toHaveLength(1);
        }),
    );
  });

  test('an order sent by a script, whose answer is lost, is the same when it is posted plainly after a reload', () => {
    let [isCut, areHeld] = [true, false];
    return behind(
      (address) => isCut && isPost(address),
      ({ visit, storedOf }, company) =>
        visit({ kind, path, expected }, async ({ page, dialog }) => {
          await dialog.fillIn({ company });
          await dialog.submit();
          await toasts(page).appears('alert');
          isCut = false;
          // Before the scripts: the start script alone runs.
          areHeld = true;
          await page.reload({ waitUntil: 'domcontentloaded' });
          await page.waitForSelector('dialog[open]');
          expect(await dialog.textIn('company')).toBe(company);
          await dialog.submitPlainly();
          await page.waitForSelector('#order-result');
          expect(storedOf(company)).toHaveLength(1);
        }),
      {
        change: (address, headers) => (isScript(address) ? { ...headers, 'cache-control': 'no-store' } : headers),
        hold: (address) => (areHeld && isScript(address) ? new Promise(() => {}) : undefined),
      },
    );
  });

  test('an order posted plainly and not answered for 15 seconds is the same when it is pressed again', () => {
    const answer = Promise.withResolvers<void>();
    let isFirst = true;
    return behind(
      () => false,
      ({ visit, storedOf }, company) =>
        visit({ kind, path, expected }, async ({ page, dialog }) => {
          await dialog.fillIn({ company });
          await page.evaluate((selector) => {
            const form = document.querySelector<HTMLButtonElement>(selector)?.form;
            performance.mark('plain post');
            const now = performance.now.bind(performance);
            performance.now = () => now() + 15_000;
            // As the browser posts it: nothing comes back, and the document stays.
            if (form)
              void fetch(form.action, {
                method: 'POST',
                body: new URLSearchParams([...new FormData(form)] as string[][]),
              });
          }, submitOrder);
          await dialog.submit();
          await dialog.closed();
          answer.resolve();
          expect(storedOf(company)).toHaveLength(1);
        }),
      {
        relay: (address) => {
          if (!isPost(address) || !isFirst) return undefined;
          isFirst = false;
          return (body, response) => void answer.promise.then(() => body.pipe(response));
        },
      },
    );
  });

  test('an order whose answer is lost is the same when it is sent in a duplicated tab too', () => {
    let isCut = true;
    return behind(
      (address) => isCut && isPost(address),
      ({ visit, storedOf }, company, url) =>
        visit({ kind, path, expected }, async ({ page, dialog }) => {
          await dialog.fillIn({ company });
          await dialog.submit();
          await toasts(page).appears('alert');
          isCut = false;
          // A duplicated tab begins with a copy of the session storage.
          const texts = await page.evaluate(() => ({ ...sessionStorage }));
          const copy = await page.browserContext().newPage();
          copy.setDefaultTimeout(hang);
          await copy.goto(url + paths.about);
          await copy.evaluate((entries) => Object.assign(sessionStorage, entries), texts);
          await copy.goto(url + path);
          await copy.waitForSelector('dialog:modal');
          const copied = orderDialog(copy);
          expect(await copied.textIn('company')).toBe(company);
          await copied.submit();
          await copied.closed();
          await page.bringToFront();
          await dialog.submit();
          await dialog.closed();
          expect(storedOf(company)).toHaveLength(1);
        }),
    );
  });
});
