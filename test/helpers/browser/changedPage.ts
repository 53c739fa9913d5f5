import type { Page } from 'puppeteer';

/** The error that React throws if something has changed the page before hydration. */
export const hydrationFault = /Minified React error #418/;

/** Wraps each text of the page in elements, as a browser's translation does. Texts that the page adds later are wrapped too. */
export function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const wrapTexts = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      while (texts.nextNode()) found.push(texts.currentNode);
      for (const text of found) {
        const parent = text.parentElement;
        if (!text.nodeValue?.trim() || !parent || parent.closest('font, script, style, textarea')) continue;
        const outer = document.createElement('font');
        const inner = document.createElement('font');
        parent.replaceChild(outer, text);
        outer.append(inner);
        inner.append(text.nodeValue);
      }
    };
    wrapTexts();
    new MutationObserver(wrapTexts).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

/** Adds elements beside and around fields, as a password manager and a grammar checker do. */
export function addExtensions(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const field of document.querySelectorAll('input, textarea')) {
      field.setAttribute('data-lpignore', 'true');
      field.after(document.createElement('grammar-checker'));
      const icon = document.createElement('div');
      icon.textContent = 'fill in';
      field.before(icon);
    }
    document.body.prepend(document.createElement('password-manager'));
    document.body.append(document.createElement('password-manager'));
  });
}

/** Moves elements into new ones, as some extensions do: by default all in a form. So React finds none of them in its place. */
export function rearrange(page: Page, selector = 'main form > *, main form > div > *'): Promise<void> {
  return page.$$eval(selector, (parts) => {
    for (const part of parts) {
      const wrapper = document.createElement('extension-wrapper');
      part.before(wrapper);
      wrapper.append(part);
    }
  });
}
