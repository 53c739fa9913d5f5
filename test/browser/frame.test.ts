import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { hostingList } from '../../shared/hosting/list.ts';
import { notFoundMeta, notFoundTexts } from '../../shared/pages/notFound.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());

function isOpen(page: Page, menu: 'hosting' | 'mobile') {
  return page.$eval(`#${menu}-menu`, (element) => element.matches(':popover-open'));
}
function closes(page: Page, menu: 'hosting' | 'mobile') {
  return page.waitForFunction((id) => !document.getElementById(id)?.matches(':popover-open'), {}, `${menu}-menu`);
}
/** Whether a screen reader hears that the button Menu is expanded. */
async function isOpenToReaders(page: Page) {
  const button = await page.$('::-p-aria([name="Menu"][role="button"])');
  return (await page.accessibility.snapshot({ ...(button && { root: button }) }))?.expanded;
}
function menuButton(menu: 'hosting' | 'mobile') {
  return `button[popovertarget="${menu}-menu"]`;
}
function pathOf(page: Page) {
  return new URL(page.url()).pathname;
}

test.each([
  '/',
  '/services',
  '/about',
  '/contact',
  '/support',
  '/legal',
  '/server-hosting',
  '/shared-hosting',
  '/reseller-hosting',
  '/cpanel-hosting',
  '/pastel-hosting',
  '/microsoft-365',
])('%s: no console message, no horizontal scrolling', async (path) => {
  for (const width of [360, 1440])
    await visit({ url: site.url, path, width }, async (page) => {
      await page.waitForNetworkIdle({ idleTime: 50 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
});

// React Router takes the last two for pages.
test.each(['/nowhere', '/about//', '/%61bout'])(
  '%s stays the 404 page after hydration, and logs only its 404',
  (path) =>
    visit({ url: site.url, path, expected: [/404 \(Not Found\)/] }, async (page) => {
      expect(await page.$eval('h1', (heading) => heading.textContent)).toContain(notFoundTexts.title);
      expect(await page.title()).toBe(notFoundMeta.title);
    }),
);

describe('menus', () => {
  test('mobile: opens, shows the Hosting sub-group, closes by its button, Escape and a link', () =>
    visit({ url: site.url, width: 360 }, async (page) => {
      const button = menuButton('mobile');
      await page.click(button);
      expect(await isOpen(page, 'mobile')).toBe(true);
      expect(await isOpenToReaders(page)).toBe(true);
      await page.click(button);
      expect(await isOpen(page, 'mobile')).toBe(false);
      await page.click(button);
      await page.keyboard.press('Escape');
      expect(await isOpen(page, 'mobile')).toBe(false);
      await page.click(button);
      await page.click('#mobile-menu summary');
      const entries = await page.$$eval('#mobile-menu details a', (links) => links.map((link) => link.textContent));
      expect(entries).toEqual(hostingList.map(({ name }) => name));
      await page.locator('#mobile-menu a[href="/pastel-hosting"]').click();
      await page.waitForFunction(() => location.pathname === '/pastel-hosting');
      await closes(page, 'mobile');
      expect(await isOpenToReaders(page)).toBe(false);
    }));

  test('desktop: the Hosting dropdown links to the six hosting pages', () =>
    visit({ url: site.url }, async (page) => {
      await page.click(menuButton('hosting'));
      const links = await page.$$eval('#hosting-menu a', (anchors) =>
        anchors.map((anchor) => anchor.getAttribute('href')),
      );
      expect(links).toEqual(hostingList.map(({ path }) => path));
      await page.locator('#hosting-menu a[href="/server-hosting"]').click();
      await page.waitForFunction(() => location.pathname === '/server-hosting');
      await closes(page, 'hosting');
    }));

  test.each([
    [360, 'mobile'],
    [1440, 'hosting'],
  ] as const)('without scripts at %d px: the %s menu opens and its links work', (width, menu) =>
    visit({ url: site.url, width, javaScript: false }, async (page) => {
      await page.click(menuButton(menu));
      expect(await isOpen(page, menu)).toBe(true);
      if (menu === 'mobile') await page.click('#mobile-menu summary');
      await Promise.all([page.waitForNavigation(), page.click(`#${menu}-menu a[href="/server-hosting"]`)]);
      expect(pathOf(page)).toBe('/server-hosting');
    }),
  );
});

describe('theme', () => {
  const shown = (page: Page) => page.$eval('html', (html) => html.dataset.theme);
  const becomes = (page: Page, theme: string) =>
    page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, {}, theme);
  const ground = (page: Page) => page.$eval('body', (body) => getComputedStyle(body).backgroundColor);
  const toggle = (page: Page) => page.locator('::-p-aria([name="Toggle theme"][role="button"])').click();
  const signs = (page: Page) =>
    page.$$eval('button[aria-label="Toggle theme"] svg', (all) => all.filter((sign) => sign.checkVisibility()).length);
  const choose = (page: Page, choice: string) =>
    page.$eval(`input[name="theme"][value="${choice}"]`, (input) => (input as HTMLInputElement).click());
  const reload = async (page: Page) => {
    await page.reload();
    await hydrated(page);
  };

  test.each([360, 1440])('at %d px: dark by default, the toggle switches it, the choice is remembered', (width) =>
    visit({ url: site.url, width }, async (page) => {
      expect(await shown(page)).toBe('dark');
      expect(await signs(page)).toBe(1);
      const dark = await ground(page);
      await toggle(page);
      await becomes(page, 'light');
      expect(await ground(page)).not.toBe(dark);
      expect(await signs(page)).toBe(1);
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
      await reload(page);
      expect(await shown(page)).toBe('light');
      await toggle(page);
      await becomes(page, 'dark');
      await reload(page);
      expect(await ground(page)).toBe(dark);
    }),
  );

  test("System follows the device's theme, at once and after a reload", () =>
    visit({ url: site.url }, async (page) => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
      expect(await shown(page)).toBe('dark');
      await choose(page, 'system');
      await becomes(page, 'light');
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
      await becomes(page, 'dark');
      expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('system');
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
      await becomes(page, 'light');
      await reload(page);
      expect(await shown(page)).toBe('light');
      expect(await page.$eval('input[value="system"]', (input) => (input as HTMLInputElement).checked)).toBe(true);
    }));

  test('without scripts the theme is dark', () =>
    visit({ url: site.url, javaScript: false }, async (page) => {
      expect(await shown(page)).toBe('dark');
    }));
});

describe('a client navigation', () => {
  const scrolledTo = (page: Page, test: 'top' | 'down') =>
    page.waitForFunction((where) => (where === 'top' ? scrollY === 0 : scrollY > 500), {}, test);

  test('starts at the top with the focus on the content; back and forward restore the position', () =>
    visit({ url: site.url, path: '/server-hosting', width: 360 }, async (page) => {
      const left = await page.evaluate(() => {
        scrollTo({ top: 1200, behavior: 'instant' });
        return scrollY;
      });
      await page.$eval('footer a[href="/about"]', (link) => (link as HTMLElement).click());
      await page.waitForFunction(() => location.pathname === '/about');
      await scrolledTo(page, 'top');
      await page.waitForFunction(() => document.activeElement?.id === 'main');
      await page.goBack();
      await scrolledTo(page, 'down');
      expect(await page.evaluate(() => scrollY)).toBe(left);
      await page.goForward();
      await scrolledTo(page, 'top');
      expect(pathOf(page)).toBe('/about');
    }));

  test('loads no document and changes the title', () =>
    visit({ url: site.url }, async (page) => {
      const before = await page.title();
      await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
      await page.locator('footer a[href="/contact"]').click();
      await page.waitForFunction(() => location.pathname === '/contact');
      await page.waitForFunction((title) => document.title !== title, {}, before);
      expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
    }));
});
