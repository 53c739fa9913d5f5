import type { Page } from 'puppeteer';
import { person } from '../visitor/visitor.ts';

/** The button that submits the open order dialog. */
export const submitOrder = 'dialog:modal button[type="submit"]:not([form])';

/** Fills in what the open order dialog requires. */
export async function fillInOrder(page: Page): Promise<void> {
  await page.waitForSelector('dialog:modal');
  for (const field of ['name', 'email', 'phone'] as const)
    await page.locator(`dialog:modal input[name="${field}"]`).fill(person[field]);
}
