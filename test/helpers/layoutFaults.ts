import type { Page } from 'puppeteer';

/**
 * What is lost on the page as it is laid out now: text outside the window's width, text that its box cuts off, and texts
 * that lie on each other. Texts in a box that scrolls sideways are not lost.
 */
export function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide in a window of ${clientWidth} px`);

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const pieces: { readonly text: string; readonly box: DOMRect; readonly layer: Element | null }[] = [];
    const isScrolled = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const text = node.data.trim();
      const parent = node.parentElement;
      if (!text || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest('script, style, select, textarea')) continue;
      let layer: Element | null = null;
      let isHidden = false;
      let scroller: Element | null = null;
      let cutter: DOMRect | undefined;
      for (let above: Element | null = parent; above; above = above.parentElement) {
        const { position, overflowX, overflowY, clipPath } = getComputedStyle(above);
        if (clipPath !== 'none') isHidden = true;
        if (!layer && ['fixed', 'sticky'].includes(position)) layer = above;
        if (!scroller && above !== document.documentElement && isScrolled(above)) scroller = above;
        if (!cutter && [overflowX, overflowY].some((value) => ['hidden', 'clip'].includes(value)))
          cutter = above === document.body ? undefined : above.getBoundingClientRect();
      }
      if (isHidden || parent.closest('a[href="#main"]:not(:focus)')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { 0: word, index } of node.data.matchAll(/[^\s\u00ad–—-]+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = Array.from(range.getClientRects(), ({ top }) => Math.round(top));
        if (new Set(tops).size > 1 && !word.includes('@')) faults.push(`broken word: ${word}`);
      }
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2 || box.right < 0) continue;
        const isSideways = scroller && scroller.scrollWidth > scroller.clientWidth;
        if (!isSideways && (box.left < -1 || box.right > clientWidth + 1)) faults.push(`beyond the window: ${text}`);
        if (cutter && (box.right > cutter.right + 1 || box.left < cutter.left - 1 || box.bottom > cutter.bottom + 2))
          faults.push(`cut off: ${text}`);
        pieces.push({ text, box, layer });
      }
    }

    // Line boxes of one paragraph may touch; letters lie on each other when half of one's height does.
    pieces.sort((a, b) => a.box.top - b.box.top);
    for (const [index, { text, box, layer }] of pieces.entries())
      for (const other of pieces.slice(index + 1)) {
        if (other.box.top >= box.bottom) break;
        if (other.layer !== layer) continue;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - other.box.top;
        if (width > 2 && height > Math.min(box.height, other.box.height) / 2)
          faults.push(`overlap: ${text} | ${other.text}`);
      }
    return [...new Set(faults)];
  });
}
