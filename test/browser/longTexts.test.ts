import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { hostingList } from '../../shared/hosting/list.ts';
import { orderAddress, paths } from '../../shared/paths.ts';
import { visitBeforeScripts } from '../helpers/browser/beforeScripts.ts';
import { faceLoaded } from '../helpers/browser/browser.ts';
import { misfits } from '../helpers/browser/misfits.ts';
import { startSite } from '../helpers/site/site.ts';
import { unknownPath } from '../helpers/site/sitemap.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person, submissionsPath } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite());

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
  visitBeforeScripts({ url: site.url, expected: [/404 \(Not Found\)/] }, async (page) => {
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
