import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { pageNotLoaded } from '../../shared/messages.ts';
import { notFoundMeta, notFoundTexts } from '../../shared/pages/notFound.ts';
import { hydrated, nextFrame } from '../helpers/browser/browser.ts';
import { consultation, contactForm } from '../helpers/browser/contactForm.ts';
import { arrivedAt, clickOn, says, textOf } from '../helpers/browser/page.ts';
import { unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { pageSearch } from '../helpers/browser/siteSearch.ts';
import { visit, visitBeforeScripts } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();

test('the not-found page stays after hydration, and the console shows only its 404', () =>
  visit({ url, path: '/nowhere', expected: [unknownPathMissing] }, async (page) => {
    // React Router alone would show the About page at the last two addresses.
    for (const path of ['/nowhere', '/about//', '/%61bout']) {
      await page.goto(url + path);
      await hydrated(page);
      expect(await textOf(page, 'h1')).toContain(notFoundTexts.title);
      expect(await page.$(pageSearch)).not.toBeNull();
      expect(await page.title()).toBe(`${notFoundMeta.title} | ${company.name}`);
    }
  }));

test('a page that cannot be shown says so, its Try Again loads the document, and other pages can be shown', () =>
  visit({ url, path: '/services', expected: [/fault of this test/] }, async (page) => {
    await page.evaluate(() => {
      const create = document.createElement.bind(document);
      document.createElement = (name: string) => {
        if (name === 'h1' && location.pathname === '/about') throw new Error('fault of this test');
        return create(name);
      };
    });
    await clickOn(page, 'footer a[href="/about"]');
    await says(page, 'main', pageNotLoaded);
    await clickOn(page, 'footer a[href="/contact"]');
    await says(page, 'h1', 'Get In Touch');
    await page.goBack();
    await says(page, 'main', pageNotLoaded);
    await clickOn(page, 'main a');
    await says(page, 'h1', 'About');
  }));

describe('menus', () => {
  type Menu = 'hosting' | 'mobile';
  const button = (menu: Menu) => `button[popovertarget="${menu}-menu"]`;
  const isOpen = (page: Page, menu: Menu) => page.$eval(`#${menu}-menu`, (element) => element.matches(':popover-open'));

  test('the mobile menu opens, shows the Hosting sub-group, and closes by its button, Escape, a link and Back; the header stays in sight', () =>
    visit({ url, width: 360 }, async (page) => {
      for (const close of [() => page.click(button('mobile')), () => page.keyboard.press('Escape')]) {
        await page.click(button('mobile'));
        expect(await isOpen(page, 'mobile')).toBe(true);
        await close();
        expect(await isOpen(page, 'mobile')).toBe(false);
      }
      await page.click(button('mobile'));
      await page.click('#mobile-menu summary');
      const entries = await page.$$eval('#mobile-menu details a', (links) => links.map((link) => link.textContent));
      expect(entries).toEqual(hostingList.map(({ name }) => name));
      await page.locator('#mobile-menu a[href="/pastel-hosting"]').click();
      await arrivedAt(page, '/pastel-hosting');
      await page.waitForSelector('#mobile-menu:not(:popover-open)');
      await page.click(button('mobile'));
      await page.goBack();
      await page.waitForSelector('#mobile-menu:not(:popover-open)');
      await page.evaluate(() => scrollTo(0, 500));
      expect(await page.$eval('header', (header) => header.getBoundingClientRect().top)).toBe(0);
    }));

  test('without scripts the menus, their links and the search work, the theme is dark, the service cards show, controls that need scripts do not, and the contact form says what it needs', () =>
    visit({ url, path: '/about', javaScript: false, still: true }, async (page) => {
      expect(await page.$eval('html', (html) => html.dataset.theme)).toBe('dark');
      const controls = '[aria-label="Toggle theme"], footer fieldset, [aria-label="Scroll to top"]';
      const areShown = await page.$$eval(controls, (all) => all.map((one) => one.checkVisibility()));
      expect(areShown).not.toContain(true);
      for (const [menu, width, link] of [
        ['hosting', 1440, '#hosting-menu a'],
        ['mobile', 360, '#mobile-menu a'],
      ] as const) {
        await page.setViewport({ width, height: 900 });
        await page.click(button(menu));
        expect(await isOpen(page, menu)).toBe(true);
        await Promise.all([
          page.waitForNavigation(),
          page.click(`${link}[href="/${menu === 'mobile' ? 'services' : 'server-hosting'}"]`),
        ]);
      }
      expect(page.url()).toBe(`${url}/services`);
      const opacities = await page.$$eval('main article', (all) => all.map((card) => getComputedStyle(card).opacity));
      expect(new Set(opacities)).toEqual(new Set(['1']));
      await Promise.all([page.waitForNavigation(), page.click('header search button')]);
      await page.type(pageSearch, 'privacy policy');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(page.url()).toBe(`${url}/search?q=privacy+policy`);
      expect(await textOf(page, 'main ol a')).toBe('Privacy Policy');
      await page.goto(`${url}/contact`);
      await contactForm(page).notSendable();
      for (const part of ['needs JavaScript', 'Please leave out passwords'])
        expect(await textOf(page, consultation)).toContain(part);
      expect(await page.$$(`${consultation} :is([autocomplete=name], [autocomplete=tel])`)).toHaveLength(2);
    }));
});

test('the theme is dark by default, a choice is remembered, and System follows the device', () =>
  visit({ url, width: 360 }, async (page) => {
    const becomes = (theme: string) => page.waitForSelector(`html[data-theme=${theme}]`);
    const stored = () => page.evaluate(() => localStorage.getItem('theme'));
    const ground = () => page.$eval('body', (body) => getComputedStyle(body).backgroundColor);
    const toggle = () => page.locator('::-p-aria([name="Toggle theme"][role="button"])').click();
    const system = (value: string) => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    const reload = async () => {
      await page.reload();
      await hydrated(page);
      return page.$eval('html', (html) => html.dataset.theme);
    };
    await system('light');
    expect(await reload()).toBe('dark');
    const dark = await ground();
    await page.click('button[popovertarget="mobile-menu"]');
    await toggle();
    await becomes('light');
    expect(await ground()).not.toBe(dark);
    expect(await stored()).toBe('light');
    await page.setViewport({ width: 1440, height: 900 });
    expect(await reload()).toBe('light');
    await toggle();
    await becomes('dark');
    expect(await reload()).toBe('dark');
    expect(await ground()).toBe(dark);
    for (const value of ['dark', 'light']) {
      await system(value);
      await nextFrame(page);
    }
    expect(await page.$eval('html', (html) => html.dataset.theme)).toBe('dark');

    await clickOn(page, 'input[name="theme"][value="system"]');
    for (const theme of ['light', 'dark', 'light']) {
      await system(theme);
      await becomes(theme);
    }
    expect(await stored()).toBe('system');
    expect(await reload()).toBe('light');
    expect(await page.$('input[value="system"]:checked')).not.toBeNull();
  }));

test("before hydration the page has the visitor's theme, and a menu opens; both stay, with sub-group and focus", () =>
  visitBeforeScripts({ url, width: 360 }, async (page, release) => {
    await page.click('footer input[value="light"]');
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.click('button[popovertarget="mobile-menu"]');
    await page.click('#mobile-menu summary');
    await page.focus('#mobile-menu details a');
    const asChosen = 'html[data-theme=light] #mobile-menu:popover-open details[open] a:focus';
    expect(await page.$(asChosen)).not.toBeNull();
    await release();
    await nextFrame(page);
    expect(await page.$(asChosen)).not.toBeNull();
    await page.click('button[popovertarget="mobile-menu"]');
    await page.waitForSelector('#mobile-menu:not(:popover-open)');
  }));
