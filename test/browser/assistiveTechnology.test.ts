import { expect, test } from '@jest/globals';
import type { Page, SerializedAXNode } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { hostingPath, mainId } from '../../shared/paths.ts';
import { orderDialog, orderField, readyToSubmit } from '../helpers/browser/orderDialog.ts';
import { orderVisits } from '../helpers/browser/orderVisits.ts';
import { arrivedAt, toastRegion, toasts } from '../helpers/browser/page.ts';
import { inEachBrowser, visit } from '../helpers/browser/visit.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startApp());
const { visit: visitAndOrder, storedOf } = orderVisits(site);

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

  test('an order by keyboard moves the focus into the dialog, to the first fault, back to the order button, to the result and to the toast', () =>
    visit({ kind, url: site.url, path: hostingPath('server-hosting') }, async (page) => {
      const { closed } = orderDialog(page);
      await page.focus('#plan-CXN3 button');
      await press(page, ' ');
      await page.waitForSelector('dialog:modal');
      expect(await focus(page)).toBe('dialog: name');
      await press(page, 'Escape');
      await closed();
      expect(await focus(page)).toBe('main: order');
      await press(page, 'Enter');
      await page.waitForSelector('dialog:modal');
      await readyToSubmit(page);
      await press(page, 'Enter');
      await page.waitForSelector('dialog:modal [aria-invalid=true]');
      expect(await focus(page)).toBe('dialog: name');
      for (const text of [person.name, person.email, person.phone]) {
        await page.keyboard.type(text);
        await press(page, 'Tab');
      }
      await press(page, 'Enter');
      await closed();
      expect(await focus(page)).toBe('main: Order Submitted!');
      expect(await press(page, 'Tab')).toBe('main: VPS Server Hosting: CXN3');
      await toasts(page).appears('status');
      await page.focus('footer button');
      expect(await press(page, 'Tab')).toBe('section: Dismiss');
      await press(page, 'Enter');
      await toasts(page).become();
      expect(await focus(page)).toBe('footer: Scroll to top');
      expect(await press(page, 'Enter')).toMatch(/^main: /);
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

test('a screen reader hears the order: button, dialog, fields, faults and the result', () =>
  visitAndOrder({}, async ({ page, dialog }) => {
    const button = { role: 'button', name: 'Order Now', description: 'CXN3' };
    expect(await heard(page, '#plan-CXN3 button[name=order]')).toMatchObject([button]);
    await dialog.open();
    expect((await heard(page, 'dialog:modal'))[0]).toMatchObject({
      role: 'dialog',
      modal: true,
      name: 'Order CXN3',
      description: "Fill in your details and we'll get back to you shortly to complete your order.",
    });
    const fields = ['Full Name *', 'Email Address *', 'Phone Number *'];
    expect(await requiredFields(page)).toEqual(fields.map((name) => ['textbox', name, undefined, undefined]));

    await dialog.submit();
    await page.waitForSelector('dialog:modal [name=name][aria-invalid=true]:focus');
    const faults = [
      ['textbox', 'Full Name *', 'true', 'Name must be at least 2 characters'],
      ['textbox', 'Email Address *', 'true', 'Invalid email address'],
      ['textbox', 'Phone Number *', 'true', 'Phone number must be at least 10 digits'],
    ];
    expect(await requiredFields(page)).toEqual(faults);
    await page.type(orderField('phone'), '082');
    expect(await requiredFields(page)).toEqual(faults);

    // A screen reader may miss a text that is added together with its live region. So the region must exist before the toast.
    const regions = await page.$$(toastRegion);
    await dialog.fillIn({ company: 'Heard' });
    await dialog.submit();
    await dialog.closed();
    await toasts(page).appears('status');
    const areOld = regions.map((one) => one.evaluate(({ children }) => children.length > 0));
    expect(await Promise.all(areOld)).toContain(true);
    const [region, status, ...inside] = await heard(page, toastRegion);
    expect(region).toMatchObject({ role: 'region', name: 'Notifications' });
    expect(status).toMatchObject({ role: 'status', live: 'polite', atomic: true });
    const { title, description } = messages.orderSubmitted;
    const [{ reference } = {}] = storedOf('Heard');
    expect(inside.map(({ name }) => name)).toEqual(expect.arrayContaining([title, description, reference]));
  }));
