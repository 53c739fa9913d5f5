import type { Page } from 'puppeteer';

/** Whether the element has the focus. */
export function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.$eval(selector, (element) => element === document.activeElement);
}

/** The name of the field that has the focus. */
export function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('name'));
}
