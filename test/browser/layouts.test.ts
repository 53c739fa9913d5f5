import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { families } from '../../shared/hosting/catalogue.ts';
import { maxCompared } from '../../shared/hosting/comparison.ts';
import { paths } from '../../shared/paths.ts';
import { faceLoaded, holdBack, hydrated } from '../helpers/browser/browser.ts';
import { faces } from '../helpers/browser/faces.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { isLong } from '../helpers/run/tier.ts';
import { sitemapPaths, unknownPath } from '../helpers/site/sitemap.ts';

const url = await readOnlySite();
const shiftPages = isLong
  ? [...(await sitemapPaths(url)), unknownPath]
  : [paths.home, paths.contact, '/server-hosting'];
const facesHere = isLong ? faces : (['usual'] as const);

type Size = readonly [width: number, height: number];
const usualSizes: readonly Size[] = [
  [360, 740],
  [768, 900],
  [1440, 900],
];
const largeText = 'html{font-size:200%!important}';

/** Style sheets that visitors may use. The text spacing is that of https://www.w3.org/TR/WCAG22/#text-spacing */
const styles: readonly (readonly [css: string, sizes: readonly Size[]])[] = [
  // At 400 % zoom, a window of 1280 × 1024 px has only 320 × 256 px: https://www.w3.org/WAI/WCAG22/Understanding/reflow
  ['', [...usualSizes, [320, 256]]],
  [largeText, usualSizes],
  [
    '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
    [[320, 900]],
  ],
];

async function open(page: Page, address: string): Promise<void> {
  await page.goto(url + address);
  await hydrated(page);
  await faceLoaded(page);
}

/** Sets the visitor's own style sheet. The site's Content-Security-Policy does not apply to such a style sheet. */
function addStyles(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/** What does not fit: a page that scrolls sideways, and texts that are cut off, leave their frame or overlap another. */
function misfits(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
    type Line = Box & { readonly node: Text; readonly layer: Element };
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`);

    const quoted = (node: Node) => `"${node.textContent?.trim().slice(0, 40)}"`;
    /** The fixed or sticky element around a text, or the root element. Texts of different layers may overlap. */
    const layerOf = (element: Element): Element => {
      const isOwn = ['fixed', 'sticky'].includes(getComputedStyle(element).position);
      return isOwn || !element.parentElement ? element : layerOf(element.parentElement);
    };
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const isShown = (element: Element) =>
      element.checkVisibility() &&
      !element.closest('[aria-hidden=true]') &&
      getComputedStyle(element).clipPath === 'none';

    const lines: Line[] = [];
    for (const element of document.querySelectorAll('body *:not(script, style, option)')) {
      if (!hasText(element) || !isShown(element)) continue;
      if (element instanceof HTMLElement && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        found.push(`${quoted(element)} is ${element.scrollWidth} px wide in ${element.clientWidth} px`);
      const frames = ['a, button, label', 'article, li, dialog, section, footer, header, main, body']
        .flatMap((selector) => element.closest(selector) ?? [])
        .map((frame) => frame.getBoundingClientRect());
      const layer = layerOf(element);
      // What the keyboard can scroll, such as a wide table, may be wider than its frame.
      const scroller = element.closest('[tabindex="0"]')?.getBoundingClientRect();
      for (const node of element.childNodes) {
        if (!(node instanceof Text)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, right, top, bottom, width } of range.getClientRects()) {
          if (width < 1) continue;
          if (scroller && (bottom < scroller.top || top > scroller.bottom)) continue;
          if (!scroller && frames.some((frame) => left < frame.left - 1 || right > frame.right + 1))
            found.push(`${quoted(node)} leaves its frame`);
          // Leaves out the space above and the space below the letters. Each is a quarter of the line's height.
          const inset = (bottom - top) / 4;
          lines.push({ node, layer, left, right, top: top + inset, bottom: bottom - inset });
        }
      }
    }
    lines.sort((one, other) => one.top - other.top);
    for (const [index, one] of lines.entries())
      for (let next = index + 1; next < lines.length; next += 1) {
        const other = lines[next];
        if (!other || other.top >= one.bottom) break;
        const areTogether = one.node === other.node || one.layer !== other.layer;
        if (!areTogether && one.left < other.right - 1 && other.left < one.right - 1)
          found.push(`${quoted(one.node)} and ${quoted(other.node)} overlap`);
      }
    return [...new Set(found)];
  });
}

async function misfitsAt(page: Page, sizes: readonly Size[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewport({ width, height });
    for (const misfit of await misfits(page)) found.push(`at ${width} px: ${misfit}`);
  }
  return found;
}

test('on each hosting page and comparison nothing overlaps, is cut off or scrolls sideways, and a plan is within the first screens', () =>
  visit({ url, still: true }, async (page) => {
    const found: string[] = [];
    for (const { path, plans } of families) {
      const compared = plans.slice(-maxCompared).map(({ id }) => id);
      await open(page, `${path}?compare=${compared.join()}`);
      // This page has all that the page without a comparison has.
      for (const misfit of await misfitsAt(page, usualSizes)) found.push(`the comparison of ${path} ${misfit}`);
      await open(page, path);
      await addStyles(page, largeText);
      for (const misfit of await misfitsAt(page, [[320, 740]])) found.push(`${path} with text of 200 % ${misfit}`);
      await addStyles(page, '');
      // The lower edge of the first plan must be within one screen on a laptop, and within two screens on a phone.
      for (const [width, height, screens] of [
        [1440, 900, 1],
        [360, 740, 2],
      ] as const) {
        await page.setViewport({ width, height });
        const first = '#plans :is(tbody tr, article) :is(a, h3)';
        const bottom = await page.$eval(first, (plan) => plan.getBoundingClientRect().bottom + scrollY);
        if (bottom > screens * height) found.push(`${path} at ${width} px: the first plan ends at ${bottom} px`);
      }
    }
    expect(found).toEqual([]);
  }));

/** Whether the parts of the header are in one line. */
function isHeaderOneLine(page: Page): Promise<boolean> {
  return page.$eval('header a', ({ parentElement: header }) => {
    const parts = [...(header?.children ?? [])].filter((part) => part.checkVisibility());
    const boxes = parts.map((part) => part.getBoundingClientRect());
    return Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom));
  });
}

test.each(facesHere)('with a %s face the menus fit, and on a phone with text of 130 % the header is one line', (face) =>
  visit({ url, path: paths.about, face }, async (page) => {
    const found: string[] = [];
    await page.setViewport({ width: 360, height: 900 });
    for (const css of ['', 'html{font-size:130%!important}']) {
      await addStyles(page, css);
      expect(await isHeaderOneLine(page)).toBe(true);
    }
    for (const [menu, width] of [
      ['mobile-menu', 360],
      ['mobile-menu', 768],
      ['hosting-menu', 1440],
    ] as const)
      for (const css of ['', largeText]) {
        await page.setViewport({ width, height: 900 });
        await addStyles(page, css);
        await page.$eval(`#${menu}`, (popover) => (popover as HTMLElement).showPopover());
        for (const misfit of await misfits(page)) found.push(`${menu} at ${width} px ${css}: ${misfit}`);
        await page.$eval(`#${menu}`, (popover) => (popover as HTMLElement).hidePopover());
      }
    expect(found).toEqual([]);
  }),
);

