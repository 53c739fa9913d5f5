import { describe, expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { HTTPRequest, Page } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { hostingPath, orderAddress, paths, searchPath } from '../../shared/paths.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import { orderDialog, submitOrder } from '../helpers/browser/orderDialog.ts';
import { type VisitOptions, visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { choosingAddresses, searchAddresses, sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person, submissionsPath } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));

async function showTheme(page: Page, theme: string): Promise<void> {
  await page.$eval(`footer input[name="theme"][value="${theme}"]`, (input) => (input as HTMLInputElement).click());
  await page.waitForSelector(`html[data-theme="${theme}"]`);
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/** The rules that depend on colours, which are all that the themes differ in, or on sizes. */
const looks = ['color-contrast', 'link-in-text-block', 'target-size'];

/**
 * axe's violations on the current page, each with its rule, element and reason: in the dark theme of all rules, then in
 * the light theme, and in a window of `lightWidth` if it is given, of the rules about looks.
 */
async function violationsOn(page: Page, lightWidth?: number): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await showTheme(page, theme);
    if (theme === 'light' && lightWidth) await page.setViewport({ width: lightWidth, height: 900 });
    const violations = await page.evaluate(
      async (runOnly) => {
        const results = await (window as unknown as { axe: typeof axe }).axe.run(document, {
          resultTypes: ['violations'],
          // Of WCAG 2.2, and off by default.
          ...(runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } }),
        });
        return results.violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
        );
      },
      theme === 'light' && looks,
    );
    found.push(...violations.map((violation) => `${new URL(page.url()).pathname}, ${theme}: ${violation}`));
  }
  return found;
}

function visitStill(options: Omit<VisitOptions, 'url'>, act: (page: Page) => Promise<void>): Promise<void> {
  const prepare = (page: Page) => page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  return visit({ url: site.url, prepare, ...options }, act);
}

async function toast(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      document.querySelector('section[aria-label=Notifications] > :last-child')?.textContent?.includes(wanted) ?? false,
    {},
    text,
  );
}

const orderPage = orderAddress(hostingPath('server-hosting'), 'CXN3');
const contactForm = 'main form';
const send = `${contactForm} button[type="submit"]`;
async function fillInMessage(page: Page, fields: { readonly [name: string]: string }): Promise<void> {
  for (const [name, text] of Object.entries(fields)) await page.locator(`${contactForm} [name="${name}"]`).fill(text);
  await page.locator(`${contactForm} input[type="checkbox"]`).click();
  await page.waitForSelector(`${send}:not(:disabled)`);
}

async function refusePosts(page: Page): Promise<void> {
  const isPost = (request: HTTPRequest) => request.method() === 'POST' && request.url().endsWith(submissionsPath);
  await page.setRequestInterception(true);
  page.on('request', (request) => void (isPost(request) ? request.respond({ status: 500 }) : request.continue()));
}

const message = { name: person.name, email: person.email, message: 'Our file server is old.' };
const refused = [/status of 500/, /Failed to (submit order|send message)/];

test(
  'axe finds nothing on the pages of the sitemap, when plans are found or compared, on search results and the 404 page',
  () =>
    visitStill({ expected: [/404 \(Not Found\)/] }, async (page) => {
      const found: string[] = [];
      for (const path of [...(await sitemapPaths(site.url)), ...choosingAddresses, ...searchAddresses, unknownPath]) {
        await page.setViewport({ width: 1440, height: 900 });
        await page.goto(site.url + path);
        await hydrated(page);
        found.push(...(await violationsOn(page, 360)));
      }
      expect(found).toEqual([]);
    }),
  240_000,
);

describe.each<{ readonly menu: string; readonly width: number }>([
  { menu: 'mobile', width: 360 },
  { menu: 'hosting', width: 1440 },
])('the $menu menu at $width px', ({ menu, width }) => {
  test('axe finds nothing while it is open', () =>
    visitStill({ width }, async (page) => {
      await page.click(`button[popovertarget="${menu}-menu"]`);
      if (menu === 'mobile') await page.click('#mobile-menu summary');
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.$(`#${menu}-menu:popover-open`)).not.toBeNull();
    }));
});

