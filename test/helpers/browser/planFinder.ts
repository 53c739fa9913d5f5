import type { Page } from 'puppeteer';
import { clickOn, says, until, valueIn } from './page.ts';

function fieldOf(name: string): string {
  return `[name=${name}]:not([type=hidden])`;
}

export const comparisonTable = '[aria-labelledby=comparison] table';

/** The plan finder and the comparison of a hosting page. */
export function planFinder(page: Page) {
  return {
    /** Types a text in a field, in place of the field's old text. */
    enter: async (name: string, text: string): Promise<void> => {
      await page.$eval(fieldOf(name), (field) => (field as HTMLInputElement).select());
      await page.type(fieldOf(name), text);
    },
    textIn: (name: string) => valueIn(page, fieldOf(name)),
    /** Ticks or unticks the box that adds a plan to the comparison. */
    tick: (id: string) => clickOn(page, `[name=compare][value=${id}]`),
    remove: (...ids: readonly string[]): Promise<void> =>
      page.$$eval(ids.map((id) => `[aria-label="Remove ${id}"]`).join(), (links) => {
        for (const link of links) (link as HTMLElement).click();
      }),
    /** Resolves when the line that says how many plans fit contains the text. */
    finds: (text: string) => says(page, 'fieldset [aria-live]', text),
    /** Resolves when the line about the plans that are chosen for the comparison contains the text. */
    hasChosen: (text: string) => says(page, 'form > div > [aria-live]', text),
    plans: (): Promise<readonly string[]> =>
      page.$$eval('article h3', (names) => names.map(({ textContent }) => textContent)),
    /** The texts of a row of the comparison, its heading first. */
    row: async (heading: string): Promise<readonly string[] | undefined> => {
      const rows = await page.$$eval(`${comparisonTable} tr`, (all) =>
        all.map(({ children }) => Array.from(children, ({ textContent }) => textContent)),
      );
      return rows.find(([first]) => first?.startsWith(heading));
    },
    hasQuery: async (query: string): Promise<void> => {
      await until(page, (wanted) => location.search === wanted, query);
    },
  };
}
