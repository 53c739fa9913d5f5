import type { EvaluateFunc, Frame, Page } from 'puppeteer';

/** Resolves when `condition`, which runs in the page with `given`, holds. Puppeteer's error alone would not say which condition. */
export async function until<Given extends unknown[]>(
  page: Page | Frame,
  condition: string | EvaluateFunc<Given>,
  ...given: Given
): Promise<void> {
  await page.waitForFunction(condition, {}, ...given).catch(async (cause: unknown) => {
    const address = await page.evaluate(() => location.href).catch(() => 'The page');
    const code = String(condition).replace(/\s+/g, ' ');
    throw new Error(`${address} did not fulfil ${code} with ${JSON.stringify(given)}: ${cause}`, { cause });
  });
}

/** Resolves when the visitor is at this address: a path with its query and fragment. */
export async function arrivedAt(page: Page, address: string): Promise<void> {
  await until(page, (wanted) => location.pathname + location.search + location.hash === wanted, address);
}

/** Resolves when an element with this selector contains the text. */
export async function says(page: Page, selector: string, text: string): Promise<void> {
  await until(
    page,
    (where, wanted) => [...document.querySelectorAll(where)].some((one) => one.textContent.includes(wanted)),
    selector,
    text,
  );
}

/** Clicks on an element by script. The element may be covered or outside the visible part of the page. */
export function clickOn(page: Page, selector: string): Promise<void> {
  return page.$eval(selector, (element) => (element as HTMLElement).click());
}

export function textOf(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, ({ textContent }) => textContent);
}

export function valueIn(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (field) => (field as HTMLInputElement).value);
}

/** Resolves when a field holds this text. */
export async function holds(page: Page, selector: string, text: string): Promise<void> {
  await until(page, (field, value) => document.querySelector<HTMLInputElement>(field)?.value === value, selector, text);
}

/** The value of an attribute of the element that has the focus. */
export function focused(page: Page, attribute: 'id' | 'name' = 'id'): Promise<string | null> {
  return page.evaluate((name) => document.activeElement?.getAttribute(name) ?? null, attribute);
}

export function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.$eval(selector, (element) => element === document.activeElement);
}

/** Sets the text of a field as a program does: without key presses and without the event `input`. Then fires `event`, if given. */
export function setValue(page: Page, selector: string, text: string, event?: 'change'): Promise<void> {
  return page.$eval(
    selector,
    (field, value, type) => {
      (field as HTMLInputElement).value = value;
      if (type) field.dispatchEvent(new Event(type, { bubbles: true }));
    },
    text,
    event,
  );
}

/** Presses the Enter that ends the composition of an input method. Resolves with whether the page leaves it to the browser. */
export function endComposition(page: Page, selector: string): Promise<boolean> {
  const composed = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
  return page.$eval(selector, (field, init) => field.dispatchEvent(new KeyboardEvent('keydown', init)), composed);
}

/** Fills in the fields of a form. Looks for the form before each field, because React may replace a form that was translated. */
export async function fillInForm(page: Page, form: string, values: { readonly [name: string]: string }): Promise<void> {
  await page.evaluate(
    (selector, texts) => {
      for (const [name, text] of Object.entries(texts)) {
        const { elements } = document.querySelector(selector) as HTMLFormElement;
        const field = elements.namedItem(name) as HTMLInputElement;
        field.focus();
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    },
    form,
    values,
  );
}

/** The messages beside the fields at fault. The keys are the fields' names. */
export async function faultsIn(page: Page, form: string): Promise<{ readonly [name: string]: string | undefined }> {
  const faults = await page.$$eval(`${form} [aria-invalid=true]`, (fields) =>
    fields.map((field) => [
      field.getAttribute('name'),
      document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
    ]),
  );
  return Object.fromEntries(faults);
}

/** Permits the page to write to the clipboard, as a visitor's click does. Resolves with a function that reads the clipboard. */
export async function useClipboard(page: Page): Promise<() => Promise<string>> {
  const permissions = ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'] as const;
  await page.browserContext().overridePermissions(page.url(), [...permissions]);
  return () => page.evaluate(() => navigator.clipboard.readText());
}

/** Marks the document. The returned function tells whether the page still has this document. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  return () => page.evaluate(() => 'isSameDocument' in window);
}

/** Fires the event by which the browser tells a page that it comes from the back-forward cache. */
export function restore(page: Page): Promise<unknown> {
  return page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
}

export const toastRegion = 'section[aria-label=Notifications]';

export function toasts(page: Page) {
  return {
    /** Resolves when a toast with this role contains the text. */
    appears: (role: 'alert' | 'status', text = ''): Promise<void> => says(page, `${toastRegion} [role=${role}]`, text),
    /** Resolves when the page shows exactly these toasts, in this order. `titles`: how the toasts' texts begin. */
    become: async (...titles: readonly string[]): Promise<void> => {
      await until(
        page,
        (selector, wanted) => {
          const shown = [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
          return shown.length === wanted.length && wanted.every((title, index) => shown[index]?.startsWith(title));
        },
        `${toastRegion} > *`,
        titles,
      );
    },
  };
}
