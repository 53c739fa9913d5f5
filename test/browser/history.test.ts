import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { holdBack, hydrated, isHydrated, isScript } from '../helpers/browser/browser.ts';
import { inEachBrowser, type VisitOptions, visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();
const path = '/server-hosting';

type Place = { readonly path: string; readonly hash: string; readonly top: number };

/** The place of the visitor, after the page has not scrolled for three frames. */
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
/** Scrolls with the wheel: Firefox undoes a scroll by script after a fragment navigation. */
async function scroll(page: Page, by: number): Promise<Place> {
  const { top } = await place(page);
  await page.mouse.move(1, 450);
  await page.mouse.wheel({ deltaY: by });
  await page.waitForFunction((wanted) => Math.abs(scrollY - wanted) <= 1, {}, top + by);
  return place(page);
}
async function press(page: Page, selector: string, hash: string): Promise<Place> {
  await page.$eval(selector, (link) => (link as HTMLElement).click());
  await page.waitForFunction((wanted) => location.hash === wanted, {}, hash);
  return place(page);
}
async function follow(page: Page, to: string, within = 'footer'): Promise<void> {
  await page.$eval(`${within} a[href="${to}"]`, (link) => (link as HTMLElement).click());
  await page.waitForFunction(
    (wanted) => document.querySelector('link[rel=canonical]')?.getAttribute('href')?.endsWith(wanted),
    {},
    to,
  );
}
/** Goes through the history. Resolves with the place. */
async function travel(page: Page, delta: number, hash: string): Promise<Place> {
  await page.evaluate((steps) => void setTimeout(() => history.go(steps)), delta);
  await page.waitForFunction((wanted) => location.hash === wanted, {}, hash);
  return place(page);
}
/** Goes through the history. Fails unless the visitor arrives at `wanted` and stays there. */
async function go(page: Page, delta: number, wanted: Place): Promise<void> {
  await travel(page, delta, wanted.hash);
  const isThere = ({ path, top }: Place) => location.pathname === path && Math.abs(scrollY - top) <= 1;
  await page.waitForFunction(isThere, {}, wanted).catch(() => {});
  await staysAt(page, wanted);
}
async function staysAt(page: Page, { path: wanted, hash, top }: Place): Promise<void> {
  const found = await place(page);
  expect(found).toEqual({ path: wanted, hash, top: Math.abs(found.top - top) <= 1 ? found.top : top });
}
/** Turns the cache off: scripts in it would not be held back. */
function holdScripts(open: () => Promise<unknown>) {
  return async (page: Page) => {
    await page.setCacheEnabled(false);
    await holdBack(page, isScript, open);
  };
}
/** A visit without the heading font, which may come at any time, and moves the text below it where its fallback is missing. */
function visitOnPhone(options: Omit<VisitOptions, 'url'>, act: (page: Page) => Promise<void>): Promise<void> {
  const prepare = async (page: Page) => {
    await page.evaluateOnNewDocument(() => {
      FontFace.prototype.load = () => new Promise(() => {});
    });
    await options.prepare?.(page);
  };
  return visit({ path, width: 360, ...options, url, prepare }, act);
}
const seePlans = 'a[href="#plans"]';

inEachBrowser((kind) => {
  test('after a link to a page and See the plans there, back and forward restore each position', () =>
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
      await go(page, -1, plans);
      await go(page, 1, about);
      await go(page, -3, home);
    }));

  test('after a reload back and forward do not wait for late scripts', () => {
    let open: Promise<unknown> = Promise.resolve();
    return visitOnPhone({ kind, prepare: holdScripts(() => open) }, async (page) => {
      const top = await scroll(page, 120);
      await press(page, seePlans, '#plans');
      const plans = await scroll(page, 250);
      const release = Promise.withResolvers<void>();
      open = release.promise;
      await page.reload({ waitUntil: 'domcontentloaded' });
      await go(page, -1, top);
      await go(page, 1, plans);
      expect(await isHydrated(page)).toBe(false);
      release.resolve();
      await hydrated(page);
      await go(page, -1, top);
      await go(page, 1, plans);
    });
  });

  test('back across another document restores earlier positions too', () =>
    visitOnPhone({ kind }, async (page) => {
      const top = await scroll(page, 400);
      await follow(page, '/about');
      // Disables the back-forward cache. Firefox then shows the entry that was left last.
      await page.evaluate(() => addEventListener('unload', () => {}));
      await page.goto(`${url}/legal`);
      await page.evaluate(() => void setTimeout(() => history.go(-2)));
      await page.waitForFunction((wanted) => location.pathname === wanted && 'isHydrated' in window, {}, path);
      await staysAt(page, top);
    }));
});

test('with scripts that arrive after the first back and forward, these restore each position, also after a reload', () => {
  const release = Promise.withResolvers<void>();
  return visitOnPhone({ atOnce: true, prepare: holdScripts(() => release.promise) }, async (page) => {
    const before = await scroll(page, 120);
    const target = await press(page, seePlans, '#plans');
    await travel(page, -1, before.hash);
    await travel(page, 1, target.hash);
    expect(await isHydrated(page)).toBe(false);
    release.resolve();
    await hydrated(page);
    expect((await place(page)).top).toBeGreaterThan(before.top);
    const plans = await scroll(page, 250);
    // Before hydration the browser restores the positions, and may not, or late, while it is loading.
    const top = await travel(page, -1, before.hash);
    expect(Math.min(top.top, Math.abs(top.top - before.top))).toBeLessThanOrEqual(1);
    await go(page, 1, plans);
    await follow(page, '/about');
    const about = await scroll(page, 300);
    await page.reload();
    await hydrated(page);
    await staysAt(page, about);
    await go(page, -1, plans);
    await page.reload();
    await hydrated(page);
    await staysAt(page, plans);
    await go(page, -1, top);
    await go(page, 1, plans);
    await go(page, 1, about);
  });
});

test('the focus follows an in-page link as in browsers, and does not move on back and forward', () =>
  visitOnPhone({}, async (page) => {
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);
    const start = await place(page);
    const target = await press(page, 'a[href="#main"]', '#main');
    expect(await focused()).toBe('main');
    await page.focus('footer a[href="/about"]');
    const below = await place(page);
    expect(below.top).toBeGreaterThan(target.top);
    await go(page, -1, start);
    expect(await focused()).toBe('A');
    await go(page, 1, below);
    expect(await focused()).not.toBe('main');
  }));

test('back from a reloaded page to another page before hydration shows that page', () => {
  let open: Promise<unknown> = Promise.resolve();
  return visitOnPhone({ prepare: holdScripts(() => open) }, async (page) => {
    await follow(page, '/about');
    const release = Promise.withResolvers<void>();
    open = release.promise;
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.evaluate(() => void setTimeout(() => history.back()));
    await page.waitForSelector('#plans');
    expect(new URL(page.url()).pathname).toBe(path);
    release.resolve();
    await hydrated(page);
    expect(await page.$('#plans')).not.toBeNull();
  });
});
