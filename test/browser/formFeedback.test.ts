import { describe, expect, test } from '@jest/globals';
import type { Page, ResponseForRequest } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { messages, orderSteps } from '../../shared/messages.ts';
import { orderAddress, paths } from '../../shared/paths.ts';
import { submissionHeaders } from '../../shared/submission.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { contactField, contactForm, sendMessage } from '../helpers/browser/contactForm.ts';
import { faces } from '../helpers/browser/faces.ts';
import {
  orderButton,
  orderDialog,
  orderField,
  orderResult,
  readyToSubmit,
  submitOrder,
} from '../helpers/browser/orderDialog.ts';
import { answerSubmissions, holdSubmissions, refuseSubmissions } from '../helpers/browser/posts.ts';
import { toastRegion, toasts } from '../helpers/browser/toasts.ts';
import { type VisitOptions, visit } from '../helpers/browser/visit.ts';
import { hang } from '../helpers/hang.ts';
import { isLong } from '../helpers/run/tier.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));

/** A laptop, a tablet, and a phone with and without its keyboard. */
const screens = [
  [1366, 768],
  [768, 1024],
  [360, 300],
  [360, 740],
] as const;
const laptop = [1366, 768] as const;
const orderPage = orderAddress('/server-hosting', 'CXN3');
const cancel = 'dialog[open] [type=submit][form]';
const toast = `${toastRegion} > *`;
const expected = [/status of 500/, /Failed to (submit order|send message)/];

async function at(
  [width, height]: readonly [number, number],
  options: Omit<VisitOptions, 'url'>,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  await visit({ url: site.url, cheapProofsOf: site.dataDirectory, still: true, ...options }, async (page) => {
    await page.setViewport({ width, height });
    await act(page);
  });
}

/** What is seen in the middle and at the corners of an element: itself, something else, or nothing in the window. */
function seenAt(page: Page, selector: string): Promise<readonly string[]> {
  return page.$eval(selector, (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 8, top + 3],
      [right - 8, top + 3],
      [left + 8, bottom - 3],
      [right - 8, bottom - 3],
    ] as const;
    const seen = points.map(([x, y]) => {
      const found = document.elementFromPoint(x, y);
      if (element.contains(found)) return 'itself';
      return found?.closest('[aria-label=Notifications]') ? 'a toast' : (found?.outerHTML.slice(0, 80) ?? 'nothing');
    });
    return [...new Set(seen)];
  });
}
/** Resolves when what is seen of an element is right: a toast that has just come may cover it for some frames. */
async function comesIntoSight(
  page: Page,
  selector: string,
  isRight: (what: string) => boolean = (what) => what === 'itself',
): Promise<void> {
  const until = performance.now() + hang;
  for (;;) {
    const seen = await seenAt(page, selector);
    if (seen.every(isRight)) return;
    if (performance.now() > until)
      throw new Error(`${JSON.stringify(page.viewport())}: ${seen} is seen in the place of ${selector}`);
    await nextFrame(page);
  }
}

function storedAs(reference: string): Partial<ResponseForRequest> {
  return { headers: { [submissionHeaders.reference]: reference }, body: JSON.stringify({ success: true }) };
}

/** Dismisses the only toast. */
async function dismiss(page: Page): Promise<void> {
  await page.$eval('[aria-label=Dismiss]', (button) => (button as HTMLElement).click());
  await toasts(page).become();
}

/** Clicks the order button of a plan, also if a toast covers it. */
async function open(page: Page, plan: string): Promise<void> {
  await page.$eval(orderButton(plan), (button) => (button as HTMLElement).click());
  await page.waitForSelector('dialog:modal');
}
async function fillInOrder(page: Page): Promise<void> {
  await orderDialog(page).fillIn();
  await readyToSubmit(page);
}
/** Submits a form, also if a toast covers its button. */
async function pressEnterIn(page: Page, field: string): Promise<void> {
  await page.focus(field);
  await page.keyboard.press('Enter');
}

