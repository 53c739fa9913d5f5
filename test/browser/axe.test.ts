import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { hostingPath, orderAddress, paths, searchPath } from '../../shared/paths.ts';
import { violationsOn } from '../helpers/browser/axe.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import { contactForm } from '../helpers/browser/contactForm.ts';
import { orderDialog } from '../helpers/browser/orderDialog.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { refuseSubmissions, resultAddress } from '../helpers/browser/posts.ts';
import { pageSearch } from '../helpers/browser/siteSearch.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { type VisitOptions, visit } from '../helpers/browser/visit.ts';
import { isLong } from '../helpers/run/tier.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startApp());

/** The rules that depend on colours, which are all that the themes differ in, or on sizes. */
const looks = ['color-contrast', 'link-in-text-block', 'target-size'];
async function showTheme(page: Page, theme: string): Promise<void> {
  await page.$eval(`footer input[name="theme"][value="${theme}"]`, (input) => (input as HTMLInputElement).click());
  await page.waitForSelector(`html[data-theme="${theme}"]`);
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/**
 * Expects no violation on the current page: in the dark theme and a window of `wide` pixels of any rule, in the light theme
 * and a window of `narrow` pixels of the rules about looks.
 */
async function isAccessible(page: Page, wide = 1440, narrow = 360): Promise<void> {
  for (const [theme, width] of [
    ['dark', wide],
    ['light', narrow],
  ] as const) {
    if (page.viewport()?.width !== width) await page.setViewport({ width, height: 900 });
    await showTheme(page, theme);
    const violations = await violationsOn(page, theme === 'light' ? looks : undefined);
    expect({ url: page.url(), theme, violations }).toEqual({ url: page.url(), theme, violations: [] });
  }
}

function visitStill(options: Omit<VisitOptions, 'url'>, act: (page: Page) => Promise<void>): Promise<void> {
  return visit({ url: site.url, cheapProofsOf: site.dataDirectory, still: true, ...options }, act);
}

const orderPage = orderAddress(hostingPath('server-hosting'), 'CXN3');
const refused = [/status of 500/, /Failed to (submit order|send message)/];

test('axe finds nothing on kinds of pages in either theme', () =>
  visitStill({ expected: [unknownPathMissing] }, async (page) => {
    const others = ['/server-hosting?ram=9999&budget=100', `${searchPath}?q=qqqqqq`, await resultAddress(site.url)];
    for (const path of isLong ? [...pageKinds, ...others] : [paths.home]) {
      await page.setViewport({ width: 1440, height: 900 });
      await page.goto(site.url + path);
      await hydrated(page);
      await isAccessible(page);
    }
  }));

test.each([['mobile', 360] as const, ...(isLong ? [['hosting', 1440] as const] : [])])(
  'axe finds nothing while the %s menu is open',
  (menu, width) =>
    visitStill({ path: paths.legal, width }, async (page) => {
      await page.click(`button[popovertarget="${menu}-menu"]`);
      if (menu === 'mobile') await page.click('#mobile-menu summary');
      await isAccessible(page, width, width);
      expect(await page.$(`#${menu}-menu:popover-open`)).not.toBeNull();
    }),
);

test('axe finds nothing on the order dialog with errors and after a failed order', () =>
  visitStill({ path: orderPage, expected: refused }, async (page) => {
    const dialog = orderDialog(page);
    await refuseSubmissions(page);
    await dialog.submit();
    await page.waitForSelector('dialog:modal [aria-invalid="true"]');
    await isAccessible(page);
    await dialog.fillIn();
    await dialog.submit();
    await toasts(page).appears('alert', messages.orderFailed.description);
    if (isLong) await isAccessible(page);
  }));

test('axe finds nothing on the contact page with errors and after a sent message', () =>
  visitStill({ path: paths.contact, expected: refused }, async (page) => {
    const form = contactForm(page);
    await form.fillIn({ name: 'S', email: 'sipho', message: 'short' });
    await form.solve();
    await form.send();
    await toasts(page).appears('alert', 'Validation Error');
    await isAccessible(page);
    await form.fillIn();
    await form.send();
    await toasts(page).appears('status', messages.messageSent.description);
    await isAccessible(page);
  }));

test('axe finds nothing on the suggestions of the search', () =>
  visitStill({ path: `${searchPath}?q=fibre+optick` }, async (page) => {
    await page.type(pageSearch, 'e');
    await page.waitForSelector('[role="listbox"]:not([hidden])');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('[role="option"][aria-selected="true"]');
    await isAccessible(page);
    expect(await page.$('[role="listbox"]:not([hidden])')).not.toBeNull();
  }));
