import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { hostingPath, mainId } from '../../shared/paths.ts';
import { orderDialog, readyToSubmit } from '../helpers/browser/orderDialog.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { inEachBrowser, visit } from '../helpers/browser/visit.ts';
import { arrivedAt } from '../helpers/browser/waits.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startApp());

/** What has the focus: its name, value or text, and where it stands. */
function focus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    const place = element?.closest('dialog, header, main, footer, [aria-label=Notifications]')?.localName ?? '';
    const control = element as HTMLInputElement | null;
    const name = element?.ariaLabel || control?.name || element?.textContent || element?.id;
    return `${place}: ${control?.type === 'radio' ? control.value : name}`;
  });
}

async function press(page: Page, ...keys: readonly Parameters<Page['keyboard']['press']>[0][]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
/** Types each text and goes on to the next field. */
async function typeInto(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text);
    await press(page, 'Tab');
  }
}
function mainHasFocus(page: Page) {
  return page.waitForFunction((id) => document.activeElement?.id === id, {}, mainId);
}

inEachBrowser((kind) => {
  test('the skip link leads past the header, and each menu opens, closes and leads on by keyboard', () =>
    visit({ kind, url: site.url }, async (page) => {
      await press(page, 'Tab');
      expect(await focus(page)).toBe(': Skip to content');
      expect(await page.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBe(0);
      await press(page, 'Enter');
      await mainHasFocus(page);
      await press(page, 'Tab');
      expect(await focus(page)).toMatch(/^main: Start Your IT Assessment/);

      await page.focus('header nav > ul > li:nth-child(2) > a');
      await press(page, 'Tab', 'Enter');
      await page.waitForSelector('#hosting-menu:popover-open');
      await press(page, 'Escape');
      await page.waitForSelector('#hosting-menu:not(:popover-open)');
      expect(await focus(page)).toMatch(/^header: Hosting/);
      await press(page, 'Enter', 'Tab', 'Tab');
      expect(await focus(page)).toBe('header: Shared Hosting');
      await press(page, 'Enter');
      await arrivedAt(page, hostingPath('shared-hosting'));
      await mainHasFocus(page);
    }));

  test('an order by keyboard: the focus is in the dialog, at the first fault, back on its button, on the result, and on the toast', () =>
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
      await typeInto(page, person.name, person.email, person.phone);
      await press(page, 'Enter');
      await closed();
      expect(await focus(page)).toBe('main: Order Submitted!');
      await press(page, 'Tab');
      expect(await focus(page)).toBe('main: CXN3');
      await toasts(page).appears('status');
      await page.focus('footer button');
      await press(page, 'Tab');
      expect(await focus(page)).toBe('section: Dismiss');
      await press(page, 'Enter');
      await toasts(page).become();
      expect(await focus(page)).toBe('footer: Scroll to top');
      await press(page, 'Enter');
      expect(await focus(page)).toMatch(/^main: /);
    }));
});
