import type { Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';
import { formKeyField, honeypotField } from '../../../shared/submission.ts';
import { person } from '../visitor/visitor.ts';
import { faultsIn, fillInForm, textOf, until, valueIn } from './page.ts';

export const submitOrder = 'dialog[open] form[method="post"] button[type="submit"]:not([form])';
/** The selector of the section in which the page says that orders have been stored. */
export const orderResult = 'section[aria-labelledby="order-result"]';
export function orderField(name: string): string {
  return `dialog[open] [name="${name}"]`;
}
export function orderButton(planId = 'CXN3'): string {
  return `#plan-${planId} button`;
}

/**
 * Resolves when a script can submit the open order dialog. Before that, the browser itself would post the form. This script and
 * the proof of work are in one chunk. So when the proof of work has requested its challenge, the script is loaded.
 */
export async function readyToSubmit(page: Page): Promise<void> {
  await until(
    page,
    (path) => performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === path),
    endpoints.captchaChallenge,
  );
}

export function orderDialog(page: Page) {
  const form = 'dialog[open] form[method="post"]';
  const fill = (values: { readonly [name: string]: string }) => fillInForm(page, form, values);
  /** Resolves when no dialog is open. */
  const closed = async (): Promise<void> => {
    await until(page, () => !document.querySelector('dialog[open]'));
  };
  return {
    open: async (planId = 'CXN3'): Promise<void> => {
      const button = await page.waitForSelector(orderButton(planId));
      // Otherwise the page's header could cover the button, and would get the click.
      await button?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await page.locator(orderButton(planId)).click();
      await page.waitForSelector('dialog:modal');
    },
    fill,
    /** Fills in the required fields and the given ones. */
    fillIn: (values: { readonly [name: string]: string } = {}): Promise<void> => {
      const { name, email, phone } = person;
      return fill({ name, email, phone, ...values });
    },
    title: () => textOf(page, 'dialog[open] h2'),
    text: () => textOf(page, 'dialog[open]'),
    textIn: (name: string) => valueIn(page, orderField(name)),
    /** What the form would post now, without the honeypot and the form key. The keys are the fields' names. */
    values: (): Promise<{ readonly [name: string]: string }> =>
      page.$eval(
        form,
        (element, hidden) => {
          const typed = [...new FormData(element as HTMLFormElement)] as [string, string][];
          return Object.fromEntries(typed.filter(([name]) => !hidden.includes(name)));
        },
        [honeypotField, formKeyField],
      ),
    messages: () => faultsIn(page, 'dialog[open]'),
    press: (text: string) => page.locator(`dialog[open] ::-p-aria([name="${text}"][role="button"])`).click(),
    /** Waits until the script can post the form, and then clicks the submit button. */
    submit: async (): Promise<void> => {
      await readyToSubmit(page);
      await page.click(submitOrder);
    },
    /** Clicks the submit button at a time when the browser itself posts the form. Resolves with the HTTP status of the answer. */
    submitPlainly: async (): Promise<number | undefined> => {
      const navigation = page.waitForNavigation({ waitUntil: 'domcontentloaded' });
      const [answer] = await Promise.all([navigation, page.click(submitOrder)]);
      return answer?.status();
    },
    escape: async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await closed();
    },
    closed,
    /** After a failure, the dialog links to other ways to reach the company. Resolves with the links' protocols, such as `tel:`. */
    otherWays: () => page.$$eval('dialog[open] ul a', (all) => all.map(({ protocol }) => protocol)),
    /** Marks the open dialog, to tell it from a dialog that React would render in its place. */
    mark: () => page.$eval('dialog:modal', (dialog) => dialog.classList.add('marked')),
    isMarked: async (): Promise<boolean> => (await page.$('dialog.marked:modal')) !== null,
  };
}

export type OrderDialog = ReturnType<typeof orderDialog>;