test('the actions of the order dialog are in sight, and hide no field that has the focus', () =>
  at(laptop, { path: orderPage }, async (page) => {
    await page.waitForSelector('dialog:modal');
    for (const [width, height] of screens) {
      await page.setViewport({ width, height });
      for (const part of [0, 0.5, 1]) {
        await page.$eval(
          'dialog[open]',
          (dialog, at) => dialog.scrollTo(0, at * (dialog.scrollHeight - dialog.clientHeight)),
          part,
        );
        for (const button of [submitOrder, cancel])
          expect([width, height, part, await seenAt(page, button)]).toEqual([width, height, part, ['itself']]);
      }
      for (const field of ['message', 'email', 'name'].map(orderField)) {
        await page.focus(field);
        await comesIntoSight(page, field);
      }
      // As a phone that is turned.
      await page.setViewport({ width: 740, height: 360 });
      await comesIntoSight(page, orderField('name'));
    }
  }));

test.each(isLong ? faces : (['usual'] as const))(
  'with a %s face a toast does not cover the button of a failed order, goes at the next try, and covers no result',
  (face) =>
    at(laptop, { face, path: orderPage, expected }, async (page) => {
      await fillInOrder(page);
      const accept = await refuseSubmissions(page);
      // The last one is a telephone.
      for (const [width, height] of screens) {
        await page.setViewport({ width, height });
        await pressEnterIn(page, orderField('name'));
        await toasts(page).become(messages.orderFailed.title);
        await comesIntoSight(page, submitOrder);
        if (height !== 740) await dismiss(page);
      }
      await accept();
      const post = holdSubmissions(page);
      await page.click(submitOrder);
      const request = await post;
      await toasts(page).become();
      await request.continue();
      await toasts(page).become(messages.orderSubmitted.title);
      const [text = ''] = await toasts(page).texts();
      const { reference } = storedIn(site.dataDirectory).at(-1) ?? {};
      for (const part of [messages.orderSubmitted.description, reference]) expect(text).toContain(part);
      // The page says the rest, and the toast covers neither its title nor the reference.
      await page.waitForSelector(`${orderResult} h2:focus`);
      const result = await page.$eval(orderResult, ({ textContent }) => textContent);
      for (const part of [reference, orderSteps.title, ...orderSteps.steps, company.phone.display])
        expect(result).toContain(part);
      for (const part of ['h2', 'li b']) await comesIntoSight(page, `${orderResult} ${part}`);
      const [shown, whole] = await page.$eval(toast, (box) => [box.clientHeight, box.scrollHeight]);
      expect(shown).toBe(whole);
      // At most a quarter of the screen.
      expect(shown).toBeLessThanOrEqual(185);
    }),
);

test('above the keyboard of a phone a toast covers neither the header, nor what has the focus, nor its button', () => {
  const keyboard = 440;
  /** The keyboard covers the lower part of the window, whose height stays the same. */
  const prepare = async (page: Page) => {
    await page.evaluateOnNewDocument((height) => {
      const visible = Object.assign(new EventTarget(), { height, offsetTop: 0 });
      Object.defineProperty(window, 'visualViewport', { value: visible });
    }, keyboard);
  };
  return at([360, 740], { path: paths.contact, expected, prepare }, async (page) => {
    const form = contactForm(page);
    await form.fillIn({ ...person, message: 'Please call me.' });
    await form.solve();
    await refuseSubmissions(page);
    for (const name of ['name', 'phone'])
      for (const position of [70, 230, 390]) {
        await page.focus(contactField(name));
        await page.keyboard.press('Enter');
        await toasts(page).become(messages.messageFailed.title);
        await page.waitForSelector(`${sendMessage}:not(:disabled)`);
        await page.$eval(
          contactField(name),
          (field, top) => scrollBy({ top: field.getBoundingClientRect().top - top, behavior: 'instant' }),
          position,
        );
        await nextFrame(page);
        const [box, ...others] = await page.evaluate(
          (selectors) =>
            selectors.map((selector) => {
              const { top = 0, bottom = 0 } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
              return { top, bottom };
            }),
          [toast, 'header', contactField(name), sendMessage],
        );
        const { top = 0, bottom = 0 } = box ?? {};
        expect(bottom).toBeLessThanOrEqual(keyboard);
        for (const other of others)
          expect([name, position, other.bottom <= top || other.top >= bottom]).toContain(true);
        await dismiss(page);
      }
  });
});

