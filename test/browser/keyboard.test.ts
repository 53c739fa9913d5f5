import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { hostingPath, mainId, paths, searchPath } from '../../shared/paths.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import { inEachBrowser } from '../helpers/browser/inEachBrowser.ts';
import { readyToSubmit } from '../helpers/browser/readyToSubmit.ts';
import { visit } from '../helpers/browser/visit.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { contactMessage, person } from '../helpers/visitor/visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

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

inEachBrowser((kind) => {
  test('the skip link leads past the header, and each menu opens, closes and leads on by keyboard', () =>
    visit({ kind, url: site.url }, async (page) => {
      await press(page, 'Tab');
      expect(await focus(page)).toBe(': Skip to content');
      expect(await page.evaluate(() => document.activeElement?.getBoundingClientRect().top)).toBe(0);
      await press(page, 'Enter');
      await page.waitForFunction((id) => document.activeElement?.id === id, {}, mainId);
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
      await page.waitForFunction((path) => location.pathname === path, {}, hostingPath('shared-hosting'));
      await page.waitForFunction((id) => document.activeElement?.id === id, {}, mainId);
    }));

  test('an order by keyboard: the focus is in the dialog, at the first fault, back on its button, and on the toast', () =>
    visit({ kind, url: site.url, path: hostingPath('server-hosting') }, async (page) => {
      await page.focus('#plan-CXN3 button');
      await press(page, ' ');
      await page.waitForSelector('dialog:modal');
      expect(await focus(page)).toBe('dialog: name');
      await press(page, 'Escape');
      await page.waitForFunction(() => !document.querySelector('dialog:modal'));
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
      await page.waitForFunction(() => !document.querySelector('dialog:modal'));
      expect(await focus(page)).toBe('main: order');
      await page.waitForSelector('section[aria-label=Notifications] [role=status]');
      await page.focus('footer button');
      await press(page, 'Tab');
      expect(await focus(page)).toBe('section: Dismiss');
      await press(page, 'Enter');
      await page.waitForFunction(() => !document.querySelector('section[aria-label=Notifications] [role]'));
      expect(await focus(page)).toBe('footer: Scroll to top');
    }));

  test('the arrow keys choose the theme in the footer', () =>
    visit({ kind, url: site.url, path: paths.about }, async (page) => {
      await page.focus('footer input[value=dark]');
      await press(page, 'ArrowRight');
      await page.waitForSelector('html[data-theme=light]');
      expect(await focus(page)).toBe('footer: light');
      await press(page, 'Tab');
      expect(await focus(page)).toBe('footer: Scroll to top');
      await press(page, 'Enter');
      expect(await focus(page)).toMatch(/^main: /);
    }));

  test('plans are found, and a message is sent, by keyboard', () =>
    visit({ kind, url: site.url, path: hostingPath('server-hosting') }, async (page) => {
      await page.focus('[name=ram]');
      await page.keyboard.type('8');
      await page.focus('[name=budget]');
      await page.keyboard.type('1500');
      await page.waitForFunction(() =>
        /6 of 14 plans/.test(document.querySelector('form [role=status]')?.textContent ?? ''),
      );
      await page.waitForFunction(() => location.search === '?ram=8&budget=1500');
      expect(await focus(page)).toBe('main: budget');

      await page.focus('header input[name=q]');
      await page.keyboard.type('POPIA');
      await press(page, 'Enter');
      await page.waitForFunction(
        (path) => location.pathname === path && document.querySelector('main a[href="/legal/privacy-policy"]'),
        {},
        searchPath,
      );

      await page.goto(site.url + paths.contact);
      await hydrated(page);
      await page.focus('main form [name=name]');
      for (const text of [contactMessage.name, contactMessage.email, '', '', contactMessage.message]) {
        await page.keyboard.type(text);
        await press(page, 'Tab');
      }
      await page.waitForSelector('main form input[type=checkbox]');
      await page.focus('main form input[type=checkbox]');
      await press(page, ' ');
      await page.waitForSelector('main form button[type=submit]:not(:disabled)');
      await page.focus('main form button[type=submit]');
      await press(page, 'Enter');
      await page.waitForSelector('section[aria-label=Notifications] [role=status]');
      expect(await focus(page)).toMatch(/^main: /);
    }));
});
