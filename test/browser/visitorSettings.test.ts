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
test('at 400 % zoom the focused element is visible', () =>
  visit({ url, expected: [unknownPathMissing] }, async (page) => {
    await page.setViewport({ width: 320, height: 256 });
    for (const path of isLong ? pageKinds : [paths.contact]) {
      await page.goto(url + path);
      await hydrated(page);
      // Backwards, because the header covers what the browser scrolls to from below.
      expect([path, await tabThrough(page, true)]).toEqual([path, []]);
    }
  }));

test('in forced colours a line marks what is current, chosen, popular or focused, and the system draws the checkboxes', () =>
  visit({ url, path: hostingPath('shared-hosting') }, async (page) => {
    const session = await page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    const style = (selector: string) =>
      page.$eval(selector, (element) => {
        const { appearance, borderBottomStyle, borderBottomWidth, outlineStyle, textDecorationLine } =
          getComputedStyle(element);
        return {
          appearance,
          lines: [borderBottomStyle, borderBottomWidth, outlineStyle, textDecorationLine].join(' '),
        };
      });
    for (const [marked, other] of [
      ['button[popovertarget="hosting-menu"]', 'header nav > ul > li > a'],
      ['#hosting-menu a[aria-current]', '#hosting-menu a:not([aria-current])'],
      ['#mobile-menu a[aria-current]', '#mobile-menu details a:not([aria-current])'],
      ['footer input:checked + span', 'footer input:not(:checked) + span'],
    ] as const)
      expect([marked, (await style(marked)).lines]).not.toEqual([marked, (await style(other)).lines]);
    expect((await style('::-p-xpath(//article//span[.="Most Popular"])')).lines).toMatch(/^solid/);
    expect((await style('[type=checkbox]')).appearance).toBe('auto');
    expect(await tabThrough(page)).toEqual([]);
  }));

test('with reduced motion cards, dialogs and spinners do not move', () => {
  const prepare = (page: Page) => holdBack(page, isSubmission, () => new Promise(() => {}));
  return visit({ url, path: paths.services, still: true, prepare }, async (page) => {
    const isStill = async () => {
      await nextFrame(page);
      const running = await page.evaluate(() =>
        document.getAnimations().flatMap(({ playState, effect }) => (playState === 'running' ? String(effect) : [])),
      );
      expect(running).toEqual([]);
    };
    await isStill();
    await page.goto(url + orderAddress(hostingPath('server-hosting'), 'CXN3'));
    await hydrated(page);
    await orderDialog(page).fillIn();
    await isStill();
    await orderDialog(page).submit();
    await page.waitForSelector('dialog:modal [data-spinner]');
    await isStill();
  });
});
