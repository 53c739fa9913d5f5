import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { visitBeforeScripts } from '../helpers/browser/beforeScripts.ts';
import { holdBack } from '../helpers/browser/browser.ts';
import { hydrationFault, translate } from '../helpers/browser/changedPage.ts';
import { isAboutPage } from '../helpers/browser/chunks.ts';
import { inEachBrowser } from '../helpers/browser/inEachBrowser.ts';
import { visit } from '../helpers/browser/visit.ts';
import { type Site, startSite } from '../helpers/site/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const path = '/server-hosting';
const found = 'fieldset [aria-live]';
const chosen = 'form > div > [aria-live]';

function textOf(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, ({ textContent }) => textContent ?? '');
}
function shownPlans(page: Page): Promise<string[]> {
  return page.$$eval('article h3', (names) => names.map(({ textContent }) => textContent ?? ''));
}
async function waitForText(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForFunction(
    (where, wanted) => document.querySelector(where)?.textContent?.includes(wanted),
    {},
    selector,
    text,
  );
}
async function waitForQuery(page: Page, query: string): Promise<void> {
  await page.waitForFunction((wanted) => location.search === wanted, {}, query);
}
async function replace(page: Page, selector: string, text: string): Promise<void> {
  await page.$eval(selector, (field) => (field as HTMLInputElement).select());
  await page.type(selector, text);
}
function tick(page: Page, id: string): Promise<void> {
  return page.$eval(`[name=compare][value=${id}]`, (box) => (box as HTMLInputElement).click());
}

