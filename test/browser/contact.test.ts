import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { visit } from '../helpers/browser/visit.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const mailServer = await untilEnd(startMailServer());
const site = await untilEnd(startSite({ SMTP_URL: mailServer.url, CAPTCHA_ENFORCE: 'true', SUBMISSION_LIMIT: '1000' }));

function atContact(act: (page: Page) => Promise<void>, expected: readonly RegExp[] = []) {
  return visit({ url: site.url, path: '/contact', expected }, act);
}

const form = 'form[aria-label="Request a Consultation"]';
const robotBox = '::-p-aria([name="I\'m not a robot"][role="checkbox"])';
const sendButton = `${form} button[type=submit]`;

async function fill(page: Page, values: { readonly [field: string]: string }) {
  for (const [name, text] of Object.entries(values)) await page.type(`${form} [name=${name}]`, text);
}
const proper = { name: 'Sipho Dlamini', email: 'sipho@example.com', message: 'Please look at our network with us.' };

async function solve(page: Page) {
  await page.focus(`${form} [name=message]`);
  await page.locator(robotBox).click();
  await page.waitForSelector(`${sendButton}:not(:disabled)`);
}
async function toast(page: Page, role: 'alert' | 'status', text: string) {
  await page.waitForFunction(
    (wantedRole, wanted) =>
      [...document.querySelectorAll(`section[aria-label=Notifications] [role=${wantedRole}]`)].some((element) =>
        element.textContent?.includes(wanted),
      ),
    {},
    role,
    text,
  );
}
function typedText(page: Page, name: string) {
  return page.$eval(`${form} [name=${name}]`, (control) => (control as HTMLInputElement).value);
}

test('a message with a real proof of work reaches the mailbox, and the form is empty again', () =>
  atContact(async (page) => {
    await fill(page, { ...proper, company: 'Dlamini & Sons' });
    expect(await page.$eval(sendButton, (button) => (button as HTMLButtonElement).disabled)).toBe(true);
    await solve(page);
    await page.click(sendButton);
    await toast(page, 'status', "Message SentThanks for your message! We'll be in touch soon.");
    const { subject, text } = await mailServer.waitForMail((mail) => mail.text?.includes('Dlamini & Sons') ?? false);
    expect(subject).toMatch(/^Message from Sipho Dlamini/);
    expect(text).toContain(proper.message);
    const reference = /\[(.*)\]/.exec(subject ?? '')?.[1] ?? '';
    await toast(page, 'status', `Reference ${reference}`);
    for (const name of ['name', 'email', 'company', 'phone', 'message']) expect(await typedText(page, name)).toBe('');
    expect(await page.$eval(sendButton, (button) => (button as HTMLButtonElement).disabled)).toBe(true);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))).toEqual(
      [],
    );
    await page.waitForFunction(
      (selector) => document.querySelector(selector)?.contains(document.activeElement),
      {},
      form,
    );
  }));

test('the button of a service opens the form with that service in the message', () =>
  visit({ url: site.url, path: '/services/cybersecurity', width: 360 }, async (page) => {
    await page.locator('main a[href^="/contact?"]').click();
    await page.waitForSelector(form);
    expect(await typedText(page, 'message')).toBe('I would like to ask about Cybersecurity. ');
    expect(page.url()).toBe(`${site.url}/contact?about=cybersecurity#consultation`);
    expect(await page.$eval('#consultation', (section) => section.getBoundingClientRect().top)).toBeLessThan(200);
    await page.reload();
    expect(await typedText(page, 'message')).toBe('I would like to ask about Cybersecurity. ');

    // Another service's name takes its place, after a change that was taken back, and after sending.
    const askAboutTelecoms = async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.locator('footer a[href="/services/telecoms"]').click();
      await page.locator('main a[href="/contact?about=telecoms#consultation"]').click();
      await page.waitForSelector(form);
      expect(await typedText(page, 'message')).toBe('I would like to ask about Telecoms. ');
    };
    await page.focus(`${form} [name=message]`);
    await page.keyboard.type('x');
    await page.keyboard.press('Backspace');
    await askAboutTelecoms();
    await fill(page, { name: proper.name, email: proper.email });
    await solve(page);
    await page.click(sendButton);
    await toast(page, 'status', 'Message Sent');
    await askAboutTelecoms();
  }));

test('the captcha is loaded only when a field gets the focus', () =>
  atContact(async (page) => {
    const loaded = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => /proof|challenge/.test(name)).length,
      );
    await page.waitForNetworkIdle();
    expect(await loaded()).toBe(0);
    await page.focus(`${form} [name=name]`);
    await page.waitForSelector('::-p-aria([name="I\'m not a robot"])');
    expect(await loaded()).toBeGreaterThan(0);
  }));

test('Enter and a submit event without a token show CAPTCHA Required, before validation', () =>
  atContact(async (page) => {
    await page.focus(`${form} [name=name]`);
    await page.keyboard.press('Enter');
    await toast(page, 'alert', "CAPTCHA RequiredPlease verify that you're not a robot");
    await page.click('section[aria-label=Notifications] button');
    await page.waitForSelector('section[aria-label=Notifications] [role=alert]', { hidden: true });
    await page.$eval(form, (element) =>
      element.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })),
    );
    await toast(page, 'alert', 'CAPTCHA Required');
    expect(await page.$$('[aria-invalid=true]')).toHaveLength(0);
  }));

