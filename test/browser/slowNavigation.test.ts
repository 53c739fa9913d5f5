import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { holdBack, isHydrated, nextFrame } from '../helpers/browser/browser.ts';
import { hydrationFault, translate } from '../helpers/browser/changedPage.ts';
import { isAboutPage } from '../helpers/browser/chunks.ts';
import { inEachBrowser, visit, visitBeforeScripts } from '../helpers/browser/visit.ts';
import { arrivedAt, says } from '../helpers/browser/waits.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();

const menuButton = 'button[popovertarget="mobile-menu"]';
function closes(page: Page) {
  return page.waitForSelector('#mobile-menu:not(:popover-open)');
}
async function shows(page: Page, path: string, title: string): Promise<void> {
  await arrivedAt(page, path);
  await says(page, 'head title', title);
}

inEachBrowser((kind) => {
  test.each([
    ['as it was sent', async () => {}],
    ...(kind === 'firefox' ? [] : [['that is translated', translate] as const]),
  ] as const)('a menu opened before hydration on a page %s stays open with sub-group and focus', (_page, change) =>
    visitBeforeScripts({ kind, url, width: 360, expected: [hydrationFault] }, async (page, release) => {
      await change(page);
      await page.click(menuButton);
      await page.click('#mobile-menu summary');
      await page.focus('#mobile-menu details a');
      expect(await isHydrated(page)).toBe(false);
      await release();
      await nextFrame(page);
      expect(await page.$('#mobile-menu:popover-open')).not.toBeNull();
      expect(await page.evaluate(() => document.activeElement?.closest('details')?.open)).toBe(true);
      await page.click(menuButton);
      await closes(page);
    }),
  );
});

test('on a slow line a tap closes the menu at once, and the page shows progress until the next one', () => {
  const gate = Promise.withResolvers<void>();
  const prepare = (page: Page) => holdBack(page, isAboutPage, () => gate.promise);
  return visit({ url, width: 360, prepare }, async (page) => {
    await page.click(menuButton);
    await page.click('#mobile-menu a[href="/about"]');
    await closes(page);
    await page.waitForSelector('main[aria-busy="true"]');
    const bar = await page.$eval('[data-progress]', (element) => {
      const { top, height } = element.getBoundingClientRect();
      return { top, height, colour: getComputedStyle(element).borderTopColor };
    });
    expect(bar).toEqual({ top: 0, height: 3, colour: 'rgb(45, 212, 191)' });
    gate.resolve();
    await shows(page, '/about', 'About Us');
    await page.waitForSelector('main:not([aria-busy])');
    expect(await page.$('[data-progress]')).toBeNull();
  });
});

test('the last of two navigations wins, and a quick one shows no progress', () => {
  const gate = Promise.withResolvers<void>();
  const prepare = (page: Page) => holdBack(page, isAboutPage, () => gate.promise);
  return visit({ url, path: '/services', prepare }, async (page) => {
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('[data-progress]')) document.documentElement.dataset.seen = 'yes';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.hover('header nav a[href="/contact"]');
    await page.waitForNetworkIdle({ idleTime: 100 });
    await page.click('header nav a[href="/contact"]');
    await shows(page, '/contact', 'Get In Touch');
    expect(await page.$eval('html', (html) => html.dataset.seen)).toBeUndefined();
    await page.click('header nav a[href="/about"]');
    await page.waitForSelector('[data-progress]');
    await page.click('header nav a[href="/services"]');
    await shows(page, '/services', 'Our IT Services');
    await page.waitForFunction(() => !document.querySelector('[data-progress]'));
    gate.resolve();
    await page.waitForNetworkIdle({ idleTime: 100 });
    expect(new URL(page.url()).pathname).toBe('/services');
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('Our IT Services');
  });
});

test("if a page's chunk cannot be loaded, the page is requested from the server and progress ends", () => {
  let isLineDown = true;
  const prepare = async (page: Page) => {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (isLineDown && isAboutPage(request)) void request.abort('failed');
      else void request.continue();
    });
  };
  const expected = [/ERR_FAILED/, /ChunkLoadError/];
  return visit({ url, path: '/services', prepare, expected }, async (page) => {
    await Promise.all([
      page.waitForNavigation(),
      page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/about"]')?.click()),
    ]);
    isLineDown = false;
    await shows(page, '/about', 'About Us');
    expect(await page.$('[data-progress]')).toBeNull();
  });
});
