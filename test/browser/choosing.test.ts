import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { holdBack } from '../helpers/browser/browser.ts';
import { hydrationFault } from '../helpers/browser/changedPage.ts';
import { isAboutPage } from '../helpers/browser/chunks.ts';
import { comparisonTable, planFinder } from '../helpers/browser/planFinder.ts';
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

    await page.click(`${comparisonTable} [name=order][value=CXN3]`);
    await page.waitForSelector('dialog#order-CXN3[open]');
    await page.keyboard.press('Escape');
    await page.waitForFunction(
      (table) => document.activeElement?.matches(`${table} [name=order][value=CXN3]`),
      {},
      comparisonTable,
    );
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
    expect(await textOf(comparisonTable)).toContain('R5988');
    expect(await textOf('fieldset [aria-live]')).toContain('6 of 14 plans');
    await Promise.all([page.waitForNavigation(), page.click(`${comparisonTable} [name=order][value=CXN5]`)]);
    expect(await textOf('dialog[open] h2')).toBe('Order CXN5');
  }));

test('Print prints the plans alone, without the form and the table that lead to them', () =>
  visit({ url, path }, async (page) => {
    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.waitForSelector('fieldset summary');
    await page.click('[aria-label="Print these plans"]');
    await page.emulateMediaType('print');
    const visible = () =>
      page.$$eval('h1, h2, h3, nav, button, footer', (all) =>
        all
          .filter((element) => element.checkVisibility())
          .map(({ textContent, localName }) => (localName === 'footer' ? 'footer' : textContent)),
      );
    const printed = await visible();
    expect(printed.slice(0, 3)).toEqual(['VPS Server Hosting', 'Choose Your VPS Plan', 'CXN1']);
    expect(printed).not.toContain('Questions and Answers');
    expect(printed).toContain('footer');
    expect(await page.$eval('table', (table) => table.checkVisibility())).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await visible()).toContain('Questions and Answers');
  }));

inEachBrowser((kind) => {
  test('the fields and the plans agree after a link away and back, a cleared field, and a page that is rendered anew', () =>
    visit({ kind, url, path: `${path}?cpus=8` }, async (page) => {
      const { enter, finds, plans, textIn, hasQuery } = planFinder(page);
      await finds('9 of 14 plans');
      await clickAway(page, '/about');
      await says(page, 'h1', 'About');
      await page.$eval(`header nav a[href="${path}"]`, (link) => (link as HTMLElement).click());
      await says(page, 'h1', 'VPS');
      expect([await textIn('cpus'), (await plans()).length]).toEqual(['', 14]);
      await enter('ram', '64');
      await hasQuery('?ram=64');
      await page.$eval('#ram', (field) => {
        (field as HTMLInputElement).value = '';
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      });
      await hasQuery('');
      await clickAway(page, '/about');
      await says(page, 'h1', 'About');
      await page.goBack();
      await says(page, 'h1', 'VPS');
      expect([await textIn('cpus'), await textIn('ram'), (await plans()).length]).toEqual(['', '', 14]);
    }));

  test('criteria typed before hydration stay on a page whose cards an extension has wrapped, and the next choice keeps them', () =>
    visitBeforeScripts({ kind, url, path, expected: [hydrationFault] }, async (page, release) => {
      const { enter, finds, textIn, hasQuery } = planFinder(page);
      await page.type('#ram', '8');
      await page.evaluate(() => {
        for (const card of document.querySelectorAll('article')) {
          const wrapper = document.createElement('extension-wrapper');
          card.before(wrapper);
          wrapper.append(card);
        }
      });
      await release();
      await finds('12 of 14 plans');
      expect(await textIn('ram')).toBe('8');
      await enter('budget', '1500');
      await hasQuery('?ram=8&budget=1500');
      await finds('6 of 14 plans');
    }));

  test('a link to a plan that the finder hides shows it, marked, until the next choice; the criteria stay', () =>
    visit({ kind, url, path: `${path}?ram=8&compare=CXN1` }, async (page) => {
      const { enter, plans, finds, textIn } = planFinder(page);
      const isMarked = (id: string) =>
        page.waitForFunction(
          (selector) =>
            document.querySelector(`${selector} i`)?.textContent === 'No match' &&
            document.querySelector(selector)?.matches(':target, *'),
          {},
          `#plan-${id}`,
        );
      const inSight = (id: string) =>
        page.waitForFunction(
          (selector) => {
            const { top = -1 } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
            return top >= 0 && top < innerHeight / 2;
          },
          {},
          `#plan-${id}`,
        );
      expect(await plans()).not.toContain('CXN1');
      for (const link of ['table a[href$="#plan-CXN1"]', 'svg a[href$="#plan-CXN2"]']) {
        const id = link.slice(-6, -2);
        await page.waitForSelector(link);
        await page.$eval(link, (element) =>
          element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
        );
        await isMarked(id);
        await inSight(id);
        await finds('12 of 14 plans');
        expect([await textIn('ram'), await page.evaluate(() => location.search)]).toEqual(['8', '?ram=8&compare=CXN1']);
      }
      await enter('budget', '1500');
      await finds('6 of 14 plans');
      expect(await plans()).toHaveLength(6);
    }));
});

test('a link from elsewhere to a plan of a narrowed page shows it', () =>
  visit({ url, path: `${path}?ram=8#plan-CXN1` }, async (page) => {
    await page.waitForSelector('#plan-CXN1 i');
    const { finds } = planFinder(page);
    await finds('12 of 14 plans');
  }));

test('without scripts a link to a plan that is not shown leads to all plans', () =>
  visit({ url, path: `${path}?ram=8&compare=CXN1`, javaScript: false }, async (page) => {
    await Promise.all([
      page.waitForNavigation(),
      page.$eval('table a[href$="#plan-CXN1"]', (link) => (link as HTMLElement).click()),
    ]);
    expect(new URL(page.url()).hash).toBe('#plan-CXN1');
    expect(await page.$('#plan-CXN1')).not.toBeNull();
  }));

test('a quantity that is none is said to be so, and an order from the comparison names its quantity', () =>
  visit({ url, path: `${path}?compare=CXN1,CXN3` }, async (page) => {
    const { enter, compares } = planFinder(page);
    const hint = () => page.$eval('#quantity-hint', ({ textContent }) => textContent);
    for (const wrong of ['1000', '2.5', '0', '-3']) {
      await enter('quantity', wrong);
      await page.waitForSelector('[name=quantity][aria-invalid=true]');
      expect(await hint()).toBe('Totals need a whole number from 1 to 999.');
    }
    await enter('quantity', '3');
    await compares('3 of them, a month');
    expect(await hint()).toBe('');
    await page.click(`${comparisonTable} [name=order][value=CXN3]`);
    await page.waitForSelector('dialog#order-CXN3[open]');
    const message = await page.$eval('dialog[open] [name=message]', (field) => (field as HTMLTextAreaElement).value);
    expect(message).toMatch(/ Quantity: 3\.$/);
  }));
