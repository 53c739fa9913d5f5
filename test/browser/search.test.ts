import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { visitBeforeScripts } from '../helpers/browser/beforeScripts.ts';
import { scriptsOf } from '../helpers/browser/chunks.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());

const [script = ''] = scriptsOf('SearchPage-tsx');
const headerField = 'header input[name="q"]';
const pageField = 'main input[name="q"]';

/** The combobox as assistive technology has it. */
async function combobox(page: Page, field = headerField) {
  const session = await page.createCDPSession();
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: field });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false });
  await session.detach();
  const [node] = nodes;
  const property = (wanted: string) => node?.properties?.find(({ name }) => name === wanted)?.value;
  return {
    role: node?.role?.value,
    name: node?.name?.value,
    value: node?.value?.value,
    expanded: property('expanded')?.value,
    active: property('activedescendant')?.relatedNodes?.[0]?.idref,
  };
}
function options(page: Page): Promise<readonly (string | null)[]> {
  return page.$$eval('[role="option"]', (all) =>
    all.filter((one) => one.checkVisibility()).map((one) => one.textContent),
  );
}
async function chosen(page: Page) {
  const active = await page.$eval(':focus', (field) => field.getAttribute('aria-activedescendant'));
  return page.$$eval(
    '[role="option"][aria-selected="true"]',
    (all, id) => all.map((one) => (one.id === id ? one.textContent : 'not the active descendant')),
    active,
  );
}
function announced(page: Page, text: string) {
  return page.waitForFunction(
    (wanted) => [...document.querySelectorAll('header [role="status"]')].some((one) => one.textContent === wanted),
    {},
    text,
  );
}
function arrives(page: Page, address: string) {
  return page.waitForFunction((wanted) => location.pathname + location.search + location.hash === wanted, {}, address);
}
/** A navigation that loads a document removes the mark. */
function mark(page: Page) {
  return page.evaluate(() => void Object.assign(window, { isMarked: true }));
}
function isMarked(page: Page) {
  return page.evaluate(() => 'isMarked' in window);
}

test('the field in the header suggests results by keyboard, and nothing of it loads before', () =>
  visit({ url: site.url, path: '/about' }, async (page) => {
    const isLoaded = () =>
      page.evaluate((file) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(file)), script);
    expect(await isLoaded()).toBe(false);
    expect(await combobox(page)).toMatchObject({ role: 'textbox', name: 'Search' });
    await mark(page);

    await page.type(headerField, 'cxn');
    await announced(page, '8 suggestions');
    expect(await isLoaded()).toBe(true);
    expect(await combobox(page)).toMatchObject({ role: 'combobox', name: 'Search', value: 'cxn', expanded: true });
    expect((await options(page)).slice(0, 2)).toEqual([
      'CXN1, VPS Server Hosting Plan',
      'CXN2, VPS Server Hosting Plan',
    ]);
    expect(await chosen(page)).toEqual([]);
    for (const [key, option] of [
      ['ArrowDown', 'CXN1'],
      ['ArrowDown', 'CXN2'],
      ['End', 'CXN8'],
      ['ArrowDown', undefined],
      ['ArrowUp', 'CXN8'],
      ['Home', 'CXN1'],
      ['ArrowUp', undefined],
      ['ArrowDown', 'CXN1'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await chosen(page)).toEqual(option ? [`${option}, VPS Server Hosting Plan`] : []);
    }
    await page.keyboard.press('Escape');
    expect(await options(page)).toEqual([]);
    expect(await combobox(page)).toMatchObject({ value: 'cxn', expanded: false });

    await page.keyboard.type('3');
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page)).toEqual(['CXN3, VPS Server Hosting Plan']);
    await page.keyboard.press('Enter');
    await arrives(page, '/server-hosting#plan-CXN3');
    await page.waitForFunction(() => document.activeElement?.id === 'main');
    expect(await options(page)).toEqual([]);
    expect(await page.$eval(headerField, (field) => (field as HTMLInputElement).value)).toBe('');
    const top = await page.$eval('#plan-CXN3', (card) => card.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(0);
    expect(top).toBeLessThan(450);
    expect(await isMarked(page)).toBe(true);
  }));

test('a click chooses a suggestion, a click elsewhere closes them', () =>
  visit({ url: site.url, path: '/server-hosting' }, async (page) => {
    await page.type(headerField, 'fibre');
    await page.waitForSelector('[role="listbox"]:not([hidden])');
    await page.click('h1');
    await page.waitForSelector('[role="listbox"][hidden]');
    await page.focus(headerField);
    await page.keyboard.press('ArrowDown');
    await page.locator('[role="option"]').click();
    await arrives(page, '/services/connectivity');
  }));

test('Enter without a suggestion shows the results, in the same document; back shows the earlier ones', () =>
  visit({ url: site.url, path: '/about' }, async (page) => {
    const results = (text: string) =>
      page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll('main [role="status"]')].some((one) => one.textContent?.includes(wanted)),
        {},
        text,
      );
    await mark(page);
    await page.type(headerField, 'sars');
    await announced(page, '1 suggestion');
    await page.keyboard.press('Enter');
    await arrives(page, '/search?q=sars');
    await results('1 result for "sars"');
    expect(await page.$eval('main ol a', (link) => link.getAttribute('href'))).toBe('/pastel-hosting');
    expect(await page.title()).toMatch(/^Search: sars/);

    await page.$eval(pageField, (field) => (field as HTMLInputElement).select());
    await page.type(pageField, 'load shedding');
    await page.waitForSelector(`${pageField}[aria-expanded="true"]`);
    await page.keyboard.press('Enter');
    await arrives(page, '/search?q=load+shedding');
    await results('"load shedding"');
    expect(await page.$eval(':focus', (field) => (field as HTMLInputElement).value)).toBe('load shedding');
    await page.goBack();
    await results('"sars"');
    expect(await page.$eval(pageField, (field) => (field as HTMLInputElement).value)).toBe('sars');
    expect(await isMarked(page)).toBe(true);
  }));

test('text that was typed before hydration is kept, and gets suggestions', () =>
  visitBeforeScripts({ url: site.url, path: '/about' }, async (page, release) => {
    await page.type(headerField, 'popa');
    await page.keyboard.press('ArrowLeft');
    await release();
    await page.keyboard.type('i');
    await announced(page, '8 suggestions');
    expect(await combobox(page)).toMatchObject({ role: 'combobox', value: 'popia', expanded: true });
    expect((await options(page))[0]).toBe('Privacy Policy Legal document');
  }));

test.each([
  ['without scripts', false],
  ['before they have loaded', true],
])('%s, the form leads to the results', (_when, hasScripts) => {
  const act = async (page: Page) => {
    await Promise.all([page.waitForNavigation(), page.click('header search button')]);
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('Search');
    await page.type(pageField, 'privacy policy');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(page.url()).toBe(`${site.url}/search?q=privacy+policy`);
    expect(await page.$eval('main ol a', (link) => link.textContent)).toBe('Privacy Policy');
    expect(await page.$eval(pageField, (field) => (field as HTMLInputElement).value)).toBe('privacy policy');
  };
  const options = { url: site.url, path: '/about', width: 360 };
  return hasScripts ? visitBeforeScripts(options, act) : visit({ ...options, javaScript: false }, act);
});
