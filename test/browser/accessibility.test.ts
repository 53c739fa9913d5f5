import { expect, test } from '@jest/globals';
import axe from 'axe-core';
import type { Page, SerializedAXNode } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { hostingPath, mainId, orderAddress, paths, searchPath } from '../../shared/paths.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import { contactForm } from '../helpers/browser/contactForm.ts';
import { orderDialog, orderField, readyToSubmit } from '../helpers/browser/orderDialog.ts';
import { orderVisits } from '../helpers/browser/orderVisits.ts';
import { arrivedAt, clickOn, toastRegion, toasts } from '../helpers/browser/page.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { pageSearch } from '../helpers/browser/siteSearch.ts';
import { inEachBrowser, type VisitOptions, visit } from '../helpers/browser/visit.ts';
import { isLong } from '../helpers/run/tier.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { postForm } from '../helpers/visitor/posts.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startApp());
const { visit: visitAndOrder, storedOf } = orderVisits(site);

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

test('axe finds nothing on the order dialog with errors, nor on the contact page with errors and after a sent message', () =>
  visitStill({ path: orderAddress(hostingPath('server-hosting'), 'CXN3') }, async (page) => {
    await orderDialog(page).submit();
    await page.waitForSelector('dialog:modal [aria-invalid="true"]');
    await isAccessible(page);
    await page.goto(site.url + paths.contact);
    await hydrated(page);
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

/** The element that has the focus, as a text: first the part of the page around it, then its name or text. */
function focus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    const place = element?.closest('dialog, header, main, footer, [aria-label=Notifications]')?.localName ?? '';
    const control = element as HTMLInputElement | null;
    return `${place}: ${element?.ariaLabel || control?.name || element?.textContent || element?.id}`;
  });
}
/** Presses keys. Resolves with the element that has the focus afterwards, as `focus` names it. */
async function press(page: Page, ...keys: readonly Parameters<Page['keyboard']['press']>[0][]): Promise<string> {
  for (const key of keys) await page.keyboard.press(key);
  return focus(page);
}

inEachBrowser((kind) => {
  test('the skip link leads past the header, and each menu opens, closes and leads on by keyboard', () =>
    visit({ kind, url: site.url }, async (page) => {
      expect(await press(page, 'Tab')).toBe(': Skip to content');
      expect(await page.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBe(0);
      await press(page, 'Enter');
      await page.waitForSelector(`#${mainId}:focus`);
      expect(await press(page, 'Tab')).toMatch(/^main: Start Your IT Assessment/);

      await page.focus('header nav > ul > li:nth-child(2) > a');
      await press(page, 'Tab', 'Enter');
      await page.waitForSelector('#hosting-menu:popover-open');
      await press(page, 'Escape');
      await page.waitForSelector('#hosting-menu:not(:popover-open)');
      expect(await focus(page)).toMatch(/^header: Hosting/);
      expect(await press(page, 'Enter', 'Tab', 'Tab')).toBe('header: Shared Hosting');
      await press(page, 'Enter');
      await arrivedAt(page, hostingPath('shared-hosting'));
      await page.waitForSelector(`#${mainId}:focus`);
    }));
});

/** An element and the elements in it, as Chromium describes them to a screen reader. */
async function heard(page: Page, selector: string): Promise<readonly SerializedAXNode[]> {
  const root = await page.waitForSelector(selector);
  const flat = (node: SerializedAXNode): readonly SerializedAXNode[] => [node, ...(node.children ?? []).flatMap(flat)];
  const tree = root && (await page.accessibility.snapshot({ root }));
  return tree ? flat(tree) : [];
}

/** What a screen reader hears of each required field of the dialog. */
async function requiredFields(page: Page) {
  const fields = (await heard(page, 'dialog:modal')).filter(({ required }) => required);
  return fields.map(({ role, name, invalid, description }) => [role, name, invalid, description]);
}

test('an order by keyboard moves the focus into the dialog, to the first fault, back to the order button, to the result and to the toast; a screen reader hears each', () =>
  visitAndOrder({}, async ({ page, dialog }) => {
    const button = { role: 'button', name: 'Order Now', description: 'CXN3' };
    expect(await heard(page, '#plan-CXN3 button[name=order]')).toMatchObject([button]);
    await page.focus('#plan-CXN3 button');
    await press(page, ' ');
    await page.waitForSelector('dialog:modal');
    expect(await focus(page)).toBe('dialog: name');
    expect((await heard(page, 'dialog:modal'))[0]).toMatchObject({
      role: 'dialog',
      modal: true,
      name: 'Order CXN3',
      description: "Fill in your details and we'll get back to you shortly to complete your order.",
    });
    const fields = ['Full Name *', 'Email Address *', 'Phone Number *'];
    expect(await requiredFields(page)).toEqual(fields.map((name) => ['textbox', name, undefined, undefined]));
    await press(page, 'Escape');
    await dialog.closed();
    expect(await focus(page)).toBe('main: order');
    await press(page, 'Enter');
    await page.waitForSelector('dialog:modal');
    await readyToSubmit(page);
    await press(page, 'Enter');
    await page.waitForSelector('dialog:modal [aria-invalid=true]');
    expect(await focus(page)).toBe('dialog: name');
    const faults = [
      ['textbox', 'Full Name *', 'true', 'Name must be at least 2 characters'],
      ['textbox', 'Email Address *', 'true', 'Invalid email address'],
      ['textbox', 'Phone Number *', 'true', 'Phone number must be at least 10 digits'],
    ];
    expect(await requiredFields(page)).toEqual(faults);
    await page.keyboard.type('T');
    // The message stays as long as the text breaks an order's rule. A contact message may have a phone of any length.
    await dialog.fill({ phone: '123456789' });
    expect(await requiredFields(page)).toEqual(faults);
    await page.focus(orderField('name'));
    await page.keyboard.press('End');

    // A screen reader may miss a text that is added together with its live region. So the region must exist before the toast.
    const regions = await page.$$(toastRegion);
    for (const text of [person.name.slice(1), person.email, person.phone]) {
      await page.keyboard.type(text);
      await press(page, 'Tab');
    }
    await page.keyboard.type('Heard');
    await press(page, 'Enter');
    await dialog.closed();
    expect(await focus(page)).toBe('main: Order Submitted!');
    expect(await press(page, 'Tab')).toBe('main: VPS Server Hosting: CXN3');
    await toasts(page).appears('status');
    const areOld = regions.map((one) => one.evaluate(({ children }) => children.length > 0));
    expect(await Promise.all(areOld)).toContain(true);
    const [region, status, ...inside] = await heard(page, toastRegion);
    expect(region).toMatchObject({ role: 'region', name: 'Notifications' });
    expect(status).toMatchObject({ role: 'status', live: 'polite', atomic: true });
    const { title, description } = messages.orderSubmitted;
    const [{ reference } = {}] = storedOf('Heard');
    expect(inside.map(({ name }) => name)).toEqual(expect.arrayContaining([title, description, reference]));
    await page.focus('footer button');
    expect(await press(page, 'Tab')).toBe('section: Dismiss');
    await press(page, 'Enter');
    await toasts(page).become();
    expect(await focus(page)).toBe('footer: Scroll to top');
    expect(await press(page, 'Enter')).toMatch(/^main: /);
  }));
