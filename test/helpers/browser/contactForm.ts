import type { Page } from 'puppeteer';
import { contactMessage } from '../visitor/visitor.ts';
import { faultsIn, fillInForm, valueIn } from './page.ts';

export const consultation = 'form[aria-label="Request a Consultation"]';
export const robotBox = '::-p-aria([name="I\'m not a robot"][role="checkbox"])';
export const sendMessage = `${consultation} [type=submit]`;
/** The selector of the element that replaces the form when the visitor has sent a message. */
export const sentMessage = 'section[aria-labelledby="message-result"]';
export function contactField(name: string): string {
  return `${consultation} [name="${name}"]`;
}

export function contactForm(page: Page) {
  /** Resolves when the button that sends the message is enabled. */
  const sendable = async (): Promise<void> => {
    await page.waitForSelector(`${sendMessage}:not(:disabled)`);
  };
  const tick = async (): Promise<void> => {
    await page.focus(contactField('message'));
    await page.locator(robotBox).click();
  };
  return {
    fillIn: (values: { readonly [name: string]: string } = contactMessage) => fillInForm(page, consultation, values),
    textIn: (name: string) => valueIn(page, contactField(name)),
    /** What the fields contain. The keys are the fields' names. */
    texts: (): Promise<{ readonly [name: string]: string }> =>
      page.$$eval(`${consultation} :is(${Object.keys(contactMessage).map((name) => `[name=${name}]`)})`, (fields) =>
        Object.fromEntries((fields as HTMLInputElement[]).map(({ name, value }) => [name, value])),
      ),
    faults: () => faultsIn(page, consultation),
    /** Presses the button of the form that has this name, such as a button of the captcha. */
    press: (name: string) => page.locator(`${consultation} ::-p-aria([name="${name}"][role="button"])`).click(),
    writeAnother: () => page.locator(`${sentMessage} > button`).click(),
    tick,
    sendable,
    notSendable: async (): Promise<void> => {
      await page.waitForSelector(`${sendMessage}:disabled`);
    },
    solve: async (): Promise<void> => {
      await tick();
      await sendable();
    },
    send: () => page.click(sendMessage),
  };
}
