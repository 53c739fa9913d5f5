import { describe, expect, test } from '@jest/globals';
import type { HTTPRequest, Page, ResponseForRequest } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { orderSteps } from '../../shared/hosting/orderSteps.ts';
import { messages } from '../../shared/messages.ts';
import { orderAddress, paths } from '../../shared/paths.ts';
import { submissionHeaders } from '../../shared/submission.ts';
import { visitBeforeScripts } from '../helpers/browser/beforeScripts.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { readyToSubmit } from '../helpers/browser/readyToSubmit.ts';
import { type VisitOptions, visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person, submissionsPath } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));

/** Phones, one with its keyboard; a tablet; a small window; a laptop. */
const screens = [
  [360, 740],
  [320, 568],
  [360, 300],
  [768, 1024],
  [900, 700],
  [1280, 720],
  [1366, 768],
] as const;
const laptop = [1366, 768] as const;
const orderPage = orderAddress('/server-hosting', 'CXN3');
const submit = 'dialog[open] [type=submit]:not([form])';
const send = 'main form [type=submit]';
const toast = 'section[aria-label=Notifications] > *';
const expected = [/status of 500/, /Failed to (submit order|send message)/];

function at(screen: readonly [number, number], options: Omit<VisitOptions, 'url'>, act: VisitAct) {
  const prepare = async (page: Page) => {
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  };
  return visit({ url: site.url, prepare, ...options }, async (page) => {
    await resize(page, screen);
    await act(page);
  });
}
function resize(page: Page, [width, height]: readonly [number, number]) {
  return page.setViewport({ width, height });
}
type VisitAct = (page: Page) => Promise<void>;

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

async function answerPosts(page: Page, answer: (post: HTTPRequest) => Partial<ResponseForRequest>): Promise<void> {
  const isPost = (request: HTTPRequest) => request.method() === 'POST' && request.url().endsWith(submissionsPath);
  await page.setRequestInterception(true);
  page.on('request', (request) => void (isPost(request) ? request.respond(answer(request)) : request.continue()));
}
function refusePosts(page: Page): Promise<void> {
  return answerPosts(page, () => ({ status: 500 }));
}
async function acceptPosts(page: Page): Promise<void> {
  page.removeAllListeners('request');
  await page.setRequestInterception(false);
}

function storedAs(reference: string): Partial<ResponseForRequest> {
  return { headers: { [submissionHeaders.reference]: reference }, body: JSON.stringify({ success: true }) };
}

/** Holds back the next posts. Resolves with the first one. */
async function holdPost(page: Page): Promise<HTTPRequest> {
  const held = Promise.withResolvers<HTTPRequest>();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (request.method() === 'POST') held.resolve(request);
    else void request.continue();
  });
  return held.promise;
}
async function dismiss(page: Page): Promise<void> {
  await page.$eval('[aria-label=Dismiss]', (button) => (button as HTMLElement).click());
  await toastsBecome(page);
}

