import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { hostingPath, orderAddress, paths } from '../../shared/paths.ts';
import { holdBack, hydrated, nextFrame } from '../helpers/browser/browser.ts';
import { tabThrough } from '../helpers/browser/focusStops.ts';
import { orderDialog } from '../helpers/browser/orderDialog.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { isSubmission } from '../helpers/browser/posts.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());

// As 1280 × 1024 px: https://www.w3.org/WAI/WCAG22/Understanding/reflow
test(
  'at 400 % zoom what has the focus is in sight on every kind of page',
  () =>
    visit({ url: site.url, expected: [unknownPathMissing] }, async (page) => {
      await page.setViewport({ width: 320, height: 256 });
      const found: string[] = [];
      for (const path of pageKinds) {
        await page.goto(site.url + path);
        await hydrated(page);
        // Backwards, because the header covers what the browser scrolls to from below.
        for (const { label, faults } of await tabThrough(page, true))
          for (const fault of faults) found.push(`${path}: ${label} ${fault}`);
      }
      expect(found).toEqual([]);
    }),
  180_000,
);

test('in forced colours, what is current, chosen or popular is marked by a line, and so is the focus', () =>
  visit({ url: site.url, path: hostingPath('server-hosting') }, async (page) => {
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
    expect((await tabThrough(page)).filter(({ faults }) => faults.length > 0)).toEqual([]);
  }));

test('check boxes, ranges, selects and numbers are drawn by the site, and in forced colours by the system', () =>
  visit({ url: site.url, path: orderAddress(hostingPath('server-hosting'), 'CXN3') }, async (page) => {
    const looks = () =>
      page.evaluate(() => {
        const of = (selector: string) => getComputedStyle(document.querySelector(selector) as Element);
        const box = of('[type=checkbox]');
        return {
          box: [box.appearance, box.width, box.height, box.borderRadius],
          range: of('[type=range]').appearance,
          select: [of('dialog select').appearance, of('dialog select').backgroundImage === 'none'],
          number: of('[type=number]').appearance,
        };
      });
    // The sheet comes after hydration.
    await page.waitForFunction(() => {
      const box = document.querySelector('[type=checkbox]');
      return box && getComputedStyle(box).appearance === 'none';
    });
    expect(await looks()).toEqual({
      box: ['none', '20px', '20px', '6px'],
      range: 'none',
      select: ['none', false],
      number: 'textfield',
    });
    const placeholder = await page.evaluate(() => {
      const field = document.querySelector('header input') as Element;
      const { color, opacity } = getComputedStyle(field, '::placeholder');
      const muted = getComputedStyle(document.querySelector('header a[href="/services"]') as Element).color;
      return { isMuted: color === muted, opacity };
    });
    // test/unit/contrast.test.ts: 7 : 1 on each ground.
    expect(placeholder).toEqual({ isMuted: true, opacity: '1' });
    const session = await page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    expect(await looks()).toMatchObject({
      box: expect.arrayContaining(['auto']),
      range: 'auto',
      select: ['auto', true],
    });
  }));

test('with reduced motion nothing moves: not the cards, a dialog, a spinner or a toast', () => {
  const gate = Promise.withResolvers<void>();
  const prepare = (page: Page) => holdBack(page, isSubmission, () => gate.promise);
  const moving = (page: Page) =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => String(effect && Object.values(effect.getComputedTiming()))),
    );
  return visit({ url: site.url, path: paths.services, still: true, prepare }, async (page) => {
    await nextFrame(page);
    expect(await moving(page)).toEqual([]);
    await page.goto(site.url + orderAddress(hostingPath('server-hosting'), 'CXN3'));
    await hydrated(page);
    await orderDialog(page).fillIn();
    expect(await moving(page)).toEqual([]);
    await orderDialog(page).submit();
    await page.waitForSelector('dialog:modal [data-spinner]');
    await nextFrame(page);
    expect(await moving(page)).toEqual([]);
    gate.resolve();
    await toasts(page).appears('status');
    await nextFrame(page);
    expect(await moving(page)).toEqual([]);
  });
});
