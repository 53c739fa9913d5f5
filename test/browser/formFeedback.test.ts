import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { orderAddress } from '../../shared/paths.ts';
import { holdSubmission, interceptSubmissions } from '../helpers/browser/browser.ts';
import { contactField, contactForm, sendMessage } from '../helpers/browser/contactForm.ts';
import { faces } from '../helpers/browser/faces.ts';
import { orderButton, orderField, orderResult, readyToSubmit, submitOrder } from '../helpers/browser/orderDialog.ts';
import { orderVisits } from '../helpers/browser/orderVisits.ts';
import { arrivedAt, clickOn, endComposition, textOf, toastRegion, toasts, until } from '../helpers/browser/page.ts';
import { endWaits } from '../helpers/browser/visit.ts';
import { isLong } from '../helpers/run/tier.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));
const { visit, storedOf } = orderVisits(site);

/** A laptop, a tablet, a phone whose keyboard takes a part of the screen, and a phone without a keyboard. */
const screens = [
  { width: 1366, height: 768 },
  { width: 768, height: 1024 },
  { width: 360, height: 300 },
  { width: 360, height: 740 },
];
const path = orderAddress('/server-hosting', 'CXN3');
const toast = `${toastRegion} > *`;

/** Waits until the visitor sees an element at its middle and corners. A toast that has just come may cover it for some frames. */
function comesIntoSight(page: Page, selector: string): Promise<void> {
  return until(
    page,
    (wanted) => {
      const element = document.querySelector(wanted) as Element;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const points = [
        [(left + right) / 2, (top + bottom) / 2],
        [left + 8, top + 3],
        [right - 8, top + 3],
        [left + 8, bottom - 3],
        [right - 8, bottom - 3],
      ] as const;
      return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
    },
    selector,
  );
}

/** Submits a form by Enter in one of its fields. This works even if a toast covers the form's button. */
async function pressEnterIn(page: Page, field: string): Promise<void> {
  await page.focus(field);
  await page.keyboard.press('Enter');
}

test('the buttons of the order dialog are visible, and cover no field that has the focus, also on a screen of 320 × 256 px', () =>
  visit({ still: true }, async ({ page, dialog }) => {
    await page.setViewport({ width: 320, height: 256 });
    await dialog.open();
    await comesIntoSight(page, 'dialog [name=name]:focus');
    for (const screen of screens) {
      await page.setViewport(screen);
      for (const part of [0, 0.5, 1]) {
        await page.$eval(
          'dialog[open] > div',
          (dialog, at) => dialog.scrollTo(0, at * (dialog.scrollHeight - dialog.clientHeight)),
          part,
        );
        for (const button of [submitOrder, 'dialog[open] [type=submit][form]']) await comesIntoSight(page, button);
      }
      for (const field of ['message', 'email', 'name'].map(orderField)) {
        await page.focus(field);
        await comesIntoSight(page, field);
      }
      // The visitor turns the phone.
      await page.setViewport({ width: 740, height: 360 });
      await comesIntoSight(page, orderField('name'));
    }
  }));

test.each(isLong ? faces : (['usual'] as const))(
  'with a %s face the toast of a failed order is at the top of the dialog, and disappears at the next try',
  (face) =>
    visit(
      { still: true, face, path, expected: [/status of 500/, /Failed to submit order/] },
      async ({ page, dialog }) => {
        await dialog.fillIn();
        await readyToSubmit(page);
        await interceptSubmissions(page, (post) => post.respond({ status: 500 }));
        for (const screen of screens) {
          await page.setViewport(screen);
          await toasts(page).become();
          await pressEnterIn(page, orderField('name'));
          await toasts(page).become(messages.orderFailed.title);
          await comesIntoSight(page, submitOrder);
          await comesIntoSight(page, toast);
          await clickOn(page, '[aria-label=Dismiss]');
        }
        await pressEnterIn(page, orderField('name'));
        await toasts(page).become(messages.orderFailed.title);
        page.removeAllListeners('request');
        const post = holdSubmission(page);
        await page.click(submitOrder);
        const request = await post;
        await toasts(page).become();
        await request.continue();
        await toasts(page).become(messages.orderSubmitted.title);
        // The toast is below the header, and takes at most a quarter of the height.
        const header = await page.$eval('header', (element) => element.getBoundingClientRect().bottom);
        const { top, height } = await page.$eval(toast, (box) => box.getBoundingClientRect().toJSON() as DOMRect);
        expect(top).toBeGreaterThanOrEqual(header);
        expect(height).toBeLessThanOrEqual(185);
        // This toast tells of no error, so it disappears after 6 seconds. The page still shows the result.
        // While the pointer is on the toast, its visitor may still be reading.
        await page.hover(toast);
        await endWaits(page, 6_000);
        await page.mouse.move(1, 300);
        // The same holds for a visitor whose keyboard is at the toast.
        await page.focus(`${toast} button`);
        await endWaits(page, 6_000);
        await page.focus('#order-result');
        await endWaits(page, 6_000);
        await toasts(page).become();
      },
    ),
);

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

/** The selector of what is around the focused field, its label and its message. */
const focusedField = ':has(> label :focus)';

test('with a finger a visitor opens the menu and orders, and Enter leads from field to field', () =>
  visit({ path: '/', prepare: beAPhone }, async ({ page }) => {
    await page.tap('button[popovertarget=mobile-menu]');
    await page.tap('#mobile-menu summary');
    await page.tap('#mobile-menu a[href="/server-hosting"]');
    await arrivedAt(page, '/server-hosting');
    await tap(page, orderButton('CXN3'));
    await page.waitForSelector('dialog:modal');
    await page.focus(orderField('name'));
    expect(await endComposition(page, orderField('name'))).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${orderField('email')}:focus`);
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
    await comesIntoSight(page, focusedField);
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
    await comesIntoSight(page, focusedField);
  }));
