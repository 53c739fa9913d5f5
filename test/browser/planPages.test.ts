import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { lowestPrice } from '../../shared/hosting/amounts.ts';
import { families } from '../../shared/hosting/catalogue.ts';
import { orderField } from '../helpers/browser/orderDialog.ts';
import { comparisonTable, planFinder } from '../helpers/browser/planFinder.ts';
import { visit } from '../helpers/browser/visit.ts';
import { says } from '../helpers/browser/waits.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();
const path = '/server-hosting';
const priceTable = '#plans table';

function size(page: Page, width: number, height: number): Promise<void> {
  return page.setViewport({ width, height });
}

/** The lower edge of the first element, in pixels from the top of the page. */
function bottomOf(page: Page, selector: string): Promise<number> {
  return page.$eval(selector, (element) => element.getBoundingClientRect().bottom + scrollY);
}

test.each(families.map(({ path }) => path))(
  '%s shows a plan within the first screen, on a phone within two',
  (family) =>
    visit({ url, path: family }, async (page) => {
      const first = '#plans :is(tbody tr, article) :is(a, h3)';
      await size(page, 1440, 900);
      expect(await bottomOf(page, first)).toBeLessThanOrEqual(900);
      await size(page, 360, 740);
      expect(await bottomOf(page, first)).toBeLessThanOrEqual(2 * 740);
    }),
);

test('where prices are shown, the lowest stands beside the first button, before the first scroll on a phone', () =>
  visit({ url, path, width: 360 }, async (page) => {
    for (const family of families.filter(({ showsPrices }) => showsPrices)) {
      await page.goto(url + family.path);
      await size(page, 360, 740);
      const price = 'main p:has([href="#plans"])';
      expect(await page.$eval(price, ({ textContent }) => textContent)).toContain(
        `From ${lowestPrice(family.plans)} a month`,
      );
      expect(await bottomOf(page, price)).toBeLessThan(740);
    }
  }));

test('on a phone, the VPS page has at most 7,000 px', () =>
  visit({ url, path }, async (page) => {
    await size(page, 360, 740);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(7000);
  }));

test('the table of plans is sorted by any column, follows the finder, and its rows can be ordered', () =>
  visit({ url, path }, async (page) => {
    const { enter, finds } = planFinder(page);
    const names = () => page.$$eval(`${priceTable} tbody th`, (cells) => cells.map(({ textContent }) => textContent));
    const heading = (column: string) => `::-p-xpath(//table//th[starts-with(., "${column}")]/button)`;
    const sorted = (column: string, direction: string) => says(page, `${priceTable} [aria-sort=${direction}]`, column);
    await page.locator(heading('RAM')).click();
    await sorted('RAM', 'descending');
    expect((await names()).slice(0, 4)).toEqual(['CXN12', 'CXN13', 'CXN14', 'CXN11']);
    await page.locator(heading('RAM')).click();
    await sorted('RAM', 'ascending');
    expect((await names()).slice(0, 2)).toEqual(['CXN1', 'CXN2']);
    await page.locator(heading('Price')).click();
    await sorted('Price', 'descending');
    await enter('budget', '1500');
    await finds('8 of 14 plans');
    expect(await names()).toEqual(['CXN8', 'CXN7', 'CXN6', 'CXN5', 'CXN4', 'CXN3', 'CXN2', 'CXN1']);
    await page.waitForSelector('::-p-text(Show 8 plans)');

    const order = `${priceTable} [name=order][value=CXN4]`;
    await page.click(order);
    await page.waitForSelector(orderField('name'));
    await page.keyboard.press('Escape');
    await page.waitForFunction((button) => document.activeElement?.matches(button), {}, order);
  }));

test('on phones of 360 and 320 px, and of 360 with text of 130 %, each plan can be ordered from the table', () =>
  visit({ url, path }, async (page) => {
    // The last has the room that larger text leaves.
    for (const width of [360, 320, 277]) {
      await size(page, width, 640);
      const rights = await page.$$eval(`${priceTable} tbody button`, (buttons) =>
        buttons.map((button) => button.getBoundingClientRect().right),
      );
      expect(rights).toHaveLength(14);
      expect(Math.max(...rights)).toBeLessThanOrEqual(width);
    }
  }));

test('without scripts, a row of the table orders its plan', () =>
  visit({ url, path, javaScript: false }, async (page) => {
    await Promise.all([page.waitForNavigation(), page.click(`${priceTable} [name=order][value=CXN4]`)]);
    expect(await page.$eval('dialog[open] h2', ({ textContent }) => textContent)).toBe('Order CXN4');
  }));

test('a plan that is found leaves no hole beside it', () =>
  visit({ url, path: `${path}?ram=64&budget=100` }, async (page) => {
    for (const width of [768, 1100, 1440]) {
      await size(page, width, 900);
      const rights = await page.$$eval('#plans article, #plans article + div, #plans table', (elements) =>
        elements.map((element) => Math.round(element.getBoundingClientRect().right)),
      );
      expect(rights.at(-1)).toBe(rights[0]);
    }
  }));

test('on a phone two plans are compared beside each other, and on a tablet four with their buttons', () =>
  visit({ url, path: `${path}?compare=CXN3,CXN4,CXN5,CXN14` }, async (page) => {
    const edges = () =>
      page.$eval(comparisonTable, (table) => {
        const { left, right } = table.parentElement?.getBoundingClientRect() ?? new DOMRect();
        const buttons = Array.from(table.querySelectorAll('button'), (button) => button.getBoundingClientRect());
        return buttons.filter((button) => button.left >= left && button.right <= right).length;
      });
    await size(page, 360, 740);
    expect(await edges()).toBe(2);
    await size(page, 768, 900);
    expect(await edges()).toBe(4);
  }));

test('on a narrow screen all cards have buttons of one width, and compare in one line', () =>
  visit({ url, path }, async (page) => {
    await size(page, 360, 740);
    const lefts = await page.$$eval('article', (cards) =>
      cards.map((card) => {
        const edge = (selector: string) => card.querySelector(selector)?.getBoundingClientRect();
        const [button, box] = [edge('button'), edge('label')];
        const centre = ({ top = 0, bottom = 0 }: Partial<DOMRect> = {}) => Math.round(top + bottom);
        return `${button?.width} ${box?.left} ${Math.abs(centre(button) - centre(box)) <= 2}`;
      }),
    );
    expect(new Set(lefts).size).toBe(1);
    expect(lefts[0]).toMatch(/true$/);
  }));
