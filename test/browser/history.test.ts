import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { holdBack, hydrated, isHydrated, isScript } from '../helpers/browser/browser.ts';
import { inEachBrowser } from '../helpers/browser/inEachBrowser.ts';
import { visit } from '../helpers/browser/visit.ts';
import { type Site, startSite } from '../helpers/site/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const path = '/server-hosting';
const width = 360;

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
  await page.waitForFunction((before, way) => Math.abs(scrollY - before) >= way / 2, {}, top, by);
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
// If the machine lacks the fallback font, the heading font moves the text below by some lines when it loads.
function isNear(found: Place, { path, hash, top }: Place): boolean {
  return found.path === path && found.hash === hash && Math.abs(found.top - top) <= 70;
}

/** Goes through the history. Fails unless the visitor arrives at `wanted` and stays there. */
async function go(page: Page, delta: number, wanted: Place): Promise<void> {
  await tryToGo(page, delta, wanted);
  await staysAt(page, wanted);
}
/** Goes through the history. Resolves with the place, whose position may differ from `wanted`. */
async function tryToGo(page: Page, delta: number, wanted: Place): Promise<Place> {
  await page.evaluate((steps) => void setTimeout(() => history.go(steps)), delta);
  await page.waitForFunction((hash) => location.hash === hash, {}, wanted.hash);
  const isThere = ({ path, top }: Place) => location.pathname === path && Math.abs(scrollY - top) <= 70;
  await page.waitForFunction(isThere, { timeout: 3000 }, wanted).catch(() => {});
  return place(page);
}
async function staysAt(page: Page, wanted: Place): Promise<void> {
  const found = await place(page);
  if (!isNear(found, wanted)) expect(found).toEqual(wanted);
}
/** Turns the cache off: scripts in it would not be held back. */
function holdScripts(open: () => Promise<unknown>) {
  return async (page: Page) => {
    await page.setCacheEnabled(false);
    await holdBack(page, isScript, open);
  };
}
const seePlans = 'a[href="#plans"]';

inEachBrowser((kind) => {
  test('after a link to a page and See the plans there, back and forward restore each position', () =>
    visit({ kind, url: site.url, width }, async (page) => {
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
      await go(page, -1, top);
      await go(page, 2, about);
      await go(page, -3, home);
    }));

  test.each(
    kind === 'firefox'
      ? (['after the press'] as const)
      : (['after the press', 'after the first back and forward'] as const),
  )('after See the plans, with scripts that arrive %s: back and forward restore each position', (moment) => {
    const release = Promise.withResolvers<void>();
    return visit(
      { kind, url: site.url, path, width, atOnce: true, prepare: holdScripts(() => release.promise) },
      async (page) => {
        const before = await scroll(page, 120);
        const target = await press(page, seePlans, '#plans');
        if (moment === 'after the press') release.resolve();
        // Before hydration the browser restores the positions, and may not while it is loading.
        const top = await tryToGo(page, -1, before);
        await tryToGo(page, 1, target);
        if (moment === 'after the first back and forward') expect(await isHydrated(page)).toBe(false);
        release.resolve();
        await hydrated(page);
        expect((await place(page)).top).toBeGreaterThan(before.top);
        const plans = await scroll(page, 250);
        await go(page, -1, top);
        await go(page, 1, plans);
        await follow(page, '/about');
        await go(page, -1, plans);
        await go(page, -1, top);
        await go(page, 1, plans);
      },
    );
  });

  describe('after a reload', () => {
    test('each position on this page and others is restored', () =>
      visit({ kind, url: site.url, path, width }, async (page) => {
        const top = await scroll(page, 120);
        await press(page, seePlans, '#plans');
        const plans = await scroll(page, 250);
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
      }));

    test('back and forward do not wait for late scripts', () => {
      let open: Promise<unknown> = Promise.resolve();
      return visit({ kind, url: site.url, path, width, prepare: holdScripts(() => open) }, async (page) => {
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
  });

  test('back restores the position on a page opened with a fragment', () =>
    visit({ kind, url: site.url, path: `${path}#plans`, width }, async (page) => {
      const arrived = await place(page);
      expect(arrived.top).toBeGreaterThan(300);
      const plans = await scroll(page, 250);
      const main = await press(page, 'a[href="#main"]', '#main');
      await go(page, -1, plans);
      await go(page, 1, main);
      await follow(page, '/about');
      await go(page, -2, plans);
    }));

  test('back across another document restores earlier positions too', () =>
    visit({ kind, url: site.url, path, width }, async (page) => {
      const top = await scroll(page, 400);
      await follow(page, '/about');
      // Disables the back-forward cache. Firefox then shows the entry that was left last.
      await page.evaluate(() => addEventListener('unload', () => {}));
      await page.goto(`${site.url}/legal`);
      await page.evaluate(() => void setTimeout(() => history.go(-2)));
      await page.waitForFunction((wanted) => location.pathname === wanted && 'isHydrated' in window, {}, path);
      await place(page);
      await staysAt(page, top);
    }));

  test('the focus follows an in-page link as in browsers, and does not move on back and forward', () =>
    visit({ kind, url: site.url, path, width }, async (page) => {
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

  if (kind === 'firefox') return;

  test('after a reload each position is restored if an in-page link was pressed before hydration', () => {
    const release = Promise.withResolvers<void>();
    return visit(
      { kind, url: site.url, path, width, atOnce: true, prepare: holdScripts(() => release.promise) },
      async (page) => {
        const top = await scroll(page, 120);
        await press(page, seePlans, '#plans');
        release.resolve();
        await hydrated(page);
        const plans = await scroll(page, 250);
        await page.reload();
        await hydrated(page);
        await staysAt(page, plans);
        await go(page, -1, top);
        await go(page, 1, plans);
      },
    );
  });

  test('back from a reloaded page to another page before hydration shows that page', () => {
    let open: Promise<unknown> = Promise.resolve();
    return visit({ kind, url: site.url, path, width, prepare: holdScripts(() => open) }, async (page) => {
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

  test('back and forward restore each section opened from the contents of a legal text', () =>
    visit({ kind, url: site.url, path: '/legal/terms-of-service', width }, async (page) => {
      const links = await page.$$eval('main nav a[href^="#"], main a[href^="#"]', (all) =>
        all.map((link) => link.getAttribute('href') ?? ''),
      );
      const [first = '', , third = ''] = [...new Set(links)];
      const places = [await scroll(page, 90)];
      for (const hash of [third, first]) places.push(await press(page, `main a[href="${hash}"]`, hash));
      const [start, far, near] = places as [Place, Place, Place];
      expect(new Set(places.map(({ top }) => top)).size).toBe(3);
      await go(page, -1, far);
      await go(page, -1, start);
      await go(page, 2, near);
    }));
});
