import { describe, expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { paths } from '../../shared/paths.ts';
import { interceptSubmissions } from '../helpers/browser/browser.ts';
import { addExtensions, hydrationFault, rearrange, translate } from '../helpers/browser/changedPage.ts';
import { contactField, contactForm } from '../helpers/browser/contactForm.ts';
import { orderButton, orderField, readyToSubmit, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { holds, isFocused, restore, says, setValue, toasts, until, useClipboard } from '../helpers/browser/page.ts';
import { inEachBrowser } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, person } from '../helpers/visitor/visitor.ts';

// Every order and message below needs a proof of work.
const site = await untilEnd(startSite({ CAPTCHA_ENFORCE: 'true', SUBMISSION_LIMIT: '100' }));
const { visit, visitBeforeScripts, storedOf } = orderVisits(site);
const orderPage = `${hostingPage}?order=CXN3`;
const requirements = orderField('message');

function focusedField(page: Page) {
  return page.evaluate(() => {
    const { name, value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
    return { name, value, start: selectionStart, end: selectionEnd };
  });
}
function select(page: Page, selector: string, start: number, end: number) {
  return page.$eval(
    selector,
    (field, from, to) => {
      (field as HTMLInputElement).focus();
      (field as HTMLInputElement).setSelectionRange(from, to);
    },
    start,
    end,
  );
}

describe('at hydration', () => {
  inEachBrowser((kind) => {
    test('the order form keeps every text, the edited requirements, the focus and the selection, on a translated page', () =>
      visitBeforeScripts({ kind, expected: [hydrationFault] }, async ({ page, dialog, release }) => {
        await page.click(orderButton());
        await dialog.fillIn();
        await page.type(requirements, 'Two, please. ');
        const typed = await dialog.values();
        const message = typed.message ?? '';
        expect(message).toMatch(/^Two, please\. I would like to order /);
        await select(page, requirements, 0, 3);
        await translate(page);
        await release();
        await page.waitForSelector('dialog:modal');
        expect(await focusedField(page)).toEqual({ name: 'message', value: message, start: 0, end: 3 });
        expect(await dialog.values()).toEqual(typed);
        await page.keyboard.type('Three');
        expect(await dialog.textIn('message')).toBe(`Three${message.slice(3)}`);
        await dialog.escape();
        expect(await isFocused(page, orderButton())).toBe(true);
        await dialog.open('CXN4');
      }));
  });

  test('the contact form keeps every text, the focus and the caret, even in the email field, on a page that is changed by extensions', () =>
    visitBeforeScripts({ path: '/contact', expected: [hydrationFault] }, async ({ page, release }) => {
      const form = contactForm(page);
      await form.fillIn();
      // Scripts cannot read the selection in an email field.
      await page.type(contactField('email'), '.z');
      await addExtensions(page);
      await release();
      await page.keyboard.type('a');
      expect(await form.texts()).toEqual({ ...contactMessage, email: `${contactMessage.email}.za` });
    }));

  test('in the pre-filled requirements no keystroke is lost, and the focus stays', () =>
    visitBeforeScripts({ path: orderPage }, async ({ page, dialog, release }) => {
      await select(page, requirements, 0, 0);
      await page.$eval(requirements, (field) =>
        field.addEventListener('blur', () => document.documentElement.classList.add('left')),
      );
      const before = await dialog.textIn('message');
      const [first = '', ...rest] = 'And a second one. ';
      await page.keyboard.type(first);
      const released = release();
      for (const letter of rest) await page.keyboard.type(letter);
      await released;
      await page.waitForSelector('dialog:modal');
      await page.keyboard.type('!');
      expect(await dialog.textIn('message')).toBe(`And a second one. !${before}`);
      expect(await page.$('html.left')).toBeNull();
    }));

  test('text that a program fills in without input events is kept, before hydration and after', () =>
    visitBeforeScripts({ path: '/contact' }, async ({ page, release }) => {
      await setValue(page, contactField('name'), person.name);
      await release();
      await setValue(page, contactField('message'), person.name, 'change');
      await page.locator('footer a[href="/about"]').click();
      await page.waitForSelector(contactField('name'), { hidden: true });
      await page.locator('footer a[href="/contact"]').click();
      for (const name of ['name', 'message']) await holds(page, contactField(name), person.name);
    }));
});

test('where session storage is blocked, text in the order dialog survives closing, hydration and the back-forward cache', () => {
  const prepare = async (page: Page) => {
    await page.evaluateOnNewDocument(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
  };
  return visitBeforeScripts({ prepare }, async ({ page, dialog, release }) => {
    const isKept = async () => expect(await dialog.textIn('name')).toBe(person.name);
    await page.click(orderButton());
    await page.type(orderField('name'), person.name);
    await dialog.escape();
    await page.click(orderButton());
    await isKept();
    await release();
    await isKept();
    await restore(page);
    await isKept();
    // The server recognises a repeated post without a key by its address and texts. The next document would have another key.
    const key = await page.$eval('dialog[open] form[data-drafts]', (form) =>
      new FormData(form as HTMLFormElement).get('key'),
    );
    expect(key).toBe('');
  });
});

const lineDown = [/Failed to submit order/, /ERR_FAILED/];

test('a translated page sends a message with a proof of work; its reference is shown and copied', () =>
  visit({ path: paths.contact }, async ({ page }) => {
    const form = contactForm(page);
    await form.fillIn();
    await page.waitForSelector('form input[type=checkbox]');
    await translate(page);
    await form.solve();
    await form.send();
    await toasts(page).appears('status', 'Message Sent');
    const readClipboard = await useClipboard(page);
    await page.click('[data-result] ::-p-aria([name="Copy"][role="button"])');
    await says(page, '[data-result] [role=status]', 'Copied');
    const reference = await readClipboard();
    expect(reference).toMatch(/^[\w-]{11}$/);
    await toasts(page).appears('status', reference);
    await page.click('[aria-label=Dismiss]');
    await toasts(page).become();
  }));

test('a translated page shows validation errors, keeps the text of a failed order, and stores the order once at the next try', () =>
  visit({ path: orderPage, expected: lineDown }, async ({ page, dialog }) => {
    await readyToSubmit(page);
    await translate(page);
    await page.click(submitOrder);
    await page.waitForSelector('dialog[open] [aria-invalid="true"]');
    await dialog.fillIn({ company: 'Translated' });
    await interceptSubmissions(page, (post, count) => (count === 1 ? post.abort('failed') : post.continue()));
    await page.click(submitOrder);
    await toasts(page).appears('alert');
    expect(await dialog.textIn('email')).toBe(person.email);
    await page.click(submitOrder);
    await toasts(page).appears('status', 'Order Submitted!');
    await dialog.closed();
    expect(storedOf('Translated')).toHaveLength(1);
    // The translated page still works: the order button of another plan opens its dialog.
    await dialog.open('CXN4');
  }));

test('a page whose elements were moved is mounted again and reports the error; a failed order keeps text and focus, and can be sent', () => {
  const reports = () =>
    site.log.filter(({ msg, message }) => msg === 'client error' && /NotFoundError/.test(`${message}`));
  return visit({ path: orderPage, expected: [/NotFoundError/, ...lineDown] }, async ({ page, dialog }) => {
    await readyToSubmit(page);
    await dialog.fillIn({ company: 'Rearranged' });
    const before = reports().length;
    await rearrange(page);
    const second = Promise.withResolvers<HTTPRequest>();
    await interceptSubmissions(page, (post, count) => (count === 1 ? post.abort('failed') : second.resolve(post)));
    await page.focus(orderField('email'));
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog:modal ul a[href^="mailto:"]');
    await page.waitForSelector(`${orderField('email')}:focus`);
    expect(await page.$('extension-wrapper')).toBeNull();
    expect(await dialog.textIn('email')).toBe(person.email);
    await site.waitForLog(() => reports().length > before);
    await rearrange(page);
    await page.click(submitOrder);
    const post = await second.promise;
    await until(page, () => !document.querySelector('extension-wrapper'));
    await post.continue();
    await dialog.closed();
    await toasts(page).appears('status');
    expect(storedOf('Rearranged')).toHaveLength(1);
  });
});
