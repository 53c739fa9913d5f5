import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite());

const region = 'section[aria-label=Notifications]';
const form = 'form[aria-label="Request a Consultation"]';
const nameField = `${form} [name=name]`;
function toastsAre(page: Page, count: number) {
  return page.waitForFunction(
    (selector, wanted) => document.querySelectorAll(`${selector} > *`).length === wanted,
    {},
    region,
    count,
  );
}
/** Raises the toast that asks for the captcha, and a second one: that copying is switched off. */
async function raise(page: Page, count: number) {
  await page.focus(nameField);
  await page.keyboard.press('Enter');
  await toastsAre(page, 1);
  if (count === 1) return;
  await page.$eval('h1', (title) => title.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true })));
  await toastsAre(page, 2);
}
/** Presses Tab until Dismiss of a toast has the focus. */
async function tabIntoToasts(page: Page) {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Dismiss')) return;
  }
  throw new Error('the toasts were not reached');
}
function focused(page: Page) {
  return page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent || '');
}

describe('a toast dismissed by keyboard', () => {
  test.each([1, 2])('with %d shown, restores the focus', (count) =>
    visit({ url: site.url, path: '/contact' }, async (page) => {
      await raise(page, count);
      // The last control before the toasts.
      await page.focus('footer [aria-label="Scroll to top"]');
      await tabIntoToasts(page);
      await page.keyboard.press('Enter');
      await toastsAre(page, count - 1);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Scroll to top');
    }),
  );

  test('moves the focus to the content if the element that had it is gone', () =>
    visit({ url: site.url, path: '/contact' }, async (page) => {
      await raise(page, 1);
      await page.evaluate(() => {
        const passing = document.createElement('button');
        passing.textContent = 'Passing';
        document.body.append(passing);
        passing.focus();
      });
      await page.focus(`${region} [aria-label=Dismiss]`);
      await page.evaluate(() => document.body.lastElementChild?.remove());
      await page.keyboard.press('Enter');
      await toastsAre(page, 0);
      expect(await focused(page)).toBe('main');
    }));

  test('moves the focus into an open dialog', () =>
    visit(
      { url: site.url, path: '/server-hosting?order=CXN3', expected: [/ERR_FAILED/, /Failed to submit order/] },
      async (page) => {
        await page.waitForSelector('dialog:modal');
        for (const field of ['name', 'email', 'phone'] as const)
          await page.type(`dialog:modal [name=${field}]`, person[field]);
        await page.waitForNetworkIdle({ idleTime: 100 });
        await page.setRequestInterception(true);
        page.on(
          'request',
          (request) => void (request.method() === 'POST' ? request.abort('failed') : request.continue()),
        );
        await page.click('dialog:modal button[type=submit]:not([form])');
        await toastsAre(page, 1);
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
        await page.focus(`${region} [aria-label=Dismiss]`);
        await page.keyboard.press('Enter');
        await toastsAre(page, 0);
        expect(
          await page.evaluate(() => document.querySelector('dialog:modal')?.contains(document.activeElement)),
        ).toBe(true);
      },
    ));
});

test.each(['localhost', 'site.test'])("the Copy button copies a stored order's reference on %s", (host) =>
  visit(
    {
      url: site.url.replace('localhost', host),
      path: '/server-hosting?order=CXN3',
      expected: [/origin was untrustworthy|origin-keyed/],
    },
    async (page) => {
      await page.waitForSelector('dialog:modal');
      for (const field of ['name', 'email', 'phone'] as const)
        await page.type(`dialog:modal [name=${field}]`, person[field] + (field === 'name' ? host : ''));
      await page.click('dialog:modal button[type=submit]:not([form])');
      const copy = `${region} ::-p-aria([name="Copy"][role="button"])`;
      await page.waitForSelector(copy, { timeout: 20_000 });
      await page.locator(copy).click();
      await page.waitForFunction(
        (selector) =>
          [...document.querySelectorAll(`${selector} [role=status]`)].some((one) => one.textContent === 'Copied'),
        {},
        region,
      );
      // There is no toast of content protection.
      expect(await page.$$(`${region} [aria-label=Dismiss]`)).toHaveLength(1);
      const stored = storedIn(site.dataDirectory).at(-1)?.reference;
      expect(stored).toMatch(/^[\w-]{11}$/);
      await page.evaluate(() => {
        const field = document.createElement('input');
        field.id = 'pasted';
        document.body.append(field);
        field.focus();
      });
      await page.keyboard.press('KeyV', { commands: ['Paste'] });
      expect(await page.$eval('#pasted', (field) => (field as HTMLInputElement).value)).toBe(stored);
    },
  ),
);