test('toasts of stored orders are all within reach; the page lists them, and says once what happens next', () =>
  at([360, 640], { path: '/server-hosting' }, async (page) => {
    let stored = 0;
    await answerSubmissions(page, () => {
      stored += 1;
      return storedAs(`order-${stored}`);
    });
    const { title } = messages.orderSubmitted;
    const plans = ['CXN1', 'CXN2', 'CXN3'];
    for (const [index, plan] of plans.entries()) {
      await open(page, plan);
      await fillInOrder(page);
      await pressEnterIn(page, orderField('name'));
      await toasts(page).become(...plans.slice(0, index + 1).map(() => title));
    }
    const told = await toasts(page).texts();
    for (const [index] of plans.entries()) expect(told[index]).toContain(`order-${index + 1}`);
    expect(await page.$$eval(`${orderResult} li:has(a)`, (all) => all.map(({ textContent }) => textContent))).toEqual(
      plans.map((plan, index) => `${plan}Reference order-${index + 1}Copy`),
    );
    const headings = await page.$$eval('main h3', (all) => all.map(({ textContent }) => textContent));
    expect(headings.filter((heading) => heading === orderSteps.title)).toHaveLength(1);
    expect(told.join()).not.toContain(orderSteps.title);

    // With the keyboard of the phone, they scroll. The last one is in sight.
    await page.setViewport({ width: 360, height: 300 });
    await nextFrame(page);
    const dismissFirst = `${toast}:first-child [aria-label=Dismiss]`;
    await page.hover(dismissFirst);
    const before = await page.$eval(toast, (element) => element.getBoundingClientRect().top);
    await page.mouse.wheel({ deltaY: 100 });
    await page.waitForFunction(
      (selector, was) => (document.querySelector(selector)?.getBoundingClientRect().top ?? 0) < was,
      {},
      toast,
      before,
    );
    for (const left of [2, 1, 0]) {
      await page.hover(dismissFirst);
      expect(await seenAt(page, dismissFirst)).toEqual(['itself']);
      await page.click(dismissFirst);
      await toasts(page).become(...plans.slice(0, left).map(() => title));
    }
  }));

describe('an error goes as soon as its field is mended', () => {
  const invalid = (page: Page) =>
    page.$$eval('[aria-invalid=true]', (fields) => fields.map((field) => (field as HTMLInputElement).name));
  const invalidBecome = (page: Page, ...names: readonly string[]) =>
    page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('[aria-invalid=true]')]
          .map((field) => (field as HTMLInputElement).name)
          .join() === wanted,
      {},
      names.join(),
    );

  test('in the order dialog, and comes back if the field is broken again', () =>
    at([360, 740], { path: orderPage }, async (page) => {
      await orderDialog(page).submit();
      await invalidBecome(page, 'name', 'email', 'phone');
      await page.type(orderField('name'), 'T');
      expect(await invalid(page)).toEqual(['name', 'email', 'phone']);
      await page.type(orderField('name'), 'h');
      await invalidBecome(page, 'email', 'phone');
      expect(await page.$eval('dialog[open]', ({ textContent }) => textContent)).not.toContain('Name must be');
      await page.type(orderField('phone'), person.phone);
      await invalidBecome(page, 'email');
      await page.focus(orderField('name'));
      await page.keyboard.press('Backspace');
      await invalidBecome(page, 'name', 'email');
      await page.click(submitOrder);
      await invalidBecome(page, 'name', 'email');
    }));

  test('also if it is filled in by a program that fires only `change`; a second refusal shows it again', () =>
    at([360, 740], { path: orderPage, expected: [/status of 400/, /Failed to submit order/] }, async (page) => {
      await fillInOrder(page);
      await answerSubmissions(page, () => ({
        status: 400,
        body: JSON.stringify({ success: false, error: 'Refused', fields: { email: 'Refused' } }),
      }));
      const email = orderField('email');
      for (const text of ['one@visitor.example', 'two@visitor.example']) {
        await page.click(submitOrder);
        await invalidBecome(page, 'email');
        await page.waitForSelector(`${email}:focus`);
        await page.$eval(
          email,
          (field, value) => {
            (field as HTMLInputElement).value = value;
            field.dispatchEvent(new Event('change', { bubbles: true }));
          },
          text,
        );
        await invalidBecome(page);
      }
    }));
});