/** Clicks the order button of a plan, also if a toast covers it. */
function open(page: Page, plan: string): Promise<void> {
  return page.$eval(`#plan-${plan} button`, (button) => (button as HTMLElement).click());
}
async function fillInOrder(page: Page): Promise<void> {
  await page.waitForSelector('dialog:modal');
  for (const field of ['name', 'email', 'phone'] as const)
    await page.locator(`dialog[open] [name=${field}]`).fill(person[field]);
  await readyToSubmit(page);
}
async function fillInMessage(page: Page): Promise<void> {
  for (const [field, text] of Object.entries({ ...person, message: 'Please call me.' }))
    await page.locator(`main form [name=${field}]`).fill(text);
}
async function solve(page: Page): Promise<void> {
  await page.locator('main form input[type=checkbox]').click();
  await page.waitForSelector(`${send}:not(:disabled)`);
}
function toasts(page: Page): Promise<readonly string[]> {
  return page.$$eval(toast, (all) => all.map(({ textContent }) => textContent));
}
function toastsBecome(page: Page, ...titles: readonly string[]) {
  return page.waitForFunction(
    (selector, wanted) => {
      const shown = [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
      return shown.length === wanted.length && wanted.every((title, index) => shown[index]?.startsWith(title));
    },
    {},
    toast,
    titles,
  );
}

test.each([
  ['with scripts', true],
  ['without scripts', false],
])('%s, the actions of the order dialog are in sight, and hide no field that has the focus', (_scripts, javaScript) =>
  at(laptop, { path: orderPage, javaScript }, async (page) => {
    await page.waitForSelector(`dialog${javaScript ? ':modal' : '[open]'}`);
    for (const screen of screens) {
      await resize(page, screen);
      for (const part of [0, 0.5, 1]) {
        await page.$eval(
          'dialog[open]',
          (dialog, at) => dialog.scrollTo(0, at * (dialog.scrollHeight - dialog.clientHeight)),
          part,
        );
        for (const button of [submit, 'dialog[open] [type=submit][form]'])
          expect([screen, part, await seenAt(page, button)]).toEqual([screen, part, ['itself']]);
      }
      for (const field of ['message', 'company', 'phone', 'email', 'name'].map(
        (name) => `dialog[open] [name=${name}]`,
      )) {
        await page.focus(field);
        expect([screen, await seenAt(page, field)]).toEqual([screen, ['itself']]);
      }
    }
  }),
);

describe('a toast does not cover the button that it is about', () => {
  test('after an order that failed', () =>
    at(laptop, { path: orderPage, expected }, async (page) => {
      await fillInOrder(page);
      await refusePosts(page);
      for (const screen of screens) {
        await resize(page, screen);
        await page.focus('dialog[open] [name=name]');
        await page.keyboard.press('Enter');
        await toastsBecome(page, messages.orderFailed.title);
        expect([screen, await seenAt(page, submit)]).toEqual([screen, ['itself']]);
        await dismiss(page);
      }
    }));

  test('after a message that failed, with the button at the top or at the bottom of the window', () =>
    at(laptop, { path: paths.contact, expected }, async (page) => {
      await fillInMessage(page);
      await solve(page);
      await refusePosts(page);
      for (const screen of screens)
        for (const block of ['start', 'end'] as const) {
          await resize(page, screen);
          await page.$eval(
            send,
            (button, to) => {
              button.scrollIntoView({ block: to, behavior: 'instant' });
              (button as HTMLElement).focus({ preventScroll: true });
            },
            block,
          );
          await page.keyboard.press('Enter');
          await toastsBecome(page, messages.messageFailed.title);
          await page.waitForSelector(`${send}:not(:disabled)`);
          // What failed stands above the button now, and may have moved it out of the window.
          expect([screen, block, await seenAt(page, send)]).not.toContainEqual(expect.arrayContaining(['a toast']));
          await dismiss(page);
        }
    }));
});

test("an order's toast goes at the next try, and that of the stored order says what happens next", () =>
  at([360, 740], { path: orderPage, expected }, async (page) => {
    await fillInOrder(page);
    await refusePosts(page);
    await page.click(submit);
    await toastsBecome(page, messages.orderFailed.title);
    await acceptPosts(page);
    const post = holdPost(page);
    await page.click(submit);
    const request = await post;
    await toastsBecome(page);
    await request.continue();
    await toastsBecome(page, messages.orderSubmitted.title);
    const [text = ''] = await toasts(page);
    const { reference } = storedIn(site.dataDirectory).at(-1) ?? {};
    for (const part of [messages.orderSubmitted.description, reference, orderSteps.title, ...orderSteps.steps])
      expect(text).toContain(part);
    expect(await page.$eval(`${toast} a`, ({ textContent }) => textContent)).toBe(company.phone.display);
    const [shown, whole] = await page.$eval(toast, (box) => [box.clientHeight, box.scrollHeight]);
    expect(shown).toBe(whole);
    expect(shown).toBeLessThan(370);
  }));

test('toasts of stored orders stay, all within reach; the last one says what happens next', () =>
  at([360, 640], { path: '/server-hosting' }, async (page) => {
    let stored = 0;
    await answerPosts(page, () => {
      stored += 1;
      return storedAs(`order-${stored}`);
    });
    const { title } = messages.orderSubmitted;
    const plans = ['CXN1', 'CXN2', 'CXN3'];
    for (const [index, plan] of plans.entries()) {
      await open(page, plan);
      await fillInOrder(page);
      await page.focus('dialog[open] [name=name]');
      await page.keyboard.press('Enter');
      await toastsBecome(page, ...plans.slice(0, index + 1).map(() => title));
    }
    const told = await toasts(page);
    expect(told.map((text) => text.includes(orderSteps.title))).toEqual([false, false, true]);
    for (const [index] of plans.entries()) expect(told[index]).toContain(`order-${index + 1}`);

    await open(page, 'CXN1');
    await readyToSubmit(page);
    await page.click(submit);
    await page.waitForSelector('dialog[open] [aria-invalid=true]');
    expect((await toasts(page)).join()).toContain('order-1');
    await page.click('dialog[open] [type=submit][form]');
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));

    // With the keyboard of the phone, they scroll. The last one is in sight.
    await resize(page, [360, 300]);
    await nextFrame(page);
    const topOf = (selector: string) => page.$eval(selector, (element) => element.getBoundingClientRect().top);
    await page.hover(`${toast}:first-child [aria-label=Dismiss]`);
    const before = await topOf(toast);
    await page.mouse.wheel({ deltaY: 100 });
    await page.waitForFunction(
      (selector, was) => (document.querySelector(selector)?.getBoundingClientRect().top ?? 0) < was,
      {},
      toast,
      before,
    );
    for (const left of [2, 1, 0]) {
      await page.hover(`${toast}:first-child [aria-label=Dismiss]`);
      expect(await seenAt(page, `${toast}:first-child [aria-label=Dismiss]`)).toEqual(['itself']);
      // What is beside them can be pressed.
      const isToastBeside = await page.$eval(`${toast}:first-child [aria-label=Dismiss]`, (button) => {
        const { right, top } = button.getBoundingClientRect();
        return document.elementFromPoint(right + 16, top + 8)?.closest('[aria-label=Notifications]') !== null;
      });
      expect(isToastBeside).toBe(false);
      await page.click(`${toast}:first-child [aria-label=Dismiss]`);
      await toastsBecome(page, ...plans.slice(0, left).map(() => title));
    }
  }));

