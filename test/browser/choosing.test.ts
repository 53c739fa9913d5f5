import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { hydrationFault, rearrange } from '../helpers/browser/changedPage.ts';
import { arrivedAt, clickOn, focused, says, textOf, until } from '../helpers/browser/page.ts';
import { comparisonTable, planFinder } from '../helpers/browser/planFinder.ts';
import { headerSearch } from '../helpers/browser/siteSearch.ts';
import { deadlines, endWaits, inEachBrowser, visit, visitBeforeScripts } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();
const path = '/server-hosting';

async function goToAbout(page: Page): Promise<void> {
  await clickOn(page, 'footer a[href="/about"]');
  await says(page, 'h1', 'About');
}

test('the plan finder narrows the plans at once, keeps focus and scroll position, and replaces the address', () =>
  visit({ url, path }, async (page) => {
    const { enter, finds, plans, textIn, hasQuery } = planFinder(page);
    await page.locator('#ram').scroll({ scrollTop: 0 });
    const place = () => page.evaluate(() => ({ entries: history.length, top: scrollY }));
    const before = await place();
    await page.type('#ram', '8');
    await finds('12 of 14 plans');
    await finds('Best fit: CXN3');
    await page.type('#budget', '1500');
    await finds('6 of 14 plans');
    expect(await plans()).toEqual(['CXN3', 'CXN4', 'CXN5', 'CXN6', 'CXN7', 'CXN8']);
    await hasQuery('?ram=8&budget=1500');
    expect(await place()).toEqual(before);
    expect(await focused(page)).toBe('budget');

    await page.type('#cpus', '010');
    await finds('1 of 14 plans');
    expect(await textIn('cpus')).toBe('010');
    await enter('budget', '100');
    await finds('Nearest: CXN8');
    await finds('Price: R1499 a month, not R100');
    await hasQuery('?cpus=10&ram=8&budget=100');
  }));

inEachBrowser((kind) => {
  test('text typed into the plan finder before the scripts arrive counts, even if an extension has wrapped the cards', () =>
    visitBeforeScripts({ kind, url, path, expected: [hydrationFault] }, async (page, release) => {
      const { tick, finds, hasChosen, textIn, hasQuery } = planFinder(page);
      await page.type('#ram', '8');
      for (const id of ['CXN4', 'CXN6']) await tick(id);
      await rearrange(page, 'article');
      await release();
      await finds('12 of 14 plans');
      await hasChosen('2 of 4');
      await hasQuery('?ram=8&compare=CXN4,CXN6');
      expect(await textIn('ram')).toBe('8');
    }));

  test('the fields of the finder and the plans agree after a link away and back, and after a field is cleared', () =>
    visit({ kind, url, path: `${path}?cpus=8` }, async (page) => {
      const { enter, finds, plans, textIn, hasQuery } = planFinder(page);
      await finds('9 of 14 plans');
      await goToAbout(page);
      await page.goBack();
      await finds('9 of 14 plans');
      expect(await textIn('cpus')).toBe('8');
      await goToAbout(page);
      await clickOn(page, `header nav a[href="${path}"]`);
      await says(page, 'h1', 'VPS');
      expect([await textIn('cpus'), (await plans()).length]).toEqual(['', 14]);
      await enter('ram', '64');
      await hasQuery('?ram=64');
      await enter('ram', '');
      await page.keyboard.press('Backspace');
      await hasQuery('');
      await goToAbout(page);
      await page.goBack();
      await says(page, 'h1', 'VPS');
      expect([await textIn('cpus'), await textIn('ram'), (await plans()).length]).toEqual(['', '', 14]);
    }));
});

test('the result follows each key, the address waits 300 ms after a change, and does not follow a visitor who has gone back', () =>
  visit({ url, path: `${path}?cpus=8`, held: [...deadlines, 300] }, async (page) => {
    const { finds, textIn, hasQuery } = planFinder(page);
    await clickOn(page, `header nav a[href="${path}"]`);
    await hasQuery('');
    // While the clock stands still, the second change waits 300 ms, until `endWaits`.
    await page.evaluate(() => Object.assign(performance, { now: () => 1 }));
    await page.type('#ram', '64');
    await finds('3 of 14 plans');
    await hasQuery('?ram=6');
    await page.goBack();
    await finds('9 of 14 plans');
    await endWaits(page, 300);
    expect([new URL(page.url()).search, await textIn('cpus'), await textIn('ram')]).toEqual(['?cpus=8', '8', '']);
  }));

