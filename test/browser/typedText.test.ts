import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { addExtensions, hydrationFault, translate } from '../helpers/browser/changedPage.ts';
import { contactField, contactForm } from '../helpers/browser/contactForm.ts';
import { orderButton, orderField } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { holds, isFocused, restore, setValue } from '../helpers/browser/page.ts';
import { inEachBrowser } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite());
const { visitBeforeScripts } = orderVisits(site);

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

  test('the order form keeps the caret in the email field, whose selection scripts cannot read, on a translated page', () =>
    visitBeforeScripts({ path: orderPage, expected: [hydrationFault] }, async ({ page, dialog, release }) => {
      await page.type(orderField('email'), 'abcd');
      await translate(page);
      await release();
      await page.waitForSelector('dialog:modal');
      await page.keyboard.type('efgh');
      expect(await dialog.textIn('email')).toBe('abcdefgh');
    }));

  test('the contact form keeps every text, the focus and the selection, on a page that is changed by extensions', () =>
    visitBeforeScripts({ path: '/contact', expected: [hydrationFault] }, async ({ page, release }) => {
      const form = contactForm(page);
      await form.fillIn();
      await select(page, contactField('name'), 3, 5);
      await addExtensions(page);
      await release();
      expect(await focusedField(page)).toEqual({ name: 'name', value: person.name, start: 3, end: 5 });
      for (const [name, text] of Object.entries(contactMessage)) expect(await form.textIn(name)).toBe(text);
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
