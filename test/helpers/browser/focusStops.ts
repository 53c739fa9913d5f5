import type { Page } from 'puppeteer';

export type FocusStop = {
  /** The element, such as `a "Contact"`, for messages. */
  readonly label: string;
  /** What is wrong with it. */
  readonly faults: readonly string[];
};

/**
 * The element with the focus: whether it is in sight and not covered, and has an outline of at least 2 px whose contrast to
 * what is behind it is at least 3 : 1. Null if the page's body has the focus.
 */
export function focusStop(page: Page): Promise<FocusStop | null> {
  return page.evaluate(() => {
    const stop = document.activeElement;
    if (!stop || stop === document.body) return null;
    const faults: string[] = [];

    // A drawn-over radio button is shown by the text beside it, a card by its link's layer.
    const beside = stop.nextElementSibling;
    const shown = stop instanceof HTMLInputElement && stop.type === 'radio' && beside ? beside : stop;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
    if (width < 1 || height < 1) faults.push('is out of sight');
    const isShowing = (x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (stop.contains(hit) || shown.contains(hit) || hit.contains(stop));
    };
    const inner = [0.1, 0.5, 0.9];
    const points = inner.flatMap((x) =>
      inner.map((y) => [Math.max(left, 0) + width * x, Math.max(top, 0) + height * y]),
    );
    const covered = points.filter(([x = 0, y = 0]) => !isShowing(x, y)).length;
    // A field's own button, or a neighbour in a chart, may lie on an edge.
    if (covered > 3) faults.push(`is covered at ${covered} of 9 points`);

    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const luminance = (colours: readonly string[]) => {
      for (const colour of colours) {
        if (canvas) canvas.fillStyle = colour;
        canvas?.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = Array.from(canvas?.getImageData(0, 0, 1, 1).data ?? [], (value) => {
        const channel = value / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const outlines = [getComputedStyle(shown), getComputedStyle(stop, '::after')];
    const outline = outlines.find(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    );
    if (outline) {
      const grounds: string[] = [];
      const isInside = parseFloat(outline.outlineOffset) < 0;
      for (let above = isInside ? shown : shown.parentElement; above; above = above.parentElement)
        grounds.unshift(getComputedStyle(above).backgroundColor);
      const [darker = 0, lighter = 0] = [luminance(grounds), luminance([outline.outlineColor])].sort((a, b) => a - b);
      const contrast = (lighter + 0.05) / (darker + 0.05);
      if (contrast < 3) faults.push(`its outline has a contrast of ${contrast.toFixed(1)} : 1`);
    } else faults.push('has no outline');

    const text = stop.getAttribute('aria-label') ?? (stop as HTMLInputElement).name ?? '';
    return { label: `${stop.localName} "${stop.textContent?.trim().slice(0, 40) || text}"`, faults };
  });
}

/**
 * Presses Tab from the top of the page, or Shift+Tab from its end, until the focus leaves the page. Returns each stop.
 * It leaves at the top of the window's own controls, where a headless browser begins again.
 */
export async function tabThrough(page: Page, isBackwards = false): Promise<readonly FocusStop[]> {
  const stops: FocusStop[] = [];
  if (isBackwards) await page.keyboard.down('Shift');
  try {
    for (;;) {
      await page.keyboard.press('Tab');
      const isSeen = await page.evaluate(() => {
        const stop = document.activeElement as HTMLElement;
        const isKnown = 'tabStop' in stop.dataset;
        stop.dataset.tabStop = '';
        return isKnown;
      });
      const stop = isSeen ? null : await focusStop(page);
      if (!stop) return stops;
      stops.push(stop);
    }
  } finally {
    if (isBackwards) await page.keyboard.up('Shift');
    await page.evaluate(() => {
      for (const stop of document.querySelectorAll<HTMLElement>('[data-tab-stop]')) delete stop.dataset.tabStop;
      (document.activeElement as HTMLElement).blur();
    });
  }
}
