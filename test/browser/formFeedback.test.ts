import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { orderAddress } from '../../shared/paths.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { faces } from '../helpers/browser/faces.ts';
import { orderField, readyToSubmit, submitOrder } from '../helpers/browser/orderDialog.ts';
import { orderVisits } from '../helpers/browser/orderVisits.ts';
import { clickOn, textOf } from '../helpers/browser/page.ts';
import { endWaits } from '../helpers/browser/pageTimers.ts';
import { holdSubmission, interceptSubmissions } from '../helpers/browser/posts.ts';
import { toastRegion, toasts } from '../helpers/browser/toasts.ts';
import { hang } from '../helpers/hang.ts';
import { isLong } from '../helpers/run/tier.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

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

/** What the visitor sees at the middle and the corners of an element: `itself`, `nothing` (outside the window) or other HTML. */
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
      return element.contains(found) ? 'itself' : (found?.outerHTML.slice(0, 80) ?? 'nothing');
    });
    return [...new Set(seen)];
  });
}
/** Waits until the visitor can see the whole element. A toast that has just come may cover the element for some frames. */
async function comesIntoSight(page: Page, selector: string): Promise<void> {
  const until = performance.now() + hang;
  for (;;) {
    const seen = await seenAt(page, selector);
    if (seen.join() === 'itself') return;
    if (performance.now() > until)
      throw new Error(`${JSON.stringify(page.viewport())}: ${seen} is seen in the place of ${selector}`);
    await nextFrame(page);
  }
}
/** Submits a form by Enter in one of its fields. This works even if a toast covers the form's button. */
async function pressEnterIn(page: Page, field: string): Promise<void> {
  await page.focus(field);
  await page.keyboard.press('Enter');
}

test('the buttons of the order dialog are visible, and cover no field that has the focus', () =>
  visit({ still: true, path }, async ({ page }) => {
    await page.waitForSelector('dialog:modal');
    for (const screen of screens) {
      await page.setViewport(screen);
      for (const part of [0, 0.5, 1]) {
        await page.$eval(
          'dialog[open] > div',
          (dialog, at) => dialog.scrollTo(0, at * (dialog.scrollHeight - dialog.clientHeight)),
          part,
        );
        for (const button of [submitOrder, 'dialog[open] [type=submit][form]'])
          expect([screen, part, await seenAt(page, button)]).toEqual([screen, part, ['itself']]);
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
        await dialog.fillIn({ company: face });
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
        const text = await textOf(page, toast);
        const [{ reference } = {}] = storedOf(face);
        for (const part of [messages.orderSubmitted.description, reference]) expect(text).toContain(part);
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
