import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { pageNotLoaded } from '../../shared/messages.ts';
import { longWait } from '../../shared/waits.ts';
import { holdBack, isHydrated, nextFrame } from '../helpers/browser/browser.ts';
import { isAboutPage, scriptsOf } from '../helpers/browser/chunks.ts';
import { robotBox } from '../helpers/browser/contactForm.ts';
import { endLongWaits } from '../helpers/browser/pageTimers.ts';
import { visit, visitBeforeScripts } from '../helpers/browser/visit.ts';
import { arrivedAt, says } from '../helpers/browser/waits.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();

const [aboutScript = ''] = scriptsOf('AboutPage-tsx');
const menuButton = 'button[popovertarget="mobile-menu"]';
function closes(page: Page) {
  return page.waitForSelector('#mobile-menu:not(:popover-open)');
}
async function shows(page: Page, path: string, title: string): Promise<void> {
  await arrivedAt(page, path);
  await says(page, 'head title', title);
}

test('a menu opened before hydration stays open, with sub-group and focus', () =>
  visitBeforeScripts({ url, width: 360 }, async (page, release) => {
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
  }));

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

test('the last of two navigations wins', () => {
  const gate = Promise.withResolvers<void>();
  const prepare = (page: Page) => holdBack(page, isAboutPage, () => gate.promise);
  return visit({ url, path: '/services', prepare }, async (page) => {
    await page.click('header nav a[href="/about"]');
    await page.waitForSelector('[data-progress]');
    await page.click('header nav a[href="/services"]');
    await shows(page, '/services', 'Our IT Services');
    await page.waitForFunction(() => !document.querySelector('[data-progress]'));
    gate.resolve();
    await page.waitForFunction((file) => performance.getEntriesByName(file).length > 0, {}, url + aboutScript);
    await nextFrame(page);
    expect(new URL(page.url()).pathname).toBe('/services');
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('Our IT Services');
  });
});

describe('a page that has not come after a long wait, or cannot come', () => {
  const notice = 'header + div:has([role=alert])';
  const tryAgain = `${notice} button`;
  const about = 'footer a[href="/about"]';
  const lost = [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ChunkLoadError|Failed to fetch/];
  const follow = (page: Page, link: string) => page.$eval(link, (one) => (one as HTMLElement).click());
  const isTold = (page: Page) => says(page, `${notice} [role=alert]`, pageNotLoaded);
  const isGone = (page: Page) => page.waitForSelector(notice, { hidden: true });
  const isInUse = async (page: Page) => {
    await page.waitForSelector('main:not([aria-busy])');
    expect(await page.$('[data-progress]')).toBeNull();
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('Our IT Services');
  };
  let isHanging: boolean;
  /** A visit on which the script of the About page comes when `gate` resolves, or is requested when nothing hangs. */
  const visitWaiting = (gate: Promise<void>, act: (page: Page) => Promise<void>, expected: readonly RegExp[] = []) =>
    visit(
      {
        url,
        path: '/services',
        width: 360,
        expected,
        prepare: async (page) => {
          isHanging = true;
          await holdBack(
            page,
            (request) => isHanging && isAboutPage(request),
            () => gate,
          );
        },
      },
      async (page) => {
        await follow(page, about);
        await page.waitForSelector('[data-progress]');
        expect(await page.$(notice)).toBeNull();
        await endLongWaits(page);
        await isTold(page);
        await isInUse(page);
        await act(page);
      },
    );

  test('is told of while the page before it stays in use, and is shown if it comes after all', () => {
    const gate = Promise.withResolvers<void>();
    return visitWaiting(gate.promise, async (page) => {
      await page.click(menuButton);
      await page.waitForSelector('#mobile-menu:popover-open');
      await page.keyboard.press('Escape');
      await closes(page);
      gate.resolve();
      await shows(page, '/about', 'About Us');
      await isGone(page);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
      expect(await page.evaluate(() => scrollY)).toBe(0);
    });
  });

  test('is neither told of nor shown to a visitor who goes elsewhere, until it is asked for again', () => {
    const gate = Promise.withResolvers<void>();
    return visitWaiting(gate.promise, async (page) => {
      await follow(page, 'footer a[href="/contact"]');
      await isGone(page);
      await shows(page, '/contact', 'Get In Touch');
      gate.resolve();
      await page.waitForFunction((file) => performance.getEntriesByName(file).length > 0, {}, url + aboutScript);
      await nextFrame(page);
      expect(await page.evaluate(`endWaits(${longWait})`)).toBe(false);
      expect(new URL(page.url()).pathname).toBe('/contact');
      expect(await page.$(notice)).toBeNull();
      await follow(page, about);
      await shows(page, '/about', 'About Us');
    });
  });

  test('offline is told of at once; Try Again loads it once the line is back, and what was typed stays', () =>
    visit({ url, path: '/contact', expected: lost }, async (page) => {
      await page.type('form [name="message"]', 'Our file server is old.');
      await page.waitForSelector(robotBox);
      await page.setOfflineMode(true);
      await follow(page, about);
      await isTold(page);
      expect(await page.$eval('form [name="message"]', (field) => (field as HTMLTextAreaElement).value)).toBe(
        'Our file server is old.',
      );
      await page.click(tryAgain);
      await isTold(page);
      await page.setOfflineMode(false);
      await page.click(tryAgain);
      await shows(page, '/about', 'About Us');
      await isGone(page);
    }));
});