inEachBrowser((kind) => {
  test('the plan finder narrows the plans at once, keeps focus and place, and replaces the address', async () => {
    await visit({ kind, url: site.url, path }, async (page) => {
      await page.locator('#ram').scroll({ scrollTop: 0 });
      const before = await page.evaluate(() => ({ entries: history.length, top: scrollY }));
      await page.type('#ram', '8');
      await waitForText(page, found, '12 of 14 plans');
      expect(await textOf(page, found)).toContain('Best fit: CXN3');
      await page.type('#budget', '1500');
      await waitForText(page, found, '6 of 14 plans');
      expect(await shownPlans(page)).toEqual(['CXN3', 'CXN4', 'CXN5', 'CXN6', 'CXN7', 'CXN8']);
      await waitForQuery(page, '?ram=8&budget=1500');
      expect(await page.evaluate(() => ({ entries: history.length, top: scrollY }))).toEqual(before);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('budget');

      await page.$eval('#cpus + [type=range]', (range) => {
        (range as HTMLInputElement).value = '10';
        range.dispatchEvent(new InputEvent('input', { bubbles: true }));
      });
      await waitForText(page, found, '1 of 14 plans');
      expect(await page.$eval('#cpus', (field) => (field as HTMLInputElement).value)).toBe('10');
      await replace(page, '#budget', '100');
      await waitForText(page, found, 'Nearest: CXN8');
      expect(await textOf(page, found)).toContain('Price: R1499 a month, not R100');
      await waitForQuery(page, '?cpus=10&ram=8&budget=100');

      // Another page and back: the plans, the fields and the address are the same.
      await page.$eval('footer a[href="/about"]', (link) => (link as HTMLElement).click());
      await page.waitForSelector('h1 ::-p-text(About)');
      await page.goBack();
      await waitForText(page, found, 'Nearest: CXN8');
      expect(await page.$eval('#cpus', (field) => (field as HTMLInputElement).value)).toBe('10');
    });
  });

  test('what is typed into the finder before the scripts arrive counts', async () => {
    await visitBeforeScripts({ kind, url: site.url, path }, async (page, release) => {
      await page.type('#ram', '8');
      await tick(page, 'CXN4');
      expect(await page.$eval('#ram + [type=range]', (range) => (range as HTMLInputElement).disabled)).toBe(true);
      await release();
      await waitForText(page, found, '12 of 14 plans');
      await waitForText(page, chosen, '1 of 4');
      await waitForQuery(page, '?ram=8&compare=CXN4');
      expect(await page.$eval('#ram', (field) => (field as HTMLInputElement).value)).toBe('8');
      const range = await page.$eval('#ram + [type=range]', (field) => {
        const { value, disabled } = field as HTMLInputElement;
        return { value, disabled };
      });
      expect(range).toEqual({ value: '8', disabled: false });
    });
  });

  test('chosen plans are compared in a table, up to four of them, and ordered from it', async () => {
    await visit({ kind, url: site.url, path }, async (page) => {
      for (const [index, id] of ['CXN4', 'CXN1', 'CXN3'].entries()) {
        await tick(page, id);
        await waitForText(page, chosen, `${index + 1} of 4 plans chosen`);
      }
      await waitForQuery(page, '?compare=CXN4,CXN1,CXN3');
      expect(await page.$('[name=compare]:disabled')).toBeNull();
      await tick(page, 'CXN2');
      await page.waitForSelector('[name=compare][value=CXN5]:disabled');
      await page.click('[formaction]');
      await page.waitForFunction(() => document.activeElement?.id === 'comparison');
      const rows = await page.$$eval('table[class] tr', (all) =>
        all.map((row) => [...row.children].map(({ textContent }) => textContent)),
      );
      const rowOf = (label: string) => rows.find(([first]) => first?.startsWith(label));
      expect(rowOf('12 months')).toEqual(['12 monthsdiffers', 'R7488', 'R1488', 'R5988', 'R2988']);
      expect(rowOf('A year, paid yearly')).toContain('R750');
      expect(rowOf('Locations')?.[0]).toBe('Locations');

      await replace(page, '[name=quantity]', '3');
      await waitForText(page, 'table', '3 of them, a month');
      expect(await textOf(page, 'table')).toContain('R1872');

      await page.click('[aria-label="Remove CXN4"]');
      await page.waitForFunction(() => !document.querySelector<HTMLInputElement>('[value=CXN4]')?.checked);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('comparison');
      await waitForQuery(page, '?compare=CXN1,CXN3,CXN2&quantity=3');

      await page.click('table [name=order][value=CXN3]');
      await page.waitForSelector('dialog#order-CXN3[open]');
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => document.activeElement?.matches('table [name=order][value=CXN3]'));
      expect(await page.evaluate(() => location.search)).toBe('?compare=CXN1,CXN3,CXN2&quantity=3');
    });
  });

  test('plans removed at once, one of them hidden, right after another choice, are all removed', async () => {
    await visit({ kind, url: site.url, path: `${path}?ram=8&compare=CXN1,CXN3,CXN4,CXN5` }, async (page) => {
      await replace(page, '[name=quantity]', '3');
      await waitForText(page, 'table', '3 of them, a month');
      await page.$$eval('[aria-label="Remove CXN4"], [aria-label="Remove CXN1"]', (links) => {
        for (const link of links) (link as HTMLElement).click();
      });
      await waitForQuery(page, '?ram=8&compare=CXN3,CXN5&quantity=3');
      expect(
        await page.$$eval('[name=compare]:checked', (boxes) => boxes.map((box) => box.getAttribute('value'))),
      ).toEqual(['CXN3', 'CXN5']);
    });
  });

  test('a link that is followed right after a choice leads to its page, however slow that is', async () => {
    const gate = Promise.withResolvers<void>();
    const prepare = (page: Page) => holdBack(page, isAboutPage, () => gate.promise);
    await visit({ kind, url: site.url, path: `${path}?ram=4`, prepare }, async (page) => {
      await replace(page, '#ram', '8');
      await waitForText(page, found, '12 of 14 plans');
      await page.evaluate(async () => {
        document.querySelector<HTMLElement>('footer a[href="/about"]')?.click();
        // Until the address would have followed the choice.
        await new Promise((resolve) => setTimeout(resolve, 300));
      });
      expect(await page.evaluate(() => location.pathname)).toBe('/about');
      gate.resolve();
      await waitForText(page, 'h1', 'About');
    });
  });

  test('going back from another hosting page restores what was chosen; the last plan can be removed', async () => {
    await visit({ kind, url: site.url, path: `${path}?ram=8&compare=CXN3` }, async (page) => {
      await page.$eval('footer a[href="/shared-hosting"]', (link) => (link as HTMLElement).click());
      await page.waitForSelector('[value=shared-starter]');
      await tick(page, 'shared-starter');
      await waitForQuery(page, '?compare=shared-starter');
      await page.goBack();
      await waitForText(page, found, '12 of 14 plans');
      await waitForText(page, chosen, '1 of 4 plans chosen');
      expect(await page.evaluate(() => location.search)).toBe('?ram=8&compare=CXN3');

      await page.click('[aria-label="Remove CXN3"]');
      await waitForQuery(page, '?ram=8');
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Compare');
    });
  });

  test('a closed order dialog leaves the plans that were found', async () => {
    await visit({ kind, url: site.url, path: `${path}?ram=8&order=CXN3` }, async (page) => {
      await page.waitForSelector('dialog#order-CXN3:modal');
      await page.keyboard.press('Escape');
      await waitForQuery(page, '?ram=8');
      expect(await shownPlans(page)).toHaveLength(12);
    });
  });

  if (kind === 'chromium') {
    test('without scripts, Enter finds plans and Compare compares them', async () => {
      await visit({ kind, url: site.url, path, javaScript: false }, async (page) => {
        await page.type('#ram', '8');
        await page.type('#budget', '1500');
        await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
        expect(await textOf(page, found)).toContain('6 of 14 plans');
        expect(await shownPlans(page)).toHaveLength(6);
        for (const id of ['CXN3', 'CXN5']) await page.click(`[name=compare][value=${id}]`);
        await Promise.all([page.waitForNavigation(), page.click('[formaction]')]);
        expect(await textOf(page, 'table')).toContain('R5988');
        expect(await textOf(page, found)).toContain('6 of 14 plans');
        await Promise.all([page.waitForNavigation(), page.click('table [name=order][value=CXN5]')]);
        expect(await textOf(page, 'dialog[open] h2')).toBe('Order CXN5');
      });
    });

    test('the finder and the comparison work on a translated page', async () => {
      await visit({ kind, url: site.url, path, expected: [hydrationFault] }, async (page) => {
        await translate(page);
        await page.type('#ram', '8');
        await waitForText(page, found, '12 of 14 plans');
        await tick(page, 'CXN4');
        await waitForText(page, chosen, '1 of 4 plans chosen');
        await translate(page);
        await replace(page, '#ram', '64');
        await waitForText(page, found, '3 of 14 plans');
        expect(await shownPlans(page)).toHaveLength(3);
      });
    });

    test('Print this plan prints that plan alone', async () => {
      await visit({ kind, url: site.url, path }, async (page) => {
        await page.evaluate(() => {
          window.print = () => {};
        });
        await page.click('#plan-CXN5 [type=button]');
        await page.emulateMediaType('print');
        const visible = () =>
          page.$$eval('h1, h2, h3, nav, button, footer', (all) =>
            all
              .filter((element) => element.checkVisibility())
              .map(({ textContent, localName }) => (localName === 'footer' ? 'footer' : textContent)),
          );
        const printed = await visible();
        expect(printed.slice(0, 2)).toEqual(['VPS Server Hosting', 'CXN5']);
        expect(printed).not.toContain('CXN4');
        expect(printed).toContain('footer');
        await page.evaluate(() => dispatchEvent(new Event('afterprint')));
        expect(await visible()).toContain('CXN4');
      });
    });
  }
});
