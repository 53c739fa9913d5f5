import type { Page } from 'puppeteer';
import { company } from '../../../shared/company.ts';

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value) return Object.values(value).flatMap(textsIn);
  return typeof value === 'string' ? [value] : [];
}

/**
 * Makes every value of company.ts in the page's texts 40 % longer. Returns how many texts it changed. Call it after
 * hydration, which would put the texts back.
 */
export function lengthen(page: Page): Promise<number> {
  // An address may stand in two parts, so that it can break between them. The longest values come first.
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
