import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { orderAddress, paths } from '../../shared/paths.ts';
import { visitBeforeScripts } from '../helpers/beforeScripts.ts';
import { faceLoaded, openBrowser, type TestBrowser } from '../helpers/browser.ts';
import { type Site, startSite } from '../helpers/site.ts';
import { unknownPath } from '../helpers/sitemap.ts';
import { person, submissionsPath } from '../helpers/visitor.ts';

let browser: TestBrowser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([openBrowser(), startSite()]);
});
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const widths = [320, 360, 768, 900, 1024, 1366, 1440];

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' ? [value] : [];
}

/** Makes every value of company.ts in the page's texts 40 % longer. The longest values come first. */
function lengthen(page: Page): Promise<number> {
  // An address may stand in two parts, so that it can break between them.
  const values = [...new Set([...textsIn(company), ...company.email.split('@')])].sort(
    (one, other) => other.length - one.length,
  );
  return page.evaluate((known) => {
    const pattern = new RegExp(known.map((value) => value.replace(/[^\w\s]/g, '\\$&')).join('|'), 'g');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let changed = 0;
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (node.parentElement?.closest('script, style')) continue;
      const text = node.data.replace(pattern, (value) => value + value.slice(0, Math.ceil(0.4 * value.length)));
      if (text === node.data) continue;
      node.data = text;
      changed += 1;
    }
    return changed;
  }, values);
}

/** What does not fit: a page that scrolls sideways, texts that are cut off, leave their card or run into another. */
function misfits(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
    type Line = Box & { readonly node: Text; readonly layer: Element };
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`);

    const quoted = (node: Node) => `"${node.textContent?.trim().slice(0, 40)}"`;
    const layerOf = (element: Element): Element => {
      for (let outer: Element | null = element; outer; outer = outer.parentElement)
        if (['fixed', 'sticky'].includes(getComputedStyle(outer).position)) return outer;
      return document.body;
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
      if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        found.push(`${quoted(element)} is ${element.scrollWidth} px wide in ${element.clientWidth} px`);
      const frame = element.closest('article, li, dialog, section, footer, header, main, body');
      const edges = frame?.getBoundingClientRect();
      const layer = layerOf(element);
      for (const node of element.childNodes) {
        if (!(node instanceof Text)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, right, top, bottom, width } of range.getClientRects()) {
          if (width < 1) continue;
          if (edges && (left < edges.left - 1 || right > edges.right + 1))
            found.push(`${quoted(node)} leaves its frame`);
          // Without the space above and below the letters.
          const inset = (bottom - top) / 4;
          lines.push({ node, layer, left, right, top: top + inset, bottom: bottom - inset });
        }
      }
    }
    lines.sort((one, other) => one.top - other.top);
    for (const [index, one] of lines.entries())
      for (const other of lines.slice(index + 1)) {
        if (other.top >= one.bottom) break;
        const areTogether = one.node === other.node || one.layer !== other.layer;
        if (!areTogether && one.left < other.right - 1 && other.left < one.right - 1)
          found.push(`${quoted(one.node)} and ${quoted(other.node)} overlap`);
      }
    return [...new Set(found)];
  });
}

/** The address of a stored order's result. */
async function resultAddress(): Promise<string> {
  const answer = await fetch(site.url + submissionsPath, {
    method: 'POST',
    body: new URLSearchParams({ ...person, plan: 'CXN3', message: '' }),
    redirect: 'manual',
  });
  return answer.headers.get('location') ?? '';
}

test('with the texts of company.ts 40 % longer, nothing overlaps, is cut off or scrolls sideways at any width', () =>
  // Hydration would put the texts back.
  visitBeforeScripts(browser, { url: site.url, expected: [/404 \(Not Found\)/] }, async (page) => {
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    const addresses = [
      paths.home,
      paths.services,
      '/services/it-support',
      paths.about,
      paths.contact,
      paths.support,
      paths.legal,
      '/legal/privacy-policy',
      unknownPath,
      ...hostingList.map(({ path }) => path),
      orderAddress('/server-hosting', 'CXN3'),
      await resultAddress(),
    ];
    const found: string[] = [];
    for (const address of addresses) {
      await page.goto(site.url + address, { waitUntil: 'domcontentloaded' });
      await faceLoaded(page);
      expect(await lengthen(page)).toBeGreaterThan(3);
      for (const width of widths) {
        await page.setViewport({ width, height: 900 });
        for (const misfit of await misfits(page)) found.push(`${address} at ${width} px: ${misfit}`);
      }
    }
    expect(found).toEqual([]);
  }));
