import { describe, expect, test } from '@jest/globals';
import type { Page, ResponseForRequest } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { messages, orderSteps } from '../../shared/messages.ts';
import { orderAddress } from '../../shared/paths.ts';
import { submissionHeaders } from '../../shared/submission.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { faces } from '../helpers/browser/faces.ts';
import {
  orderButton,
  orderDialog,
  orderField,
  orderResult,
  readyToSubmit,
  submitOrder,
} from '../helpers/browser/orderDialog.ts';
import { endWaits } from '../helpers/browser/pageTimers.ts';
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
          'dialog[open] > div',
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
  'with a %s face the toast of a failed order stands at the top of the dialog, and goes at the next try',
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
        await comesIntoSight(page, toast);
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
      // The page says the rest.
      await page.waitForSelector(`${orderResult} h2:focus`);
      const result = await page.$eval(orderResult, ({ textContent }) => textContent);
      for (const part of [reference, orderSteps.title, ...orderSteps.steps, company.phone.display])
        expect(result).toContain(part);
      // Below the header, and at most a quarter of the screen.
      const header = await page.$eval('header', (element) => element.getBoundingClientRect().bottom);
      const { top, height } = await page.$eval(toast, (box) => box.getBoundingClientRect().toJSON() as DOMRect);
      expect(top).toBeGreaterThanOrEqual(header);
      expect(height).toBeLessThanOrEqual(185);
      // It says the same as the page, so it goes soon.
      await endWaits(page, 6_000);
      await toasts(page).become();
    }),
);

test('a toast goes when a dialog opens; the page lists the stored orders, and says once what happens next', () =>
  at([360, 640], { path: '/server-hosting' }, async (page) => {
    let stored = 0;
    await answerSubmissions(page, () => {
      stored += 1;
      return storedAs(`order-${stored}`);
    });
    const plans = ['CXN1', 'CXN2'];
    for (const plan of plans) {
      await open(page, plan);
      await toasts(page).become();
      await fillInOrder(page);
      await pressEnterIn(page, orderField('name'));
      await toasts(page).become(messages.orderSubmitted.title);
    }
    expect(await page.$$eval(`${orderResult} li:has(a)`, (all) => all.map(({ textContent }) => textContent))).toEqual(
      plans.map((plan, index) => `${plan}Reference order-${index + 1}Copy`),
    );
    const headings = await page.$$eval('main h3', (all) => all.map(({ textContent }) => textContent));
    expect(headings.filter((heading) => heading === orderSteps.title)).toHaveLength(1);
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
