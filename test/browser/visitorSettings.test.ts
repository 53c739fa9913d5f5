import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { hostingPath, orderAddress, paths } from '../../shared/paths.ts';
import { holdBack, hydrated, nextFrame } from '../helpers/browser/browser.ts';
import { orderDialog } from '../helpers/browser/orderDialog.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { isSubmission } from '../helpers/browser/posts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { isLong } from '../helpers/run/tier.ts';

const url = await readOnlySite();

/**
 * The faults of the element with the focus. The element must be in sight, not covered, and have an outline of at least
 * 2 px. Null if no element has the focus, or if the element with the focus has had it before.
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
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (width < 1 || height < 1) faults.push('is out of sight');
    const isShowing = (x: number, y: number) => {
      const hit = document.elementFromPoint(Math.max(left, 0) + width * x, Math.max(top, 0) + height * y);
      return hit !== null && (stop.contains(hit) || shown.contains(hit) || hit.contains(stop));
    };
    const inner = [0.1, 0.5, 0.9];
    const covered = inner.flatMap((x) => inner.filter((y) => !isShowing(x, y))).length;
    // Up to 3 of the 9 points may be covered, because a field may have a button of its own at one edge.
    if (covered > 3) faults.push(`is covered at ${covered} of 9 points`);

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

test('on a screen of 320 × 256 px a dialog opens with its focused field in sight', () =>
  visit({ url, path: hostingPath('server-hosting'), width: 320 }, async (page) => {
    await page.setViewport({ width: 320, height: 256 });
    await orderDialog(page).open('CXN3');
    const [top, bottom] = await page.$eval('dialog [name=name]:focus', (field) => {
      const frame = field.closest('dialog')?.getBoundingClientRect();
      const { top, bottom } = field.getBoundingClientRect();
      return [top - (frame?.top ?? 0), (frame?.bottom ?? 0) - bottom];
    });
    expect([Number(top) >= 0, Number(bottom) >= 0]).toEqual([true, true]);
  }));

test('on paper a page with an open dialog is the page, without the dialog', () =>
  visit({ url, path: orderAddress(hostingPath('server-hosting'), 'CXN3') }, async (page) => {
    await page.emulateMediaType('print');
    expect(await page.$eval('dialog:modal', (dialog) => dialog.checkVisibility())).toBe(false);
    expect(await page.$eval('article', (card) => card.checkVisibility())).toBe(true);
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
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const top = await page.$eval('[aria-label="Scroll to top"]', (button) => {
      (button as HTMLElement).click();
      return scrollY;
    });
    expect(top).toBe(0);
    await page.goto(url + orderAddress(hostingPath('server-hosting'), 'CXN3'));
    await hydrated(page);
    await orderDialog(page).fillIn();
    await isStill();
    await orderDialog(page).submit();
    await page.waitForSelector('dialog:modal [data-spinner]');
    await isStill();
  });
});
