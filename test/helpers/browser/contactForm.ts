import type { Page } from 'puppeteer';
import { contactMessage } from '../visitor/visitor.ts';

const form = 'form[aria-label="Request a Consultation"]';
const robotBox = '::-p-aria([name="I\'m not a robot"][role="checkbox"])';

/** The selector of the button that sends the message. */
export const sendMessage = `${form} [type=submit]`;

/** The selector of a field of the contact form. */
export function contactField(name: string): string {
  return `${form} [name="${name}"]`;
}

/** The consultation form, as a visitor uses it. */
export function contactForm(page: Page) {
  return {
    fillIn: async (values: { readonly [name: string]: string } = contactMessage): Promise<void> => {
      for (const [name, text] of Object.entries(values)) await page.locator(contactField(name)).fill(text);
    },
    textIn: (name: string): Promise<string> =>
      page.$eval(contactField(name), (field) => (field as HTMLInputElement).value),
    /** Ticks the captcha's box; resolves when the message can be sent. */
    solve: async (): Promise<void> => {
      await page.focus(contactField('message'));
      await page.locator(robotBox).click();
      await page.waitForSelector(`${sendMessage}:not(:disabled)`);
    },
    send: (): Promise<void> => page.click(sendMessage),
  };
}
