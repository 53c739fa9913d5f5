import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { contactField } from '../helpers/browser/contactForm.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { endWaits } from '../helpers/browser/pageTimers.ts';
import { toastRegion, toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite());
const orders = orderVisits(site);

const captchaToast = messages.captchaRequired.title;
const copyToast = messages.contentProtected.description;
const dismiss = `${toastRegion} [aria-label=Dismiss]`;

async function raiseCaptchaToast(page: Page): Promise<void> {
  // A screen reader hears what comes into a live region that was there before.
  await page.waitForSelector(toastRegion);
  expect(await page.$eval(toastRegion, (region) => region.ariaLive)).toBe('polite');
  await page.focus(contactField('name'));
  await page.keyboard.press('Enter');
  await toasts(page).become(captchaToast);
}
function focusedLabel(page: Page) {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
}
test('a toast dismissed by keyboard returns the focus, or moves it to the content if its element is gone', () =>
  visit({ url: site.url, path: '/contact' }, async (page) => {
    await raiseCaptchaToast(page);
    await page.$eval('h1', (title) => title.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true })));
    await toasts(page).become(captchaToast, copyToast);
    // The last control before the toasts.
    await page.focus('footer [aria-label="Scroll to top"]');
    for (const left of [[copyToast], []]) {
      await page.keyboard.press('Tab');
      expect(await focusedLabel(page)).toBe('Dismiss');
      await page.keyboard.press('Enter');
      await toasts(page).become(...left);
      expect(await focusedLabel(page)).toBe('Scroll to top');
    }

    await raiseCaptchaToast(page);
    await page.evaluate(() => {
      const passing = document.createElement('button');
      document.body.append(passing);
      passing.focus();
    });
    await page.focus(dismiss);
    await page.evaluate(() => document.body.lastElementChild?.remove());
    await page.keyboard.press('Enter');
    await toasts(page).become();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');

    // By itself an error goes after 12 seconds.
    await raiseCaptchaToast(page);
    await endWaits(page, 12_000);
    await toasts(page).become();
  }));

// As a page without https, that on site.test has neither Web Cryptography nor the Clipboard API.
test('without https too an order is verified; its reference cannot be copied, as the Copy button says', () => {
  const host = 'site.test';
  const url = site.url.replace('localhost', host);
  const expected = [/origin was untrustworthy|origin-keyed/];
  return orders.visit({ url, path: `${hostingPage}?order=CXN3`, expected }, async ({ page, dialog }) => {
    await dialog.fillIn({ name: person.name + host, company: host });
    await dialog.submit();
    const copy = `${toastRegion} ::-p-aria([name="Copy"][role="button"])`;
    await page.locator(copy).click();
    await toasts(page).appears('status', 'Please write it down');
    expect(await page.$$(dismiss)).toHaveLength(1);
    const [stored] = orders.storedOf(host);
    expect(stored).toMatchObject({ verified: 1 });
  });
});
