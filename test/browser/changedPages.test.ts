import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { paths } from '../../shared/paths.ts';
import { rearrange, translate } from '../helpers/browser/changedPage.ts';
import { contactField, contactForm } from '../helpers/browser/contactForm.ts';
import { holdProofs, readyToSubmit, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { focused, says, until } from '../helpers/browser/page.ts';
import { interceptSubmissions } from '../helpers/browser/posts.ts';
import { toastRegion, toasts } from '../helpers/browser/toasts.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

// Every order and message below needs a proof of work.
const site = await untilEnd(startSite({ CAPTCHA_ENFORCE: 'true', SUBMISSION_LIMIT: '100' }));
const { visit, storedOf } = orderVisits(site);

const path = `${hostingPage}?order=CXN3`;
const lineDown = [/Failed to submit order/, /ERR_FAILED/];

/** Makes submissions fail from now on. Resolves with a function that lets submissions pass again. */
async function breakLine(page: Page): Promise<() => void> {
  let isDown = true;
  await interceptSubmissions(page, (post) => (isDown ? post.abort('failed') : post.continue()));
  return () => {
    isDown = false;
  };
}

/** Pastes the clipboard into the search field. Resolves with the pasted text. */
async function pasted(page: Page): Promise<string> {
  await page.focus('input[name=q]');
  await page.keyboard.press('KeyV', { commands: ['Paste'] });
  return page.$eval('input[name=q]', (field) => field.value);
}

test('a translated page sends a message with a proof of work; its reference is shown and copied', () =>
  visit({ path: paths.contact }, async ({ page }) => {
    const form = contactForm(page);
    await form.fillIn();
    await page.waitForSelector('form input[type=checkbox]');
    await translate(page);
    await form.solve();
    await form.send();
    await toasts(page).appears('status', 'Message Sent');
    // A visitor's click permits the page to write to the clipboard. In a test this permission must be set.
    await page.browserContext().overridePermissions(page.url(), ['clipboard-sanitized-write']);
    await page.click('[data-result] ::-p-aria([name="Copy"][role="button"])');
    await says(page, '[data-result] [role=status]', 'Copied');
    const reference = await pasted(page);
    expect(reference).toMatch(/^[\w-]{11}$/);
    expect(await page.$eval(toastRegion, (region) => region.textContent)).toContain(reference);
    await page.click(`${toastRegion} [aria-label=Dismiss]`);
    await page.waitForSelector(`${toastRegion} > *`, { hidden: true });
  }));

test('a translated page shows validation errors, keeps the text of a failed order, and stores the order once at the next try', () =>
  visit({ path, expected: lineDown }, async ({ page, dialog }) => {
    await readyToSubmit(page);
    await translate(page);
    await page.click(submitOrder);
    await page.waitForSelector('dialog[open] [aria-invalid="true"]');
    await dialog.fillIn({ company: 'Translated' });
    const mendLine = await breakLine(page);
    await page.click(submitOrder);
    await toasts(page).appears('alert');
    expect(await dialog.textIn('email')).toBe(person.email);
    mendLine();
    await page.click(submitOrder);
    await toasts(page).appears('status', 'Order Submitted!');
    await dialog.closed();
    expect(storedOf('Translated')).toHaveLength(1);
    // The translated page still works: the order button of another plan opens its dialog.
    await dialog.open('CXN4');
  }));

describe('a page whose elements were moved is mounted again, and the error is reported', () => {
  const expected = [/NotFoundError/, ...lineDown];
  const reports = () =>
    site.log.filter(({ msg, message }) => msg === 'client error' && /NotFoundError/.test(`${message}`));

  test('a failed order keeps its text and can be sent again, also before its proof of work is done', () =>
    visit({ path, expected }, async ({ page, dialog }) => {
      await readyToSubmit(page);
      await dialog.fillIn({ company: 'Rearranged' });
      const before = reports().length;
      const releaseProofs = await holdProofs(page);
      await rearrange(page);
      const mendLine = await breakLine(page);
      await page.click(submitOrder);
      await page.waitForSelector('dialog:modal ul a[href^="mailto:"]');
      expect(await page.$('extension-wrapper')).toBeNull();
      expect(await dialog.textIn('email')).toBe(person.email);
      await site.waitForLog(() => reports().length > before);
      mendLine();
      await rearrange(page);
      await page.click(submitOrder);
      await until(page, () => !document.querySelector('extension-wrapper'));
      await releaseProofs();
      await dialog.closed();
      await toasts(page).appears('status');
      expect(storedOf('Rearranged')).toHaveLength(1);
    }));

  test('typed text and focus on the home page are kept while the captcha loads', () =>
    visit({ path: '/', expected }, async ({ page }) => {
      await page.waitForSelector(contactField('message'));
      await rearrange(page);
      await page.focus(contactField('message'));
      await page.keyboard.type('Our file');
      await until(page, () => !document.querySelector('extension-wrapper'));
      await page.keyboard.type(' server is old.');
      expect(await focused(page, 'name')).toBe('message');
      expect(await contactForm(page).textIn('message')).toBe('Our file server is old.');
    }));
});
