import type { Page } from 'puppeteer';

/**
 * The faults of the element with the focus. It must be in sight, not covered, and have an outline of at least 2 px. Null if
 * no element has the focus, or one that had it before.
 */
function faultsOfStop(page: Page): Promise<readonly string[] | null> {
  return page.evaluate(() => {
    const stop = document.activeElement as HTMLElement | null;
    if (!stop || stop === document.body || 'tabStop' in stop.dataset) return null;
    stop.dataset.tabStop = '';
    const faults: string[] = [];

    // The visitor sees the text beside a hidden radio button, and the whole card of a link.
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
    // A field's own button, or a neighbour in a chart, may lie on an edge.
    if (covered > 3) faults.push(`is covered at ${covered} of 9 points`);

    const hasOutline = [getComputedStyle(shown), getComputedStyle(stop, '::after')].some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    );
    if (!hasOutline) faults.push('has no outline');
    return faults.map((fault) => `${stop.outerHTML.slice(0, 120)} ${fault}`);
  });
}

/** Presses Tab, or Shift+Tab, until the focus has been everywhere on the page. Resolves with the faults of all stops. */
export async function tabThrough(page: Page, isBackwards = false): Promise<readonly string[]> {
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
