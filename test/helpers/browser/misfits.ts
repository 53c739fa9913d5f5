import type { Page } from 'puppeteer';

/** What does not fit: a page that scrolls sideways, and texts that are cut off, leave their frame or overlap another. */
export function misfits(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
    type Line = Box & { readonly node: Text; readonly layer: Element };
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`);

    const quoted = (node: Node) => `"${node.textContent?.trim().slice(0, 40)}"`;
    /** The element with which a text scrolls. Texts of two layers may overlap. */
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
      // A wide table, which the keyboard can scroll, may be wider than its frame.
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
          // Without the space above and below the letters.
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
