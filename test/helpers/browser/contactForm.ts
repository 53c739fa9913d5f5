import type { Page } from 'puppeteer';
import { contactMessage } from '../visitor/visitor.ts';

/** The selector of the consultation form. */
export const consultation = 'form[aria-label="Request a Consultation"]';

/** The selector of the captcha's box. */
export const robotBox = '::-p-aria([name="I\'m not a robot"][role="checkbox"])';

/** The selector of the button that sends the message. */
export const sendMessage = `${consultation} [type=submit]`;

/** The selector of what is said about a stored message, in the form's place. */
export const sentMessage = 'section[aria-labelledby="message-result"]';

/** The selector of a field of the contact form. */
export function contactField(name: string): string {
  return `${consultation} [name="${name}"]`;
}

/** The consultation form, as a visitor uses it. */
export function contactForm(page: Page) {
  const sendable = async (): Promise<void> => {
    await page.waitForSelector(`${sendMessage}:not(:disabled)`);
  };
  const tick = async (): Promise<void> => {
    await page.focus(contactField('message'));
    await page.locator(robotBox).click();
  };
  return {
    fillIn: (values: { readonly [name: string]: string } = contactMessage): Promise<void> =>
      page.$eval(
        consultation,
        (form, texts) => {
          for (const [name, text] of Object.entries(texts)) {
            const field = (form as HTMLFormElement).elements.namedItem(name) as HTMLInputElement;
            field.focus();
            field.value = text;
            field.dispatchEvent(new Event('input', { bubbles: true }));
          }
        },
        values,
      ),
    textIn: (name: string): Promise<string> =>
      page.$eval(contactField(name), (field) => (field as HTMLInputElement).value),
    /** The messages beside the fields at fault, each with its field's name. */
    faults: (): Promise<readonly (readonly (string | null | undefined)[])[]> =>
      page.$$eval(`${consultation} [aria-invalid=true]`, (fields) =>
        fields.map((field) => [
          field.getAttribute('name'),
          document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent,
        ]),
      ),
    /** Presses a button of the captcha. */
    press: (name: string): Promise<void> =>
      page.locator(`${consultation} ::-p-aria([name="${name}"][role="button"])`).click(),
    /** Begins another message, after one was sent. */
    writeAnother: (): Promise<void> => page.locator(`${sentMessage} > button`).click(),
    /** Ticks the captcha's box. */
    tick,
    /** Resolves when the message can be sent. */
    sendable,
    notSendable: async (): Promise<void> => {
      await page.waitForSelector(`${sendMessage}:disabled`);
    },
    /** Ticks the captcha's box; resolves when the message can be sent. */
    solve: async (): Promise<void> => {
      await tick();
      await sendable();
    },
    send: (): Promise<void> => page.click(sendMessage),
  };
}
