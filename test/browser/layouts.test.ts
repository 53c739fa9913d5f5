import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { families } from '../../shared/hosting/catalogue.ts';
import { hostingPath, paths } from '../../shared/paths.ts';
import { faceLoaded, foundBrowsers, hydrated } from '../helpers/browser/browser.ts';
import { type Face, faces, familyOf } from '../helpers/browser/faces.ts';
import { lengthen } from '../helpers/browser/lengthen.ts';
import { misfits } from '../helpers/browser/misfits.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { resultAddress } from '../helpers/browser/posts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());

const addresses = [...pageKinds, await resultAddress(site.url)];

type Size = readonly [width: number, height: number];
const usualSizes: readonly Size[] = [
  [360, 900],
  [768, 900],
  [1440, 900],
];

/** A visitor's style sheets. The spacing is that of https://www.w3.org/TR/WCAG22/#text-spacing */
const styles: readonly { readonly shown: string; readonly css: string; readonly sizes: readonly Size[] }[] = [
  // The second as 1280 × 1024 px at 400 %: https://www.w3.org/WAI/WCAG22/Understanding/reflow
  { shown: 'as it is', css: '', sizes: [...usualSizes, [320, 256]] },
  { shown: 'with text of 200 %', css: 'html{font-size:200%!important}', sizes: usualSizes },
  {
    shown: 'with wide text spacing',
    css: '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
    sizes: [[320, 900]],
  },
];
const widthsOfLongTexts = [320, 360, 768, 1024, 1440];

/** Shows the page in a visitor's own style sheet, which the site's Content-Security-Policy does not concern. */
function addStyles(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}

/** What does not fit at some sizes of the window. */
async function misfitsAt(page: Page, sizes: readonly Size[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [width, height] of sizes) {
    await page.setViewport({ width, height });
    for (const misfit of await misfits(page)) found.push(`at ${width} px: ${misfit}`);
  }
  return found;
}

function textOf(page: Page): Promise<string> {
  return page.$eval('main', ({ textContent }) => textContent);
}

test.each(faces)('with a %s face nothing overlaps, is cut off or scrolls sideways on any kind of page', (face) =>
  visit({ url: site.url, face, still: true, expected: [unknownPathMissing] }, async (page) => {
    const found: string[] = [];
    for (const address of addresses) {
      await page.goto(site.url + address);
      await hydrated(page);
      await faceLoaded(page);
      // A visitor's own sizes and longer texts are hardest on the widest letters.
      const isWide = face === 'wide';
      for (const { shown, css, sizes } of isWide ? styles : styles.slice(0, 1)) {
        await addStyles(page, css);
        for (const misfit of await misfitsAt(page, sizes)) found.push(`${address} ${shown} ${misfit}`);
      }
      if (!isWide) continue;
      await addStyles(page, '');
      expect(await lengthen(page)).toBeGreaterThan(3);
      const lengthened = await textOf(page);
      const longTexts = await misfitsAt(
        page,
        widthsOfLongTexts.map((width) => [width, 900] as const),
      );
      for (const misfit of longTexts) found.push(`${address} with longer texts ${misfit}`);
      // React renders no text anew.
      expect(await textOf(page)).toBe(lengthened);
    }
    expect(found).toEqual([]);
  }),
);

test.each(faces)('with a %s face the menus fit', (face) =>
  visit({ url: site.url, path: paths.about, face }, async (page) => {
    const found: string[] = [];
    for (const [menu, width] of [
      ['mobile-menu', 360],
      ['mobile-menu', 768],
      ['hosting-menu', 1440],
    ] as const)
      for (const css of ['', 'html{font-size:200%!important}']) {
        await page.setViewport({ width, height: 900 });
        await addStyles(page, css);
        await page.$eval(`#${menu}`, (popover) => (popover as HTMLElement).showPopover());
        for (const misfit of await misfits(page)) found.push(`${menu} at ${width} px ${css}: ${misfit}`);
        await page.$eval(`#${menu}`, (popover) => (popover as HTMLElement).hidePopover());
      }
    expect(found).toEqual([]);
  }),
);

