import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { families } from '../../shared/hosting/catalogue.ts';
import { maxCompared } from '../../shared/hosting/comparison.ts';
import { faceLoaded, hydrated } from '../helpers/browser/browser.ts';
import { faces } from '../helpers/browser/faces.ts';
import { comparisonTable } from '../helpers/browser/planFinder.ts';
import { visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { isLong } from '../helpers/run/tier.ts';

const url = await readOnlySite();
const widths = [320, 360, 480, 575, 576, 768, 1023, 1024, 1440, 1920];

/** The words that stand on more than one line, the widths of the columns, and whether the table scrolls sideways. */
function measure(page: Page) {
  return page.$eval(comparisonTable, (table) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) broken.push(word);
      }
    }
    const widthsOf = (selector: string) =>
      Array.from(table.querySelectorAll(selector), (cell) => Math.round(cell.getBoundingClientRect().width));
    const { scrollWidth, clientWidth } = table.parentElement as HTMLElement;
    return {
      broken,
      label: widthsOf('tbody th')[0] ?? 0,
      plans: widthsOf('tbody tr:last-child td'),
      scrolls: scrollWidth > clientWidth,
      isPageTooWide: document.documentElement.scrollWidth > innerWidth,
    };
  });
}

test.each(isLong ? faces : (['usual'] as const))('with a %s face no width breaks a word of a comparison', (face) =>
  visit({ url, face, still: true }, async (page) => {
    for (const { path, plans } of families) {
      const compared = plans.slice(-maxCompared).map(({ id }) => id);
      await page.goto(`${url}${path}?compare=${compared.join()}`);
      await hydrated(page);
      await faceLoaded(page);
      for (const width of widths) {
        await page.setViewport({ width, height: 900 });
        const { broken, label, plans: columns, scrolls, isPageTooWide } = await measure(page);
        expect({ path, width, broken, isPageTooWide }).toEqual({ path, width, broken: [], isPageTooWide: false });
        if (face !== 'usual') continue;
        if (width >= 1024) expect(label).toBeGreaterThanOrEqual(11 * 16);
        if (width >= 1024) expect(Math.max(...columns) - Math.min(...columns)).toBeLessThanOrEqual(1);
        if (width >= 360 && columns.length === 3)
          expect({ path, width, scrolls }).toEqual({ path, width, scrolls: false });
      }
    }
  }),
);
