import type { Page, SerializedAXNode } from 'puppeteer';
import { says } from './page.ts';

export const headerSearch = 'header input[name="q"]';
export const pageSearch = 'main input[name="q"]';

/** The search in the header, as a visitor sees it and as assistive technology reads it. */
export function siteSearch(page: Page) {
  return {
    combobox: async (): Promise<SerializedAXNode | null> => {
      const root = await page.$(headerSearch);
      return root && page.accessibility.snapshot({ root });
    },
    options: (): Promise<readonly string[]> =>
      page.$$eval('[role="option"]', (all) =>
        all.filter((one) => one.checkVisibility()).map(({ textContent }) => textContent),
      ),
    /** The texts of the selected suggestions. More than one would be a fault. */
    chosen: async (): Promise<readonly string[]> => {
      const active = await page.$eval(':focus', (field) => field.getAttribute('aria-activedescendant'));
      return page.$$eval(
        '[role="option"][aria-selected="true"]',
        (all, id) => all.map((one) => (one.id === id ? one.textContent : 'not the active descendant')),
        active,
      );
    },
    announces: (text: string): Promise<void> => says(page, 'header [role="status"]', text),
    /** Resolves when the line above the results of the search page contains the text. */
    shows: (text: string): Promise<void> => says(page, 'main [role="status"]', text),
  };
}
