import { expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { Page } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { hostingPath, orderAddress, paths, searchPath } from '../../shared/paths.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import { contactForm } from '../helpers/browser/contactForm.ts';
import { orderDialog } from '../helpers/browser/orderDialog.ts';
import { clickOn, toasts } from '../helpers/browser/page.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { pageSearch } from '../helpers/browser/siteSearch.ts';
import { type VisitOptions, visit } from '../helpers/browser/visit.ts';
import { isLong } from '../helpers/run/tier.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { postForm } from '../helpers/visitor/posts.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startApp());

/** The rules about sizes and colours. The light theme needs no other rules: it differs from the dark theme only in colours. */
const looks = ['color-contrast', 'link-in-text-block', 'target-size'];

/** The pages to look at, beside the result of an order. In a usual run without those that other tests of this file see. */
const seenBelow = [paths.contact, paths.legal, orderAddress(hostingPath('server-hosting'), 'CXN3'), '/search?q=fibre'];
const looked = [
  ...pageKinds.filter((path) => isLong || !seenBelow.includes(path)),
  ...[hostingPath('pastel-hosting'), `${searchPath}?q=outage`],
];

/** The violations of these rules that axe finds, each with rule, element and reason. Without `rules`, axe checks all rules. */
async function violationsOn(page: Page, rules?: string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    // The rule `target-size` of WCAG 2.2 is about the size of links and buttons. By default axe leaves it out.
    const options = runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } };
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
  }, rules);
}

async function showTheme(page: Page, theme: string): Promise<void> {
  await clickOn(page, `footer input[name="theme"][value="${theme}"]`);
  await page.waitForSelector(`html[data-theme="${theme}"]`);
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(transitions.map(({ finished }) => finished));
  });
}

/** Expects no violation of any rule in the dark theme at `wide` px, and none of `looks` in the light theme at `narrow` px. */
async function isAccessible(page: Page, wide = 1440, narrow = 360): Promise<void> {
  for (const [theme, width, rules] of [
    ['dark', wide, undefined],
    ['light', narrow, looks],
  ] as const) {
    if (page.viewport()?.width !== width) await page.setViewport({ width, height: 900 });
    await showTheme(page, theme);
    expect([page.url(), theme, await violationsOn(page, rules)]).toEqual([page.url(), theme, []]);
  }
}

function visitStill(options: Omit<VisitOptions, 'url'>, act: (page: Page) => Promise<void>): Promise<void> {
  return visit({ url: site.url, cheapProofsOf: site.dataDirectory, still: true, ...options }, act);
}

test('no kind of page scrolls sideways on a phone, and axe finds nothing on them; in either theme on the home page, in a long run on all', () =>
  visitStill({ expected: [unknownPathMissing] }, async (page) => {
    const result = (await postForm(site, { ...person, plan: 'CXN3' }).expect(303)).get('Location') ?? '';
    for (const path of [...looked, result]) {
      await page.setViewport({ width: 1440, height: 900 });
      await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
      await hydrated(page);
      if (isLong || path === paths.home) await isAccessible(page);
      else expect([path, await violationsOn(page)]).toEqual([path, []]);
      await page.setViewport({ width: 360, height: 900 });
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360]);
    }
  }));

test.each([['mobile', 360] as const, ...(isLong ? [['hosting', 1440] as const] : [])])(
  'axe finds nothing while the %s menu is open',
  (menu, width) =>
    visitStill({ path: paths.legal, width }, async (page) => {
      await page.click(`button[popovertarget="${menu}-menu"]`);
      if (menu === 'mobile') await page.click('#mobile-menu summary');
      await isAccessible(page, width, width);
      expect(await page.$(`#${menu}-menu:popover-open`)).not.toBeNull();
    }),
);

test('axe finds nothing on the order dialog with errors', () =>
  visitStill({ path: orderAddress(hostingPath('server-hosting'), 'CXN3') }, async (page) => {
    await orderDialog(page).submit();
    await page.waitForSelector('dialog:modal [aria-invalid="true"]');
    await isAccessible(page);
  }));

test('axe finds nothing on the contact page with errors and after a sent message', () =>
  visitStill({ path: paths.contact }, async (page) => {
    const form = contactForm(page);
    await form.fillIn({ name: 'S', email: 'sipho', message: 'short' });
    await form.solve();
    await form.send();
    await toasts(page).appears('alert', 'Validation Error');
    await isAccessible(page);
    await form.fillIn();
    await form.send();
    await toasts(page).appears('status', messages.messageSent.description);
    await isAccessible(page);
  }));

test('axe finds nothing on the suggestions of the search', () =>
  visitStill({ path: `${searchPath}?q=fibre+optick` }, async (page) => {
    await page.type(pageSearch, 'e');
    await page.waitForSelector('[role="listbox"]:not([hidden])');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('[role="option"][aria-selected="true"]');
    await isAccessible(page);
    expect(await page.$('[role="listbox"]:not([hidden])')).not.toBeNull();
  }));
