import { expect, test } from '@jest/globals';
import { scriptOf } from '../helpers/browser/browser.ts';
import { arrivedAt, endComposition, markDocument, says, textOf, until, valueIn } from '../helpers/browser/page.ts';
import { headerSearch, pageSearch, siteSearch } from '../helpers/browser/siteSearch.ts';
import { visit, visitBeforeScripts } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';

const url = await readOnlySite();
const script = scriptOf('search');

test('the search field in the header suggests results by keyboard, and its script loads only when the field is used', () =>
  visit({ url, path: '/about' }, async (page) => {
    const { combobox, options, chosen, announces } = siteSearch(page);
    const isLoaded = () =>
      page.evaluate((file) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(file)), script);
    expect(await isLoaded()).toBe(false);
    expect(await combobox()).toMatchObject({ role: 'textbox', name: 'Search' });

    await page.type(headerSearch, 'cxn');
    await announces('8 suggestions');
    expect(await isLoaded()).toBe(true);
    expect(await combobox()).toMatchObject({ role: 'combobox', name: 'Search', value: 'cxn', expanded: true });
    const all = await options();
    expect(all.slice(0, 2)).toEqual([
      'CXN1, VPS Server Hosting 2 GB · 1 core · R124 Plan',
      'CXN2, VPS Server Hosting 4 GB · 2 cores · R249 Plan',
    ]);
    expect(await chosen()).toEqual([]);
    for (const [key, option] of [
      ['ArrowDown', 'CXN1'],
      ['ArrowDown', 'CXN2'],
      ['ArrowUp', 'CXN1'],
      ['ArrowUp', undefined],
      ['ArrowUp', 'CXN8'],
      ['ArrowDown', undefined],
    ] as const) {
      await page.keyboard.press(key);
      expect(await chosen()).toEqual(option ? all.filter((text) => text.startsWith(`${option},`)) : []);
    }
    await page.keyboard.press('Escape');
    expect(await options()).toEqual([]);
    expect(await combobox()).toMatchObject({ value: 'cxn', expanded: false });

    await page.keyboard.type('3');
    const found = 'CXN3, VPS Server Hosting 8 GB · 4 cores · R499 Plan';
    await says(page, '[role=option]:first-child', found);
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).toEqual([found]);
    // A visitor who types on has chosen nothing.
    await page.keyboard.type(' ');
    expect(await chosen()).toEqual([]);
    await page.keyboard.press('ArrowDown');
    expect(await endComposition(page, headerSearch)).toBe(true);
    await page.keyboard.press('Enter');
    await arrivedAt(page, '/server-hosting#plan-CXN3');
    await page.waitForSelector('#main:focus');
    expect(await options()).toEqual([]);
    expect(await valueIn(page, headerSearch)).toBe('');
    await until(page, () => {
      const { top = 0 } = document.querySelector('#plan-CXN3')?.getBoundingClientRect() ?? {};
      return top > 0 && top < 450;
    });
  }));

test('the answer to which a search result leads has the focus, and is open again after Back and Forward', () =>
  visit({ url, path: '/search?q=backup' }, async (page) => {
    const isUnfolded = () =>
      until(page, () => {
        const answer = location.hash.startsWith('#answer-') ? document.querySelector(location.hash) : null;
        return answer?.closest('details')?.open && answer.getBoundingClientRect().top < innerHeight;
      });
    const result = 'main ol a[href*="#answer-"]';
    const question = await textOf(page, result);
    await page.locator(result).click();
    await isUnfolded();
    await says(page, 'summary:focus', question);
    await page.goBack();
    await arrivedAt(page, '/search?q=backup');
    await page.goForward();
    await isUnfolded();
  }));

test('Enter without a chosen suggestion shows the search results in the same document, and Back shows the earlier results', () =>
  visit({ url, path: '/about' }, async (page) => {
    const { announces, shows } = siteSearch(page);
    const isSameDocument = await markDocument(page);
    await page.type(headerSearch, 'sars');
    await announces('1 suggestion');
    await page.keyboard.press('Enter');
    await arrivedAt(page, '/search?q=sars');
    await shows('1 result for "sars"');
    expect(await page.$eval('main ol a', (link) => link.getAttribute('href'))).toBe('/pastel-hosting');
    expect(await page.title()).toMatch(/^Search: sars/);

    // Text that is typed after Enter stays in the field when the results come.
    await page.focus(pageSearch);
    await page.waitForSelector(`${pageSearch}[role=combobox]`);
    await page.$eval(pageSearch, (field) => {
      const input = field as HTMLInputElement;
      input.value = 'load shedding';
      input.form?.requestSubmit();
      input.value = 'load shedding hours';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    await arrivedAt(page, '/search?q=load+shedding');
    await shows('"load shedding"');
    expect(await valueIn(page, ':focus')).toBe('load shedding hours');
    await page.goBack();
    await shows('"sars"');
    expect(await valueIn(page, pageSearch)).toBe('sars');
    expect(await isSameDocument()).toBe(true);
  }));

test('text typed into the search field before hydration is kept and gets suggestions; a click elsewhere closes them, a click on one chooses it', () =>
  visitBeforeScripts({ url, path: '/about' }, async (page, release) => {
    const { combobox, options, announces } = siteSearch(page);
    await page.type(headerSearch, 'popa');
    await page.keyboard.press('ArrowLeft');
    await release();
    await page.keyboard.type('i');
    await announces('8 suggestions');
    expect(await combobox()).toMatchObject({ role: 'combobox', value: 'popia', expanded: true });
    expect((await options())[0]).toBe('Privacy Policy Legal document');
    await page.click('h1');
    await page.waitForSelector('[role="listbox"][hidden]');
    await page.focus(headerSearch);
    await page.keyboard.press('ArrowDown');
    await page.locator('[role="option"]').click();
    await arrivedAt(page, '/legal/privacy-policy');
  }));
