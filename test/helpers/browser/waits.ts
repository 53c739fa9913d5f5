import type { Page } from 'puppeteer';

/** Resolves when the visitor is at this address: a path with its query and fragment. */
export async function arrivedAt(page: Page, address: string): Promise<void> {
  await page.waitForFunction((wanted) => location.pathname + location.search + location.hash === wanted, {}, address);
}

/** Resolves when an element with this selector contains the text. */
export async function says(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForFunction(
    (where, wanted) => [...document.querySelectorAll(where)].some((one) => one.textContent.includes(wanted)),
    {},
    selector,
    text,
  );
}
