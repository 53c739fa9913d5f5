import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { holdBack, hydrated, isScript } from '../helpers/browser/browser.ts';
import { arrivedAt, clickOn, until } from '../helpers/browser/page.ts';
import { inEachBrowser, type VisitOptions, visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();
const path = '/server-hosting';
const seePlans = 'a[href="#plans"]';

type Place = { readonly path: string; readonly hash: string; readonly top: number };

/** Waits until the page has not scrolled for three frames. Resolves with the place where the visitor then is. */
function place(page: Page): Promise<Place> {
  return page.evaluate(
    () =>
      new Promise<Place>((resolve) => {
        const look = (before: number, still: number) =>
          requestAnimationFrame(() => {
            if (still < 3) look(scrollY, scrollY === before ? still + 1 : 0);
            else setTimeout(() => resolve({ path: location.pathname, hash: location.hash, top: Math.round(scrollY) }));
          });
        look(scrollY, 0);
      }),
  );
}
/** Scrolls with the wheel: after a navigation to a fragment, Firefox would undo the scrolling of a script. */
async function scroll(page: Page, by: number): Promise<Place> {
  const { top } = await place(page);
  await page.mouse.move(1, 450);
  await page.mouse.wheel({ deltaY: by });
  await until(page, (wanted) => Math.abs(scrollY - wanted) <= 1, top + by);
  return place(page);
}
async function press(page: Page, selector: string, hash: string): Promise<Place> {
  await clickOn(page, selector);
  await until(page, (wanted) => location.hash === wanted, hash);
  return place(page);
}
async function follow(page: Page, to: string, within = 'footer'): Promise<void> {
  await clickOn(page, `${within} a[href="${to}"]`);
  await page.waitForSelector(`link[rel=canonical][href$="${to}"]`);
}
/** Goes `delta` steps through the history. Does not wait for the arrival, because a document may have to be loaded. */
function travel(page: Page, delta: number): Promise<void> {
  return page.evaluate((steps) => void setTimeout(() => history.go(steps)), delta);
}
/** Goes `delta` steps through the history. Fails unless the visitor arrives at `wanted` and stays there. */
async function go(page: Page, delta: number, wanted: Place): Promise<void> {
  await travel(page, delta);
  const isThere = ({ path, hash, top }: Place) =>
    location.pathname === path && location.hash === hash && Math.abs(scrollY - top) <= 1;
  await until(page, isThere, wanted).catch(() => {});
  await staysAt(page, wanted);
}
async function staysAt(page: Page, { path: wanted, hash, top }: Place): Promise<void> {
  const found = await place(page);
  expect(found).toEqual({ path: wanted, hash, top: Math.abs(found.top - top) <= 1 ? found.top : top });
}
/** A visit in a window as wide as a phone. The heading font never arrives, because it could move the text during a test. */
function visitOnPhone(options: Omit<VisitOptions, 'url'>, act: (page: Page) => Promise<void>): Promise<void> {
  const prepare = async (page: Page) => {
    await page.evaluateOnNewDocument(() => {
      FontFace.prototype.load = () => new Promise(() => {});
    });
    await options.prepare?.(page);
  };
  return visit({ path, width: 360, ...options, url, prepare }, act);
}
inEachBrowser((kind) => {
  test('after a link to a hosting page and a click on See the plans, Back and Forward restore each scroll position, also after a reload', () =>
    visitOnPhone({ kind, path: '/' }, async (page) => {
      const home = await scroll(page, 700);
      await follow(page, path, 'main');
      const top = await scroll(page, 120);
      const target = await press(page, seePlans, '#plans');
      expect(target.top).toBeGreaterThan(top.top + 200);
      const plans = await scroll(page, 250);
      await go(page, -1, top);
      await go(page, 1, plans);
      await go(page, -1, top);
      await go(page, -1, home);
      await go(page, 2, plans);
      await follow(page, '/about');
      const about = await scroll(page, 300);
      await page.reload();
      await hydrated(page);
      await staysAt(page, about);
      await go(page, -1, plans);
      await go(page, 1, about);
      await go(page, -3, home);
    }));

  test('after a reload Back and Forward work before the scripts have loaded, and Back to another page shows that page', () => {
    const scripts = Promise.withResolvers<void>();
    let open: Promise<unknown> = Promise.resolve();
    const prepare = async (page: Page) => {
      // Scripts from the browser's cache could not be held back.
      await page.setCacheEnabled(false);
      await holdBack(page, isScript, () => open);
    };
    return visitOnPhone({ kind, prepare }, async (page) => {
      const top = await scroll(page, 120);
      await press(page, seePlans, '#plans');
      const plans = await scroll(page, 250);
      const isElsewhere = kind === 'chromium';
      if (isElsewhere) await follow(page, '/about');
      open = scripts.promise;
      await page.reload({ waitUntil: 'domcontentloaded' });
      if (isElsewhere) await travel(page, -1);
      await page.waitForSelector('#plans');
      await go(page, -1, top);
      await go(page, 1, plans);
      expect(await page.evaluate(() => 'isHydrated' in window)).toBe(false);
      scripts.resolve();
      await hydrated(page);
      await go(page, -1, top);
      await go(page, 1, plans);
    });
  });

  test('Back over another document restores earlier scroll positions', () =>
    visitOnPhone({ kind }, async (page) => {
      const top = await scroll(page, 400);
      await follow(page, '/about');
      // With this listener no browser keeps the page in its back-forward cache. So Back must load the document again.
      await page.evaluate(() => addEventListener('unload', () => {}));
      await page.goto(`${url}/legal`);
      await travel(page, -2);
      await until(page, (wanted) => location.pathname === wanted && 'isHydrated' in window, path);
      await staysAt(page, top);
    }));
});

test('Back to the address of an order dialog opens it, and Back within the page closes it', () =>
  visit({ url, path: `${path}?order=CXN3` }, async (page) => {
    await follow(page, '/about');
    await page.goBack();
    await page.waitForSelector('#order-CXN3:modal');
    await page.keyboard.press('Escape');
    await arrivedAt(page, path);
    await clickOn(page, seePlans);
    await clickOn(page, '[name=order][value=CXN3]');
    await page.waitForSelector('#order-CXN3:modal');
    await page.goBack();
    await page.waitForSelector('#order-CXN3[open]', { hidden: true });
  }));
