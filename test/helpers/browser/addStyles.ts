import type { Page } from 'puppeteer';

/** Shows the page in a visitor's own style sheet, which the site's Content-Security-Policy does not concern. */
export function addStyles(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
}
