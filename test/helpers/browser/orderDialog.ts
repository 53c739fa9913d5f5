import type { Page } from 'puppeteer';
import { endpoints } from '../../../shared/paths.ts';
import { formKeyField, honeypotField } from '../../../shared/submission.ts';
import { person } from '../visitor/visitor.ts';

/** The selector of the button that submits the open order dialog. */
export const submitOrder = 'dialog[open] form[method="post"] button[type="submit"]:not([form])';

/** The selector of what is said about stored orders, at the top of their page. */
export const orderResult = 'section[aria-labelledby="order-result"]';

/** The selector of a field of the open order dialog. */
export function orderField(name: string): string {
  return `dialog[open] [name="${name}"]`;
}

/** The selector of a plan's order button. */
export function orderButton(planId = 'CXN3'): string {
  return `#plan-${planId} button`;
}

/**
 * Resolves when a script can submit the open order dialog; until then, the browser posts the form. The proof of work,
 * which begins with this request, is in the same chunk as the validation rules.
 */
export async function readyToSubmit(page: Page): Promise<void> {
  await page.waitForFunction(
    (path) => performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === path),
    {},
    endpoints.captchaChallenge,
  );
}

/** From here on the proofs of work wait, until the function is called with which it resolves. */
export async function holdProofs(page: Page): Promise<() => Promise<void>> {
  await page.evaluate((path) => {
    const { fetch } = globalThis;
    const held = Promise.withResolvers<void>();
    globalThis.fetch = async (...given) => {
      if (given[0] === path) {
        performance.mark('proof held');
        await held.promise;
      }
      return fetch(...given);
    };
    Object.assign(globalThis, { releaseProofs: held.resolve });
  }, endpoints.captchaChallenge);
  return () => page.evaluate('releaseProofs()') as Promise<void>;
}

/** Resolves when so many proofs have been held. */
export async function proofsHeld(page: Page, amount: number): Promise<void> {
  await page.waitForFunction((wanted) => performance.getEntriesByName('proof held').length >= wanted, {}, amount);
}

/** The order dialogs of a hosting page, as a visitor uses them. */
export function orderDialog(page: Page) {
  const fill = (values: { readonly [name: string]: string }): Promise<void> =>
    page.evaluate(
      (selector, texts) => {
        for (const [name, text] of Object.entries(texts)) {
          // Found anew each time: the first input may make React hydrate the dialog, and replace one that is translated.
          const form = document.querySelector<HTMLFormElement>(selector);
          const field = form?.elements.namedItem(name) as HTMLInputElement;
          field.value = text;
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }
      },
      'dialog[open] form[method="post"]',
      values,
    );
  const closed = async (): Promise<void> => {
    await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  };
  return {
    /** Presses a plan's order button. */
    open: async (planId = 'CXN3'): Promise<void> => {
      const button = await page.waitForSelector(orderButton(planId));
      // Not below the page's header.
      await button?.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await page.locator(orderButton(planId)).click();
      await page.waitForSelector('dialog:modal');
    },
    /** Fills these fields in at once. */
    fill,
    /** Fills in what is required, and more. */
    fillIn: (values: { readonly [name: string]: string } = {}): Promise<void> => {
      const { name, email, phone } = person;
      return fill({ name, email, phone, ...values });
    },
    title: (): Promise<string> => page.$eval('dialog[open] h2', ({ textContent }) => textContent),
    text: (): Promise<string> => page.$eval('dialog[open]', ({ textContent }) => textContent),
    textIn: (name: string): Promise<string> =>
      page.$eval(orderField(name), (field) => (field as HTMLInputElement).value),
    /** By name, what the form would post now. */
    values: (): Promise<{ readonly [name: string]: string }> =>
      page.$eval(
        'dialog[open] form[method="post"]',
        (form, hidden) => {
          const typed = new FormData(form as HTMLFormElement);
          for (const name of hidden) typed.delete(name);
          return Object.fromEntries(typed) as { [name: string]: string };
        },
        [honeypotField, formKeyField],
      ),
    /** The messages beside the fields, by the fields' names. */
    messages: async (): Promise<{ readonly [name: string]: string | undefined }> =>
      Object.fromEntries(
        await page.$$eval('dialog[open] [aria-invalid="true"]', (invalid) =>
          invalid.map((field) => [
            field.getAttribute('name'),
            document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
          ]),
        ),
      ),
    /** Presses the button with this text. */
    press: (text: string): Promise<void> =>
      page.locator(`dialog[open] ::-p-aria([name="${text}"][role="button"])`).click(),
    /** Submits by script, which must have come. */
    submit: async (): Promise<void> => {
      await readyToSubmit(page);
      await page.click(submitOrder);
    },
    /** Lets the browser post the form. Resolves with the status of the answer. */
    submitPlainly: async (): Promise<number | undefined> => {
      const [answer] = await Promise.all([
        page.waitForNavigation({ waitUntil: 'domcontentloaded' }),
        page.click(submitOrder),
      ]);
      return answer?.status();
    },
    /** Closes the dialog by the keyboard. */
    escape: async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await closed();
    },
    /** Resolves when no dialog is open. */
    closed,
    /** The protocols of the other ways to contact the company, which show after a failure. */
    otherWays: (): Promise<readonly string[]> =>
      page.$$eval('dialog[open] ul a', (all) => all.map(({ protocol }) => protocol)),
    /** Marks the open dialog, to tell it from one that is rendered in its place. */
    mark: (): Promise<void> => page.$eval('dialog:modal', (dialog) => dialog.classList.add('marked')),
    isMarked: async (): Promise<boolean> => (await page.$('dialog.marked:modal')) !== null,
  };
}

export type OrderDialog = ReturnType<typeof orderDialog>;