test.each(['', 'Bergfontein Technologies', 'Johannesburg Data Centre'])(
  'with text of 130 %% on a phone the header is one line, no word of the name is broken, its mark is whole: %j',
  (name) =>
    visit({ url: site.url, path: paths.about, width: 360 }, async (page) => {
      const size = await page.$eval(
        'header a',
        (logo, other) => {
          const text = logo.lastChild as Text;
          if (other) text.data = other;
          return text.data.length;
        },
        name,
      );
      expect(size).toBeGreaterThanOrEqual(name.length);
      for (const css of name ? [''] : ['', 'html{font-size:130%!important}']) {
        await addStyles(page, css);
        const found = await page.$eval('header a', (logo) => {
          const text = logo.lastChild as Text;
          const words = Array.from(text.data.matchAll(/\S+/g), ({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            return range.getClientRects().length;
          });
          const row = [...(logo.parentElement?.children ?? [])].filter((part) => part.checkVisibility());
          const tops = row.map((part) => part.getBoundingClientRect());
          const isOneLine = Math.max(...tops.map(({ top }) => top)) < Math.min(...tops.map(({ bottom }) => bottom));
          return { words, isOneLine, mark: logo.querySelector('svg')?.getBoundingClientRect().width };
        });
        expect(found).toEqual({ words: found.words.map(() => 1), isOneLine: true, mark: 32 });
      }
    }),
);

test("each hosting page's scene is under the button of a phone, at most 160 px high, and beside it on a tablet", () =>
  visit({ url: site.url, still: true }, async (page) => {
    for (const { path } of families) {
      await page.goto(site.url + path);
      const places: unknown[] = [];
      for (const width of [360, 768]) {
        await page.setViewport({ width, height: 900 });
        const scene = await page.$eval('main svg:has(use[href*="#scene-"])', (svg) =>
          svg.getBoundingClientRect().toJSON(),
        );
        const button = await page.$eval('main a[href="#plans"]', (link) => link.getBoundingClientRect().toJSON());
        places.push([
          scene.height > 100 && scene.height <= 160,
          scene.top >= button.bottom,
          scene.left >= button.right,
        ]);
      }
      expect([path, ...places]).toEqual([path, [true, true, false], [expect.any(Boolean), false, true]]);
    }
  }));

/** The width of forty letters of 16 px, regular and bold, in the families that the site's styles name. */
function sampleWidths(page: Page): Promise<readonly number[]> {
  return page.evaluate(() =>
    ['16px system-ui', '16px sans-serif', 'bold 16px system-ui'].map((font) => {
      const sample = document.createElement('span');
      sample.style.font = font;
      sample.textContent = 'The five boxing wizards jump quickly now';
      document.body.append(sample);
      return sample.getBoundingClientRect().width;
    }),
  );
}

test('texts are shown in the face that a test names, whatever fonts the machine has, in both browsers', async () => {
  const widths = new Map<Face, readonly number[]>();
  for (const face of faces)
    await visit({ url: site.url, path: paths.about, face }, async (page) => {
      widths.set(face, await sampleWidths(page));
      const session = await page.createCDPSession();
      await session.send('DOM.enable');
      await session.send('CSS.enable');
      const { root } = await session.send('DOM.getDocument');
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'main p' });
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      expect(fonts.map(({ familyName }) => familyName)).toEqual([familyOf(face)]);
    });
  for (const [system, sans] of widths.values()) expect(sans).toBe(system);
  if (!foundBrowsers().firefox) return;
  await visit({ kind: 'firefox', url: site.url, path: hostingPath('server-hosting') }, async (page) => {
    expect(await misfitsAt(page, usualSizes)).toEqual([]);
    expect(await sampleWidths(page)).toEqual(widths.get('usual'));
  });
});
