import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { contactField, contactForm, sendMessage } from '../helpers/browser/contactForm.ts';
import { orderButton, orderField, orderResult, submitOrder } from '../helpers/browser/orderDialog.ts';
import { orderVisits } from '../helpers/browser/orderVisits.ts';
import { arrivedAt, focused, textOf } from '../helpers/browser/page.ts';
import { planFinder } from '../helpers/browser/planFinder.ts';
import { toastRegion, toasts } from '../helpers/browser/toasts.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const { visit, storedOf } = orderVisits(await untilEnd(startApp()));

/** A phone, before the page is opened. */
async function beAPhone(page: Page): Promise<void> {
  await page.setViewport({ width: 390, height: 844, hasTouch: true });
}

/** Taps an element with a finger. Not in the middle of the screen: two taps at one place are a double tap. */
async function tap(page: Page, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector);
  await element?.evaluate((one) => one.scrollIntoView({ block: 'nearest' }));
  await element?.tap();
}

/** How many pixels of the focused field and its message are under a toast. */
function covered(page: Page): Promise<number> {
  return page.evaluate((region) => {
    const field = document.activeElement?.closest('label')?.parentElement?.getBoundingClientRect();
    const boxes = [...document.querySelectorAll(`${region} > *`)].map((toast) => toast.getBoundingClientRect());
    if (!field || boxes.length === 0) return Number.NaN;
    return Math.max(...boxes.map(({ top, bottom }) => Math.min(bottom, field.bottom) - Math.max(top, field.top)), 0);
  }, toastRegion);
}

test('with a finger a visitor opens the menu, compares two plans and orders one', () =>
  visit({ path: '/', prepare: beAPhone }, async ({ page }) => {
    const menu = 'button[popovertarget=mobile-menu]';
    await page.tap(menu);
    await page.waitForSelector('#mobile-menu:popover-open');
    await page.tap(menu);
    await page.waitForSelector('#mobile-menu:not(:popover-open)');
    await page.tap(menu);
    await page.tap('#mobile-menu summary');
    await page.tap('#mobile-menu a[href="/server-hosting"]');
    await arrivedAt(page, '/server-hosting');
    for (const [id, chosen] of [
      ['CXN1', '1 of 4'],
      ['CXN3', '2 of 4'],
    ] as const) {
      await tap(page, `[name=compare][value=${id}]`);
      await planFinder(page).hasChosen(chosen);
    }
    await page.tap('[formaction]');
    await page.waitForSelector('#comparison:focus');
    await tap(page, orderButton('CXN3'));
    await page.waitForSelector('dialog:modal');
    await page.focus(orderField('name'));
    await page.keyboard.press('Enter');
    expect(await focused(page, 'name')).toBe('email');
    for (const [name, text] of Object.entries({ ...person, company: 'By finger' })) {
      await tap(page, orderField(name));
      // The focus follows the tap a moment later.
      await page.waitForSelector(`${orderField(name)}:focus`);
      await page.keyboard.type(text);
    }
    await page.tap(submitOrder);
    await page.waitForSelector(orderResult);
    expect(await textOf(page, orderResult)).toContain('VPS Server Hosting: CXN3');
    expect(storedOf('By finger')).toEqual([expect.objectContaining({ name: person.name, email: person.email })]);
  }));

test('on a phone no toast lies on the field at fault, and the field is in sight', () =>
  visit({ path: '/contact', prepare: beAPhone }, async ({ page }) => {
    const form = contactForm(page);
    await form.fillIn({ name: person.name, email: 'jane@', message: 'Please call me back.' });
    await form.solve();
    await tap(page, sendMessage);
    await page.waitForSelector(`${contactField('email')}[aria-invalid=true]:focus`);
    await toasts(page).appears('alert', 'Invalid email address');
    expect(await covered(page)).toBe(0);
    const { top, bottom } = await page.$eval(contactField('email'), (field) => field.getBoundingClientRect().toJSON());
    expect([top > 68, bottom < 844]).toEqual([true, true]);
  }));

test('a toast moves the field in which a visitor types out from under itself', () =>
  visit({ path: '/server-hosting?order=CXN3', prepare: beAPhone, still: true }, async ({ page }) => {
    await page.setViewport({ width: 390, height: 500, hasTouch: true });
    await tap(page, orderField('email'));
    await page.waitForSelector(`${orderField('email')}:focus`);
    await page.$eval('dialog[open] > div', (scroller) => {
      const { top } = document.activeElement?.getBoundingClientRect() ?? { top: 0 };
      scroller.scrollBy(0, top - 60);
    });
    await page.keyboard.down('Control');
    await page.keyboard.press('u');
    await page.keyboard.up('Control');
    await toasts(page).appears('status', messages.contentProtected.description);
    expect(await covered(page)).toBe(0);
  }));