/** Makes a page collect its layout shifts in the global variable `shifts`. */
async function watch(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    type LayoutShift = PerformanceEntry & { value: number; sources: { node: Node | null; currentRect: DOMRect }[] };
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as LayoutShift[]) {
        // A shift of less than a pixel is not visible. Its value is about 0.00005, which reports of layout shifts round to 0.
        if (value < 0.0005) continue;
        for (const { node, currentRect } of sources)
          shifts.push(`${node?.textContent?.slice(0, 80)} moved to ${JSON.stringify(currentRect)}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

test.each(isLong ? [360, 1440] : [360])(
  'at %d px wide nothing shifts while a page loads, nor when the font arrives after hydration',
  async (width) => {
    for (const path of shiftPages) {
      const font = Promise.withResolvers<void>();
      const prepare = async (page: Page) => {
        await watch(page);
        await holdBack(
          page,
          (request) => request.resourceType() === 'font',
          () => font.promise,
        );
      };
      await visit({ url, path, width, expected: [unknownPathMissing], prepare, atOnce: true }, async (page) => {
        await hydrated(page);
        font.resolve();
        await faceLoaded(page);
        await page.evaluate(async () => {
          for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        });
        expect({ path, shifts: await page.evaluate('shifts') }).toEqual({ path, shifts: [] });
      });
    }
  },
);

if (isLong) {
  test.each(faces)('with a %s face nothing overlaps, is cut off or scrolls sideways on any kind of page', (face) =>
    visit({ url, face, still: true, expected: [unknownPathMissing] }, async (page) => {
      const found: string[] = [];
      for (const address of pageKinds) {
        await open(page, address);
        // Only the face with the widest letters is tried with every style sheet, because it is the hardest case.
        for (const [css, sizes] of face === 'wide' ? styles : styles.slice(0, 1)) {
          await addStyles(page, css);
          for (const misfit of await misfitsAt(page, sizes)) found.push(`${address} ${css} ${misfit}`);
        }
      }
      expect(found).toEqual([]);
    }),
  );
}
