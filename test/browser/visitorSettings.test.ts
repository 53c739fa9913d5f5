import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { hostingPath, orderAddress, paths } from '../../shared/paths.ts';
import { holdBack, hydrated, nextFrame } from '../helpers/browser/browser.ts';
import { tabThrough } from '../helpers/browser/focusStops.ts';
import { orderDialog } from '../helpers/browser/orderDialog.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { isSubmission } from '../helpers/browser/posts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { isLong } from '../helpers/run/tier.ts';

const url = await readOnlySite();

// As 1280 × 1024 px: https://www.w3.org/WAI/WCAG22/Understanding/reflow
test('at 400 % zoom what has the focus is in sight', () =>
  visit({ url, expected: [unknownPathMissing] }, async (page) => {
    await page.setViewport({ width: 320, height: 256 });
    const found: string[] = [];
    for (const path of isLong ? pageKinds : [paths.contact]) {
      await page.goto(url + path);
      await hydrated(page);
      // Backwards, because the header covers what the browser scrolls to from below.
      for (const { label, faults } of await tabThrough(page, true))
        for (const fault of faults) found.push(`${path}: ${label} ${fault}`);
    }
    expect(found).toEqual([]);
  }));

test('in forced colours what is current, chosen or popular is marked by a line, the focus too, and the boxes are drawn by the system', () =>
  visit({ url, path: hostingPath('shared-hosting') }, async (page) => {
    const session = await page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    const lines = (selector: string) =>
      page.$eval(selector, (element) => {
        const { borderBottomStyle, borderBottomWidth, outlineStyle, textDecorationLine } = getComputedStyle(element);
        return [borderBottomStyle, borderBottomWidth, outlineStyle, textDecorationLine].join(' ');
      });
    for (const [marked, other] of [
      ['button[popovertarget="hosting-menu"]', 'header nav > ul > li > a'],
      ['#hosting-menu a[aria-current]', '#hosting-menu a:not([aria-current])'],
      ['#mobile-menu a[aria-current]', '#mobile-menu details a:not([aria-current])'],
      ['footer input:checked + span', 'footer input:not(:checked) + span'],
    ] as const)
      expect([marked, await lines(marked)]).not.toEqual([marked, await lines(other)]);
    const badge = '::-p-xpath(//article//span[.="Most Popular"])';
    expect(await page.$eval(badge, (element) => getComputedStyle(element).borderTopStyle)).toBe('solid');
    expect(await page.$eval('[type=checkbox]', (box) => getComputedStyle(box).appearance)).toBe('auto');
    expect((await tabThrough(page)).filter(({ faults }) => faults.length > 0)).toEqual([]);
  }));

test('with reduced motion nothing moves: not the cards, a dialog or a spinner', () => {
  const prepare = (page: Page) => holdBack(page, isSubmission, () => new Promise(() => {}));
  const moving = (page: Page) =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => String(effect && Object.values(effect.getComputedTiming()))),
    );
  return visit({ url, path: paths.services, still: true, prepare }, async (page) => {
    await nextFrame(page);
    expect(await moving(page)).toEqual([]);
    await page.goto(url + orderAddress(hostingPath('server-hosting'), 'CXN3'));
    await hydrated(page);
    await orderDialog(page).fillIn();
    expect(await moving(page)).toEqual([]);
    await orderDialog(page).submit();
    await page.waitForSelector('dialog:modal [data-spinner]');
    await nextFrame(page);
    expect(await moving(page)).toEqual([]);
  });
});
