import type { Page } from 'puppeteer';
import { honeypotField } from '../../../shared/submission.ts';
import { person } from '../visitor/visitor.ts';
import { readyToSubmit } from './readyToSubmit.ts';

/** The selector of the button that submits the open order dialog. */
export const submitOrder = 'dialog[open] form[method="post"] button[type="submit"]:not([form])';

/** The selector of a field of the open order dialog. */
export function orderField(name: string): string {
  return `dialog[open] [name="${name}"]`;
}

/** The selector of a plan's order button. */
export function orderButton(planId = 'CXN3'): string {
  return `#plan-${planId} button`;
}

/** The order dialogs of a hosting page, as a visitor uses them. */
export function orderDialog(page: Page) {
  return {
    /** Presses a plan's order button. */
    open: async (planId = 'CXN3'): Promise<void> => {
      await page.locator(orderButton(planId)).click();
      await page.waitForSelector('dialog:modal');
    },
    /** Fills in what is required, and more. */
    fillIn: async (values: { readonly [name: string]: string } = {}): Promise<void> => {
      const { name, email, phone } = person;
      await page.waitForSelector('dialog:modal');
      for (const [field, text] of Object.entries({ name, email, phone, ...values }))
        await page.locator(orderField(field)).fill(text);
    },
    textIn: (name: string): Promise<string> =>
      page.$eval(orderField(name), (field) => (field as HTMLInputElement).value),
    /** By name, what the form would post now. */
    values: (): Promise<{ readonly [name: string]: string }> =>
      page.$eval(
        'dialog[open] form[method="post"]',
        (form, honeypot) => {
          const typed = new FormData(form as HTMLFormElement);
          typed.delete(honeypot);
          return Object.fromEntries(typed) as { [name: string]: string };
        },
        honeypotField,
      ),
    /** Presses the button with this text. */
    press: (text: string): Promise<void> =>
      page.locator(`dialog[open] ::-p-aria([name="${text}"][role="button"])`).click(),
    /** Submits by script, which must have come. */
    submit: async (): Promise<void> => {
      await readyToSubmit(page);
      await page.click(submitOrder);
    },
    /** Resolves when no dialog is open. */
    closed: async (): Promise<void> => {
      await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    },
  };
}
