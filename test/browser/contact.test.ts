import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { messageSteps, messages, stillSending } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import {
  consultation,
  contactField,
  contactForm,
  robotBox,
  sendMessage,
  sentMessage,
} from '../helpers/browser/contactForm.ts';
import { focusedName } from '../helpers/browser/focus.ts';
import { endLongWaits } from '../helpers/browser/pageTimers.ts';
import { holdSubmissions } from '../helpers/browser/posts.ts';
import { toastRegion, toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { says } from '../helpers/browser/waits.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage } from '../helpers/visitor/visitor.ts';

const mailServer = await untilEnd(startMailServer());
const site = await untilEnd(startApp({ SMTP_URL: mailServer.url, CAPTCHA_ENFORCE: 'true' }));

function atContact(act: (page: Page) => Promise<void>, expected: readonly RegExp[] = []) {
  return visit({ url: site.url, path: paths.contact, expected, cheapProofsOf: site.dataDirectory }, act);
}
function isDisabled(page: Page) {
  return page.$eval(sendMessage, (button) => (button as HTMLButtonElement).disabled);
}

test('a message with a real proof of work reaches the mailbox, and the form is empty again', () =>
  visit({ url: site.url, path: paths.contact }, async (page) => {
    const { fillIn, solve, send, textIn, writeAnother } = contactForm(page);
    const loaded = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => /proof|challenge/.test(name)).length,
      );
    // The captcha is shown when a field gets the focus, and works when it is ticked.
    expect(await page.$(robotBox)).toBeNull();
    await page.focus(contactField('name'));
    await page.waitForSelector(robotBox);
    expect(await loaded()).toBe(0);
    await fillIn();
    expect(await isDisabled(page)).toBe(true);
    await solve();
    await send();
    await toasts(page).appears('status', messages.messageSent.title + messages.messageSent.description);
    const { subject, text } = await mailServer.waitForMail();
    expect(subject).toContain(`Message from ${contactMessage.name}`);
    expect(text).toContain(contactMessage.message);
    expect(text).toContain(contactMessage.company);
    await toasts(page).appears('status', `Reference ${/\[(.*)\]/.exec(subject ?? '')?.[1]}`);
    for (const name of Object.keys(contactMessage)) expect(await textIn(name)).toBe('');
    expect(await isDisabled(page)).toBe(true);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))).toEqual(
      [],
    );
    // In the form's place is what happens next.
    await page.waitForSelector(`${sentMessage} h3:focus`);
    expect(await page.$eval(consultation, (form) => form.checkVisibility())).toBe(false);
    const result = await page.$eval(sentMessage, ({ textContent }) => textContent);
    const { title, description } = messages.messageSent;
    const reference = /\[(.*)\]/.exec(subject ?? '')?.[1] ?? 'none';
    for (const part of [title, description, reference, ...messageSteps.steps, company.phone.display])
      expect(result).toContain(part);
    await writeAnother();
    await page.waitForSelector(`${contactField('name')}:focus`);
    expect(await page.$(sentMessage)).toBeNull();
    await page.keyboard.type(contactMessage.name);
    expect(await textIn('name')).toBe(contactMessage.name);
  }));

test('a message that is long under way says so beside its button, until it is answered', () =>
  atContact(async (page) => {
    const { fillIn, solve, send, textIn } = contactForm(page);
    const waiting = `${sendMessage} + [role=status]`;
    await fillIn();
    await solve();
    const post = holdSubmissions(page);
    await send();
    const request = await post;
    await page.waitForSelector(waiting);
    expect(await page.$eval(waiting, ({ textContent }) => textContent)).toBe('');
    await endLongWaits(page);
    await says(page, waiting, stillSending('message'));
    expect(await textIn('message')).toBe(contactMessage.message);
    await request.continue();
    await page.waitForSelector(sentMessage);
    expect(await page.$(waiting)).toBeNull();
  }));

test('the button of a service opens the form with that service in the message', () =>
  visit({ url: site.url, path: '/services/cybersecurity', width: 360 }, async (page) => {
    const { textIn } = contactForm(page);
    await page.locator('main a[href^="/contact?"]').click();
    await page.waitForSelector(consultation);
    expect(await textIn('message')).toBe('I would like to ask about Cybersecurity. ');
    expect(page.url()).toBe(`${site.url}/contact?about=cybersecurity#consultation`);
    expect(await page.$eval('#consultation', (section) => section.getBoundingClientRect().top)).toBeLessThan(200);
    await page.reload();
    expect(await textIn('message')).toBe('I would like to ask about Cybersecurity. ');

    // Another service's name takes its place.
    await page.locator('footer a[href="/services/telecoms"]').click();
    await page.locator('main a[href="/contact?about=telecoms#consultation"]').click();
    await page.waitForFunction(
      (field) => document.querySelector<HTMLTextAreaElement>(field)?.value === 'I would like to ask about Telecoms. ',
      {},
      contactField('message'),
    );
  }));