test('chosen plans can be compared and ordered, and the choice survives an order dialog and a visit to another page', () =>
  visit({ url, path: `${path}?ram=8&order=CXN4` }, async (page) => {
    const { tick, remove, finds, hasChosen, plans, row, hasQuery } = planFinder(page);
    await page.waitForSelector('dialog#order-CXN4:modal');
    await page.keyboard.press('Escape');
    await hasQuery('?ram=8');
    for (const [index, id] of ['CXN4', 'CXN5', 'CXN3', 'CXN6'].entries()) {
      await tick(id);
      await hasChosen(`${index + 1} of 4 plans chosen`);
    }
    await hasQuery('?ram=8&compare=CXN4,CXN5,CXN3,CXN6');
    await page.waitForSelector('[name=compare][value=CXN7]:disabled');
    await page.click('[formaction]');
    await page.waitForSelector('#comparison:focus');
    expect((await row('12 months, paid monthly, incl. VAT'))?.slice(0, 2)).toEqual([
      '12 months, paid monthly, incl. VATdiffers',
      'R7488',
    ]);
    const order = `${comparisonTable} [name=order][value=CXN3]`;
    expect(await page.$eval(order, ({ ariaLabel }) => ariaLabel)).toBe('Order Now: CXN3');
    await page.click(order);
    await page.waitForSelector('dialog#order-CXN3:modal');
    await page.keyboard.press('Escape');
    await page.waitForSelector(`${order}:focus`);
    await hasQuery('?ram=8&compare=CXN4,CXN5,CXN3,CXN6');
    expect(await plans()).toHaveLength(12);

    await remove('CXN4', 'CXN6');
    await hasQuery('?ram=8&compare=CXN5,CXN3');
    expect(await focused(page)).toBe('comparison');
    // With Ctrl, a link opens in another tab, and this tab keeps its choice.
    await page.keyboard.down('Control');
    await page.click('[aria-label="Remove CXN5"]');
    await page.keyboard.up('Control');
    await page.browserContext().waitForTarget((target) => target.url().endsWith('?ram=8&compare=CXN3'));
    await hasChosen('2 of 4 plans chosen');
    await clickOn(page, 'footer a[href="/shared-hosting"]');
    await page.waitForSelector('[value=shared-starter]');
    await tick('shared-starter');
    await hasQuery('?compare=shared-starter');
    await page.goBack();
    await finds('12 of 14 plans');
    await hasChosen('2 of 4 plans chosen');
    await remove('CXN5');
    await hasChosen('1 of 4 plans chosen. Choose one more.');
    await hasQuery('?ram=8&compare=CXN3');
    expect(await textOf(page, ':focus')).toBe('Compare');
    // Clear clears the finder alone.
    await clickOn(page, 'fieldset a:not([href^="#"])');
    await hasQuery('?compare=CXN3');
    expect([await focused(page), (await plans()).length]).toEqual(['cpus', 14]);
    // A suggestion that leads to a plan of this page keeps the choice.
    await page.type(headerSearch, 'cxn8');
    await says(page, '[role=option]:first-child', 'CXN8');
    for (const key of ['ArrowDown', 'Enter'] as const) await page.keyboard.press(key);
    await arrivedAt(page, `${path}?compare=CXN3#plan-CXN8`);
  }));

test('without scripts, Enter finds plans and Compare compares them, with a chosen plan that the finder has left out', () =>
  visit({ url, path, javaScript: false }, async (page) => {
    await page.click('[name=compare][value=CXN1]');
    await page.type('#ram', '8');
    await page.type('#budget', '1500');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).toMatch(/#plans$/);
    for (const id of ['CXN3', 'CXN5']) await page.click(`[name=compare][value=${id}]`);
    await Promise.all([page.waitForNavigation(), page.click('[formaction]')]);
    expect(page.url()).toMatch(/#comparison$/);
    for (const year of ['R1488', 'R5988']) expect(await textOf(page, comparisonTable)).toContain(year);
    expect(await textOf(page, 'fieldset [aria-live]')).toContain('6 of 14 plans');
    await Promise.all([page.waitForNavigation(), page.click(`${comparisonTable} [name=order][value=CXN5]`)]);
    expect(await textOf(page, 'dialog[open] h2')).toBe('Order CXN5');
    const query = '?ram=8&budget=1500&compare=CXN3,CXN5,CXN1&order=CXN5';
    expect(decodeURIComponent(new URL(page.url()).search)).toBe(query);
  }));

test('a shared link opens at its comparison, names the plans, can be copied with the choice, and a print has the company and the date', () =>
  visit({ url, path: `${path}?compare=CXN1,CXN6`, width: 360 }, async (page) => {
    expect(await page.title()).toMatch(/^CXN1, CXN6 Compared/);
    expect(await page.$eval('#comparison', (title) => title.getBoundingClientRect().top)).toBeLessThan(200);
    await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
    await planFinder(page).tick('CXN3');
    await page.locator('::-p-aria([name="Copy Link"][role="button"])').click();
    await until(
      page,
      `window.copied === document.querySelector('[rel=canonical]').href + '?compare=CXN1,CXN6,CXN3#comparison'`,
    );
    // Three plans have room on a phone: the table does not scroll. Each value says which plan it is of.
    expect(await page.$eval('td', (cell) => getComputedStyle(cell, '::before').content)).toBe('"CXN1"');
    const overflow = () =>
      page.$eval('[role=group]:has(> table)', ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await overflow()).toBe(0);
    await page.evaluate(() => Object.assign(window, { print: () => {} }));
    await clickOn(page, 'section:has(> div > #comparison) .needs-scripts');
    await page.emulateMediaType('print');
    const printed = await page.$eval('[data-printing]', (section) => getComputedStyle(section, '::before').content);
    expect(await page.$eval('[data-printing]', (section) => section.getAttribute('data-printing'))).toContain(
      'Cirrux Networks',
    );
    expect(printed).toContain(String(new Date().getFullYear()));
    // The button prints the comparison alone, with the plans' names on top. After that, the whole page can be printed again.
    expect(await page.$eval('thead th', (cell) => getComputedStyle(cell).position)).toBe('static');
    const areShown = () =>
      page.$$eval('main > div h1, main summary', (all) =>
        all.map((one) => `${one.localName}: ${one.checkVisibility()}`),
      );
    expect(new Set(await areShown())).toEqual(new Set(['h1: true', 'summary: false']));
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(new Set(await areShown())).toEqual(new Set(['h1: true', 'summary: true']));
  }));
