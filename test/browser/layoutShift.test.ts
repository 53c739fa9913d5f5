import { expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { paths } from '../../shared/paths.ts';
import { faceLoaded, holdBack, hydrated } from '../helpers/browser/browser.ts';
import { unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { isLong } from '../helpers/run/tier.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';

const url = await readOnlySite();
const widths = isLong ? [360, 1440] : [360];
const pages = isLong ? [...(await sitemapPaths(url)), unknownPath] : [paths.home, paths.contact, '/server-hosting'];

type Shift = { readonly value: number; readonly moved: readonly string[] };

async function watch(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect };
    type LayoutShift = PerformanceEntry & { value: number; sources: Source[] };
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    const placed = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    const told = ({ node, previousRect, currentRect }: Source) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${placed(previousRect)} -> ${placed(currentRect)}: ${element?.outerHTML.slice(0, 120)}`;
    };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[])
        shifts.push({ value, moved: sources.map(told) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The layout shifts until three frames after the fonts are registered. */
async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  await faceLoaded(page);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  // Subpixel shifts at the viewport's edge have values of about 0.00005, which reports round to 0.
  return shifts.filter(({ value }) => value >= 0.0005);
}

test.each(widths)(
  'at %d px no layout shifts while a page loads, and when the font arrives after hydration',
  async (width) => {
    for (const path of pages) {
      const { promise: fontMayCome, resolve: letFontCome } = Promise.withResolvers<void>();
      const prepare = async (page: Page) => {
        await watch(page);
        const isFont = (request: HTTPRequest) => request.resourceType() === 'font';
        await holdBack(page, isFont, () => fontMayCome);
      };
      const options = { url, path, width, expected: [unknownPathMissing], prepare, atOnce: true };
      await visit(options, async (page) => {
        await hydrated(page);
        letFontCome();
        expect({ path, shifts: await shiftsOf(page) }).toEqual({ path, shifts: [] });
      });
    }
  },
);
