import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { holdBack } from '../helpers/browser/browser.ts';
import { isAboutPage } from '../helpers/browser/chunks.ts';
import { planFinder } from '../helpers/browser/planFinder.ts';
import { inEachBrowser, visit, visitBeforeScripts } from '../helpers/browser/visit.ts';
import { arrivedAt, says } from '../helpers/browser/waits.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();
const path = '/server-hosting';

function focusedId(page: Page) {
  return page.evaluate(() => document.activeElement?.id);
}
function clickAway(page: Page, to: string): Promise<void> {
  return page.$eval(`footer a[href="${to}"]`, (link) => (link as HTMLElement).click());
}

test('the plan finder narrows the plans at once, keeps focus and place, and replaces the address', () =>
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
    expect(await focusedId(page)).toBe('budget');

    await page.$eval('#cpus + [type=range]', (range) => {
      (range as HTMLInputElement).value = '10';
      range.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    await finds('1 of 14 plans');
    expect(await textIn('cpus')).toBe('10');
    await enter('budget', '100');
    await finds('Nearest: CXN8');
    await finds('Price: R1499 a month, not R100');
    await hasQuery('?cpus=10&ram=8&budget=100');

    // Another page and back: the plans, the fields and the address are the same.
    await clickAway(page, '/about');
    await says(page, 'h1', 'About');
    await page.goBack();
    await finds('Nearest: CXN8');
    expect(await textIn('cpus')).toBe('10');
  }));

inEachBrowser((kind) => {
  test('what is typed into the finder before the scripts arrive counts', () =>
    visitBeforeScripts({ kind, url, path }, async (page, release) => {
      const { tick, finds, hasChosen, textIn, hasQuery } = planFinder(page);
      const range = () =>
        page.$eval('#ram + [type=range]', (field) => {
          const { value, disabled } = field as HTMLInputElement;
          return { value, disabled };
        });
      await page.type('#ram', '8');
      await tick('CXN4');
      expect(await range()).toMatchObject({ disabled: true });
      await release();
      await finds('12 of 14 plans');
      await hasChosen('1 of 4');
      await hasQuery('?ram=8&compare=CXN4');
      expect(await textIn('ram')).toBe('8');
      expect(await range()).toEqual({ value: '8', disabled: false });
    }));
});

test('chosen plans are compared in a table, up to four of them, and ordered from it', () =>
  visit({ url, path }, async (page) => {
    const { enter, tick, remove, hasChosen, compares, row, hasQuery } = planFinder(page);
    for (const [index, id] of ['CXN4', 'CXN1', 'CXN3'].entries()) {
      await tick(id);
      await hasChosen(`${index + 1} of 4 plans chosen`);
    }
    await hasQuery('?compare=CXN4,CXN1,CXN3');
    expect(await page.$('[name=compare]:disabled')).toBeNull();
    await tick('CXN2');
    await page.waitForSelector('[name=compare][value=CXN5]:disabled');
    await page.click('[formaction]');
    await page.waitForFunction(() => document.activeElement?.id === 'comparison');
    expect(await row('12 months')).toEqual(['12 monthsdiffers', 'R7488', 'R1488', 'R5988', 'R2988']);
    expect(await row('A year, paid yearly')).toContain('R750');
    expect((await row('Locations'))?.[0]).toBe('Locations');
    await enter('quantity', '3');
    await compares('3 of them, a month');
    await compares('R1872');

    await remove('CXN4');
    await page.waitForSelector('[name=compare][value=CXN4]:not(:checked)');
    expect(await focusedId(page)).toBe('comparison');
    await hasQuery('?compare=CXN1,CXN3,CXN2&quantity=3');

    await page.click('table [name=order][value=CXN3]');
    await page.waitForSelector('dialog#order-CXN3[open]');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.matches('table [name=order][value=CXN3]'));
    expect(await page.evaluate(() => location.search)).toBe('?compare=CXN1,CXN3,CXN2&quantity=3');
  }));

test('a choice outlives an order dialog and another page, and plans removed at once are all removed', () =>
  visit({ url, path: `${path}?ram=8&compare=CXN1,CXN3,CXN4,CXN5&order=CXN3` }, async (page) => {
    const { enter, tick, remove, finds, hasChosen, compares, plans, hasQuery } = planFinder(page);
    await page.waitForSelector('dialog#order-CXN3:modal');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => /^\?ram=8&compare=[^&]*$/.test(location.search));
    expect(await plans()).toHaveLength(12);
    await hasChosen('4 of 4 plans chosen');

    // Right after another choice; CXN1 is not among the shown plans.
    await enter('quantity', '3');
    await compares('3 of them, a month');
    await remove('CXN4', 'CXN1');
    await hasQuery('?ram=8&compare=CXN3,CXN5&quantity=3');
    await hasChosen('2 of 4 plans chosen');

    await clickAway(page, '/shared-hosting');
    await page.waitForSelector('[value=shared-starter]');
    await tick('shared-starter');
    await hasQuery('?compare=shared-starter');
    await page.goBack();
    await finds('12 of 14 plans');
    await hasChosen('2 of 4 plans chosen');
    expect(await page.evaluate(() => location.search)).toBe('?ram=8&compare=CXN3,CXN5&quantity=3');

    await remove('CXN5');
    await hasChosen('1 of 4 plans chosen');
    await remove('CXN3');
    await page.waitForFunction(() => /^\?ram=8(&quantity=3)?$/.test(location.search));
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Compare');
  }));

test('a link that is followed right after a choice leads to its page, however slow that is', () => {
  const gate = Promise.withResolvers<void>();
  const prepare = (page: Page) => holdBack(page, isAboutPage, () => gate.promise);
  return visit({ url, path: `${path}?ram=4`, prepare }, async (page) => {
    const { enter, finds } = planFinder(page);
    await enter('ram', '8');
    await finds('12 of 14 plans');
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('footer a[href="/about"]')?.click();
      // Until the address would have followed the choice.
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await arrivedAt(page, '/about');
    gate.resolve();
    await says(page, 'h1', 'About');
  });
});

test('without scripts, Enter finds plans and Compare compares them', () =>
  visit({ url, path, javaScript: false }, async (page) => {
    const { plans } = planFinder(page);
    const textOf = (selector: string) => page.$eval(selector, ({ textContent }) => textContent);
    await page.type('#ram', '8');
    await page.type('#budget', '1500');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await textOf('fieldset [aria-live]')).toContain('6 of 14 plans');
    expect(await plans()).toHaveLength(6);
    for (const id of ['CXN3', 'CXN5']) await page.click(`[name=compare][value=${id}]`);
    await Promise.all([page.waitForNavigation(), page.click('[formaction]')]);
    expect(await textOf('table')).toContain('R5988');
    expect(await textOf('fieldset [aria-live]')).toContain('6 of 14 plans');
    await Promise.all([page.waitForNavigation(), page.click('table [name=order][value=CXN5]')]);
    expect(await textOf('dialog[open] h2')).toBe('Order CXN5');
  }));

test('Print this plan prints that plan alone', () =>
  visit({ url, path }, async (page) => {
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
  }));