test('validation errors show in one toast and beside their fields, and the first field gets the focus', () =>
  atContact(async (page) => {
    await fill(page, { name: ' S ', email: 'sipho', message: 'short', phone: '0'.repeat(21) });
    await solve(page);
    await page.click(sendButton);
    await toast(
      page,
      'alert',
      'Validation ErrorName must be at least 2 characters, Invalid email address, Phone number must be less than 20 characters, Message must be at least 10 characters',
    );
    const beside = await page.$$eval(`${form} [aria-invalid=true]`, (controls) =>
      controls.map((control) => [
        control.getAttribute('name'),
        document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent,
      ]),
    );
    expect(beside).toEqual([
      ['name', 'Name must be at least 2 characters'],
      ['email', 'Invalid email address'],
      ['phone', 'Phone number must be less than 20 characters'],
      ['message', 'Message must be at least 10 characters'],
    ]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  }));

test('two validation errors of one field both show in the toast, the first beside the field', () =>
  atContact(async (page) => {
    await fill(page, { ...proper, email: '' });
    await page.$eval(
      `${form} [name=email]`,
      (control, text) => {
        (control as HTMLInputElement).value = text;
      },
      'x'.repeat(256),
    );
    await solve(page);
    await page.click(sendButton);
    await toast(page, 'alert', 'Validation ErrorInvalid email address, Email must be less than 255 characters');
    expect(
      await page.$eval(
        `${form} [name=email]`,
        (control) => document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent,
      ),
    ).toBe('Invalid email address');
  }));

test('typed text survives a reload and a lost connection, and the mail and WhatsApp links contain it', () =>
  atContact(
    async (page) => {
      await fill(page, proper);
      await page.reload();
      await page.waitForSelector(`${form}[novalidate]`);
      await page.waitForFunction(
        (selector) => (document.querySelector(selector) as HTMLInputElement).value !== '',
        {},
        `${form} [name=message]`,
      );
      await solve(page);
      await page.setOfflineMode(true);
      await page.click(sendButton);
      await toast(page, 'alert', 'ErrorFailed to send message. Please try again or contact us directly.');
      for (const [name, text] of Object.entries(proper)) expect(await typedText(page, name)).toBe(text);
      const links = await page.$$eval(`${form} a`, (anchors) => anchors.map(({ href }) => decodeURIComponent(href)));
      expect(links.find((href) => href.startsWith('mailto:'))).toContain(proper.message);
      expect(links.find((href) => href.startsWith('https://wa.me/'))).toContain(proper.message);
      expect(links.some((href) => href.startsWith('tel:'))).toBe(true);
      await page.setOfflineMode(false);
      await page.click(sendButton);
      await toast(page, 'status', 'Message Sent');
    },
    [/ERR_INTERNET_DISCONNECTED/, /Failed to send message/],
  ));

test('without https, where browsers lack Web Cryptography, the proof of work is still solved', () =>
  visit(
    {
      url: site.url.replace('localhost', 'site.test'),
      path: '/contact',
      expected: [/origin was untrustworthy|origin-keyed/],
    },
    async (page) => {
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await fill(page, proper);
      await page.locator(robotBox).click();
      await page.waitForSelector(`${sendButton}:not(:disabled)`, { timeout: 45_000 });
      await page.click(sendButton);
      await toast(page, 'status', 'Message Sent');
    },
  ));

test('without scripts the form says that it needs JavaScript, and nothing can be sent', () =>
  visit({ url: site.url, path: '/contact', javaScript: false, expected: [/\.js csp$/] }, async (page) => {
    const html = await page.content();
    expect(html).toMatch(/<form[^>]*method="post"/);
    expect(
      await page.$$eval(`${form} [required]`, (controls) => controls.map((control) => control.getAttribute('name'))),
    ).toEqual(['name', 'email', 'message']);
    expect(await page.$eval(sendButton, (button) => (button as HTMLButtonElement).disabled)).toBe(true);
    expect(await page.$eval(form, (element) => element.textContent)).toContain('needs JavaScript');
  }));

test('the order dialog solves its proof of work silently', () =>
  visit({ url: site.url, path: '/server-hosting?order=CXN4' }, async (page) => {
    await page.waitForSelector('dialog:modal');
    expect(await page.$eval('dialog[open]', (dialog) => dialog.textContent)).not.toMatch(/robot|captcha/i);
    await page.type('dialog[open] [name=name]', 'Lerato Mokoena');
    await page.type('dialog[open] [name=email]', 'lerato@example.com');
    await page.type('dialog[open] [name=phone]', '010 555 0123');
    await page.click('dialog[open] button[type=submit]:not([form])');
    await toast(page, 'status', 'Order Submitted!');
    const { subject } = await mailServer.waitForMail((mail) => mail.text?.includes('lerato@example.com') ?? false);
    expect(subject).toMatch(/^Order CXN4/);
  }));