describe('axe finds nothing on the order dialog', () => {
  test.each([360, 1440])('at %d px, empty and with errors beside its fields', (width) =>
    visitStill({ path: orderPage, width }, async (page) => {
      await page.waitForSelector('dialog:modal');
      expect(await violationsOn(page)).toEqual([]);
      await page.locator(submitOrder).click();
      await page.waitForSelector('dialog:modal [aria-invalid="true"]');
      expect(await violationsOn(page)).toEqual([]);
    }),
  );

  test('after a failed order, and on the toast and the result of a stored one', () =>
    visitStill({ path: orderPage, expected: refused }, async (page) => {
      await orderDialog(page).fillIn();
      await refusePosts(page);
      await page.locator(submitOrder).click();
      await toast(page, messages.orderFailed.description);
      expect(await violationsOn(page)).toEqual([]);
      page.removeAllListeners('request');
      await page.setRequestInterception(false);
      await page.locator(submitOrder).click();
      await toast(page, messages.orderSubmitted.description);
      expect(await violationsOn(page)).toEqual([]);
    }));
});

test.each([
  ['is stored', person.name],
  ['has an invalid field', ''],
])('axe finds nothing on the page that answers a plain form post that %s', (_outcome, name) =>
  visitStill({ path: orderPage, expected: [/status of 400/] }, async (page) => {
    await orderDialog(page).fillIn();
    await page.locator('dialog:modal input[name="name"]').fill(name);
    await Promise.all([
      page.waitForNavigation(),
      page.$eval('dialog:modal form[method="post"]', (form) => (form as HTMLFormElement).submit()),
    ]);
    await hydrated(page);
    expect(await violationsOn(page)).toEqual([]);
  }),
);

describe('axe finds nothing on the contact page', () => {
  test('with the toast that asks for the captcha', () =>
    visitStill({ path: paths.contact }, async (page) => {
      await page.focus(`${contactForm} [name="name"]`);
      await page.keyboard.press('Enter');
      await toast(page, messages.captchaRequired.description);
      expect(await violationsOn(page)).toEqual([]);
    }));

  test('with errors beside its fields and in a toast', () =>
    visitStill({ path: paths.contact }, async (page) => {
      await fillInMessage(page, { name: 'S', email: 'sipho', message: 'short' });
      await page.click(send);
      await toast(page, 'Validation Error');
      expect(await violationsOn(page)).toEqual([]);
    }));

  test('after a failed message and after a sent one', () =>
    visitStill({ path: paths.contact, expected: refused }, async (page) => {
      await fillInMessage(page, message);
      await refusePosts(page);
      await page.click(send);
      await toast(page, messages.messageFailed.description);
      expect(await violationsOn(page)).toEqual([]);
      page.removeAllListeners('request');
      await page.setRequestInterception(false);
      await page.locator(`${send}:not(:disabled)`).click();
      await toast(page, messages.messageSent.description);
      expect(await violationsOn(page)).toEqual([]);
    }));
});

test('axe finds nothing on the toasts of a download and of content protection', () =>
  visitStill({ path: paths.legal }, async (page) => {
    const session = await page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'deny' });
    await page.locator('main a[download]').click();
    await toast(page, 'download started');
    await page.$eval('main h1', (title) => title.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true })));
    await toast(page, messages.contentProtected.description);
    expect(await violationsOn(page)).toEqual([]);
  }));

describe.each([360, 1440])('axe finds nothing at %d px', (width) => {
  test('on the search page and its suggestions', () =>
    visitStill({ path: `${searchPath}?q=fibre+optick`, width }, async (page) => {
      expect(await violationsOn(page)).toEqual([]);
      await page.type('main input[name="q"]', 'e');
      await page.waitForSelector('[role="listbox"]:not([hidden])');
      await page.keyboard.press('ArrowDown');
      await page.waitForSelector('[role="option"][aria-selected="true"]');
      expect(await violationsOn(page)).toEqual([]);
      expect(await page.$('[role="listbox"]:not([hidden])')).not.toBeNull();
    }));
});