test('Enter without a token asks for the captcha, before validation; then faults show in a toast and beside fields', () =>
  atContact(async (page) => {
    const { fillIn, solve, send, faults } = contactForm(page);
    const { title, description } = messages.captchaRequired;
    await page.focus(contactField('name'));
    // Safari's Enter at the end of a composition.
    const isLeftAlone = await page.$eval(contactField('name'), (field) =>
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
      ),
    );
    expect(isLeftAlone).toBe(true);
    await page.keyboard.press('Enter');
    await toasts(page).appears('alert', title + description);
    await page.click(`${toastRegion} button`);
    await toasts(page).become();
    await page.$eval(consultation, (form) =>
      form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true })),
    );
    await toasts(page).appears('alert', title);
    expect(await faults()).toEqual([]);

    await fillIn({ name: ' S ', email: 'sipho', message: 'short', phone: '0'.repeat(21) });
    await solve();
    await toasts(page).become();
    await send();
    const beside = [
      ['name', 'Name must be at least 2 characters'],
      ['email', 'Invalid email address'],
      ['phone', 'Phone number must be less than 20 characters'],
      ['message', 'Message must be at least 10 characters'],
    ];
    await toasts(page).become(`Validation Error${beside.map(([, text]) => text).join(', ')}`);
    expect(await faults()).toEqual(beside);
    expect(await focusedName(page)).toBe('name');

    // An error goes as soon as its field is mended.
    await fillIn({ message: contactMessage.message });
    await page.waitForSelector(`${contactField('message')}:not([aria-invalid=true])`);
    expect(await faults()).toEqual(beside.slice(0, 3));
    await fillIn({ ...contactMessage, email: 'x'.repeat(256) });
    await send();
    await toasts(page).become('Validation ErrorInvalid email address, Email must be less than 255 characters');
    expect(await faults()).toEqual([['email', 'Invalid email address']]);
  }));

test('typed text survives a reload, a lost connection and leaving, and the mail and WhatsApp links contain it', () =>
  atContact(
    async (page) => {
      const { fillIn, solve, send, textIn } = contactForm(page);
      await fillIn();
      await page.reload();
      await page.waitForSelector(`${consultation}[novalidate]`);
      await page.waitForFunction(
        (selector) => (document.querySelector(selector) as HTMLInputElement).value !== '',
        {},
        contactField('message'),
      );
      await solve();
      await page.setOfflineMode(true);
      await page.focus(sendMessage);
      await page.keyboard.press('Enter');
      await toasts(page).appears('alert', messages.messageFailed.title + messages.messageFailed.description);
      for (const [name, text] of Object.entries(contactMessage)) expect(await textIn(name)).toBe(text);
      const links = await page.$$eval(`${consultation} a`, (all) => all.map(({ href }) => decodeURIComponent(href)));
      for (const start of ['mailto:', 'https://wa.me/'])
        expect(links.find((href) => href.startsWith(start))).toContain(contactMessage.message);
      expect(links.some((href) => href.startsWith('tel:'))).toBe(true);
      await page.waitForSelector(`${sendMessage}:focus`);
      await page.setOfflineMode(false);
      await page.locator('footer a[href="/about"]').click();
      await says(page, 'head title', 'About');
      await page.locator('footer a[href="/contact"]').click();
      await page.waitForSelector(consultation);
      // Of the failure nothing is left but the text.
      expect(await page.$(`${consultation} ul a`)).toBeNull();
      expect(await textIn('message')).toBe(contactMessage.message);
      await solve();
      await send();
      await toasts(page).appears('status', messages.messageSent.title);
    },
    [/ERR_INTERNET_DISCONNECTED/, /Failed to send message/],
  ));

test('without scripts the form says that it needs JavaScript, and nothing can be sent', () =>
  visit({ url: site.url, path: paths.contact, javaScript: false }, async (page) => {
    const required = await page.$$eval(`${consultation}[method=post] [required]`, (fields) =>
      fields.map((field) => field.getAttribute('name')),
    );
    expect(required).toEqual(['name', 'email', 'message']);
    expect(await isDisabled(page)).toBe(true);
    expect(await page.$eval(consultation, ({ textContent }) => textContent)).toContain('needs JavaScript');
  }));

test('a pre-filled message that is emptied stays empty after a reload; on the next visit it is pre-filled', () =>
  visit({ url: site.url, path: '/contact?about=it-support' }, async (page) => {
    const { textIn } = contactForm(page);
    expect(await textIn('message')).not.toBe('');
    await page.$eval(contactField('message'), (field) => (field as HTMLTextAreaElement).select());
    await page.focus(contactField('message'));
    await page.keyboard.press('Backspace');
    await page.reload();
    await hydrated(page);
    expect(await textIn('message')).toBe('');
  }));
