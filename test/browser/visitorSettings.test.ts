import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { hostingPath, orderAddress, paths } from '../../shared/paths.ts';
import { holdBack, hydrated, isSubmission, nextFrame } from '../helpers/browser/browser.ts';
import { orderDialog } from '../helpers/browser/orderDialog.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { isLong } from '../helpers/run/tier.ts';

const url = await readOnlySite();

/**
 * The faults of the element with the focus. The middle of its part in the window must be in sight, and it
 * must have an outline of at least 2 px. Null if no element has the focus, or if the element with the focus has had it before.
 */
function faultsOfStop(page: Page): Promise<readonly string[] | null> {
  return page.evaluate(() => {
    const stop = document.activeElement as HTMLElement | null;
    if (!stop || stop === document.body || 'tabStop' in stop.dataset) return null;
    stop.dataset.tabStop = '';
    const faults: string[] = [];

    // A radio button itself is hidden. The visitor sees the element after it, so that element is measured.
    const beside = stop.nextElementSibling;
    const shown = stop instanceof HTMLInputElement && stop.type === 'radio' && beside ? beside : stop;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const middle = (start: number, end: number, size: number) => (Math.max(start, 0) + Math.min(end, size)) / 2;
    const hit = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
    const isShowing = hit && (stop.contains(hit) || shown.contains(hit) || hit.contains(stop));
    if (!isShowing) faults.push(`is out of sight or under ${hit?.outerHTML.slice(0, 80)}`);

    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) faults.push('has no outline');
    return faults.map((fault) => `${stop.outerHTML.slice(0, 120)} ${fault}`);
  });
}

/** Presses Tab, or Shift+Tab, until each element has had the focus. Resolves with the faults of all these elements. */
async function tabThrough(page: Page, isBackwards = false): Promise<readonly string[]> {
  const found: string[] = [];
  if (isBackwards) await page.keyboard.down('Shift');
  for (;;) {
    await page.keyboard.press('Tab');
    const faults = await faultsOfStop(page);
    if (!faults) break;
    found.push(...faults);
  }
  if (isBackwards) await page.keyboard.up('Shift');
  return found;
}

// At 400 % zoom, a window of 1280 × 1024 px has only 320 × 256 px: https://www.w3.org/WAI/WCAG22/Understanding/reflow
test('at 400 % zoom the focused element is visible', () =>
  visit({ url, expected: [unknownPathMissing] }, async (page) => {
    await page.setViewport({ width: 320, height: 256 });
    for (const path of isLong ? pageKinds : [paths.contact]) {
      await page.goto(url + path);
      await hydrated(page);
      // With Shift+Tab the browser scrolls upwards. Then the sticky header could cover the focused element.
      expect([path, await tabThrough(page, true)]).toEqual([path, []]);
    }
  }));

test('in forced colours a line marks what is current, chosen, popular or focused, and the system draws the checkboxes', () =>
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
    expect(await lines('::-p-xpath(//article//span[.="Most Popular"])')).toMatch(/^solid/);
    expect(await page.$eval('[type=checkbox]', (box) => getComputedStyle(box).appearance)).toBe('auto');
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
    await orderDialog(page).submit();
    await page.waitForSelector('dialog:modal [data-spinner]');
    await isStill();
  });
});