test('a toast makes room for what the focus brings into sight, and does not move without need', () =>
  at([360, 640], { path: '/server-hosting' }, async (page) => {
    await answerPosts(page, () => storedAs('order-1'));
    await open(page, 'CXN1');
    await fillInOrder(page);
    await page.click(submit);
    await toastsBecome(page, messages.orderSubmitted.title);
    await open(page, 'CXN2');
    await page.waitForSelector('dialog:modal');
    const isMovedFor = async (control: string, focus = () => page.focus(control)) => {
      await focus();
      await nextFrame(page);
      expect([control, await seenAt(page, control)]).toEqual([control, ['itself']]);
      return page.$eval('section[aria-label=Notifications]', ({ dataset }) => dataset.moved !== undefined);
    };
    await page.focus(submit);
    await page.$eval('dialog[open]', (dialog) => dialog.scrollTo(0, dialog.scrollHeight));
    expect(await isMovedFor('dialog[open] [aria-label=Close]', () => page.keyboard.press('Tab'))).toBe(true);
    expect(await isMovedFor('dialog[open] [name=email]')).toBe(true);
    expect(await isMovedFor(submit)).toBe(false);
    expect(await isMovedFor('dialog[open] [name=message]')).toBe(false);
  }));

test('the contact form has one toast at a time beside its reference, and its captcha clears the one that asks for it', () =>
  at(laptop, { path: paths.contact, expected }, async (page) => {
    await fillInMessage(page);
    await page.focus('main form [name=name]');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await toastsBecome(page, messages.captchaRequired.title);
    await solve(page);
    await toastsBecome(page);
    await page.locator('main form [name=email]').fill('thandiwe');
    await page.click(send);
    await toastsBecome(page, 'Validation Error');
    await page.locator('main form [name=email]').fill(person.email);
    await refusePosts(page);
    await page.click(send);
    await toastsBecome(page, messages.messageFailed.title);
    await acceptPosts(page);
    await page.click(send);
    await toastsBecome(page, messages.messageSent.title);
    // A message's reference stays until a newer one.
    await page.focus('main form [name=name]');
    await page.keyboard.press('Enter');
    await toastsBecome(page, messages.messageSent.title, messages.captchaRequired.title);
    await solve(page);
    await toastsBecome(page, messages.messageSent.title);
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
      await page.waitForSelector('dialog:modal');
      await readyToSubmit(page);
      await page.click(submit);
      await invalidBecome(page, 'name', 'email', 'phone');
      await page.type('dialog[open] [name=name]', 'T');
      expect(await invalid(page)).toEqual(['name', 'email', 'phone']);
      await page.type('dialog[open] [name=name]', 'h');
      await invalidBecome(page, 'email', 'phone');
      expect(await page.$eval('dialog[open]', ({ textContent }) => textContent)).not.toContain('Name must be');
      await page.type('dialog[open] [name=phone]', person.phone);
      await invalidBecome(page, 'email');
      await page.focus('dialog[open] [name=name]');
      await page.keyboard.press('Backspace');
      await invalidBecome(page, 'name', 'email');
      await page.click(submit);
      await invalidBecome(page, 'name', 'email');
    }));

  test('in the answer to a plain form post', () =>
    at([360, 740], { path: orderPage, expected: [/status of 400/] }, async (page) => {
      await page.waitForSelector('dialog:modal');
      await Promise.all([
        page.waitForNavigation(),
        page.$eval('dialog[open] form[method=post]', (form) => (form as HTMLFormElement).submit()),
      ]);
      await invalidBecome(page, 'name', 'email', 'phone');
      await readyToSubmit(page);
      await page.type('dialog[open] [name=email]', person.email);
      await invalidBecome(page, 'name', 'phone');
    }));

  test('before hydration; a choice that is not offered, as soon as another is made', () =>
    visitBeforeScripts({ url: site.url, path: orderPage, expected: [/status of 400/] }, async (page, release) => {
      await page.type('dialog[open] [name=email]', 'thandiwe');
      await page.$eval('dialog[open] [name=dataCentre]', (select) => {
        const option = new Option('Elsewhere', 'elsewhere', true, true);
        select.append(option);
      });
      await Promise.all([page.waitForNavigation({ waitUntil: 'domcontentloaded' }), page.click(submit)]);
      await invalidBecome(page, 'name', 'email', 'phone', 'dataCentre');
      await page.focus('dialog[open] [name=email]');
      await page.keyboard.press('End');
      await page.keyboard.type('@visitor.example');
      await page.type('dialog[open] [name=name]', 'T');
      await release();
      await invalidBecome(page, 'name', 'phone', 'dataCentre');
      await page.select('dialog[open] [name=dataCentre]', 'Cape Town');
      await invalidBecome(page, 'name', 'phone');
    }));

  test('also if it is filled in by a program that fires only `change`; a second refusal shows it again', () =>
    at([360, 740], { path: orderPage, expected: [/status of 400/, /Failed to submit order/] }, async (page) => {
      await fillInOrder(page);
      await answerPosts(page, () => ({
        status: 400,
        body: JSON.stringify({ success: false, error: 'Refused', fields: { email: 'Refused' } }),
      }));
      const email = 'dialog[open] [name=email]';
      for (const text of ['one@visitor.example', 'two@visitor.example']) {
        await page.click(submit);
        await invalidBecome(page, 'email');
        await page.waitForFunction((selector) => document.activeElement?.matches(selector), {}, email);
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

  test('in the contact form', () =>
    at(laptop, { path: paths.contact }, async (page) => {
      await page.focus('main form [name=message]');
      await solve(page);
      await page.click(send);
      await invalidBecome(page, 'name', 'email', 'message');
      await page.type('main form [name=message]', 'Please call.');
      await invalidBecome(page, 'name', 'email');
    }));
});
