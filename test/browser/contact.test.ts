import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { messages } from '../../shared/messages.ts';
import { contactTexts } from '../../shared/pages/contact.ts';
import { paths } from '../../shared/paths.ts';
import { holdSubmission, hydrated } from '../helpers/browser/browser.ts';
import {
  consultation,
  contactField,
  contactForm,
  robotBox,
  sendMessage,
  sentMessage,
} from '../helpers/browser/contactForm.ts';
import { endComposition, focused, holds, says, textOf, toasts } from '../helpers/browser/page.ts';
import { endLongWaits, endWaits, visit } from '../helpers/browser/visit.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage } from '../helpers/visitor/visitor.ts';

const mailServer = await untilEnd(startMailServer());
const site = await untilEnd(startApp({ SMTP_URL: mailServer.url, CAPTCHA_ENFORCE: 'true' }));
const contactVisit = { url: site.url, path: paths.contact, cheapProofsOf: site.dataDirectory };
const status = `${consultation} [role=status]`;

function atContact(act: (page: Page) => Promise<void>, expected: readonly RegExp[] = []) {
  return visit({ ...contactVisit, expected }, act);
}

test('a contact message with a real proof of work reaches the mailbox, and the result replaces the form', () =>
  visit({ url: site.url, path: paths.contact }, async (page) => {
    const { fillIn, notSendable, solve, textIn, texts, writeAnother } = contactForm(page);
    const loaded = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => /proof|challenge/.test(name)).length,
      );
    // The captcha is shown when a field gets the focus, but requests no script and no challenge before the visitor ticks its box.
    expect(await page.$('::-p-aria([name="Message *"][role="textbox"])')).not.toBeNull();
    expect(await page.$(robotBox)).toBeNull();
    await page.focus(contactField('name'));
    await page.waitForSelector(robotBox);
    expect(await loaded()).toBe(0);
    await fillIn();
    await notSendable();
    await solve();
    // A press on the button may leave the focus in the field, as on a phone.
    await page.type(contactField('message'), ' Thank you.');
    await page.$eval(sendMessage, (button) => (button as HTMLElement).click());
    const { title, description } = messages.messageSent;
    await toasts(page).appears('status', title + description);
    const { subject = '', text } = await mailServer.waitForMail();
    expect(subject).toContain(`Message from ${contactMessage.name}`);
    for (const part of [contactMessage.message, contactMessage.company]) expect(text).toContain(part);
    const reference = /\[(.*)\]/.exec(subject)?.[1] ?? 'none';
    await toasts(page).appears('status', `Reference ${reference}`);
    for (const typed of Object.values(await texts())) expect(typed).toBe('');
    await notSendable();
    const kept = await page.evaluate(() => Object.keys(sessionStorage));
    expect(kept.filter((key) => key.startsWith('draft:'))).toEqual([]);
    // The result replaces the form.
    await page.waitForSelector(`${sentMessage} h3:focus`);
    expect(await page.$eval(consultation, (form) => form.checkVisibility())).toBe(false);
    const result = await textOf(page, sentMessage);
    const sentTo = `A person writes to ${contactMessage.email}, or phones ${contactMessage.phone}`;
    for (const part of [title, description, reference, sentTo, ...contactTexts.next.steps, company.phone.display])
      expect(result).toContain(part);
    await writeAnother();
    await page.waitForSelector(`${contactField('name')}:focus`);
    expect(await page.$(sentMessage)).toBeNull();
    // A token counts once, so the next message needs another check.
    await page.waitForSelector(`${robotBox}:not(:checked)`);
    await page.keyboard.type(contactMessage.name);
    expect(await textIn('name')).toBe(contactMessage.name);
  }));

test('the button of a service opens the contact form with that service in the message, and an emptied message stays empty', () =>
  visit({ url: site.url, path: '/services/cybersecurity', width: 360 }, async (page) => {
    const { textIn } = contactForm(page);
    await page.locator('main a[href^="/contact?"]').click();
    await page.waitForSelector(consultation);
    expect(await textIn('message')).toBe('I would like to ask about Cybersecurity. ');
    expect(page.url()).toBe(`${site.url}/contact?about=cybersecurity#consultation`);
    expect(await page.$eval('#consultation', (section) => section.getBoundingClientRect().top)).toBeLessThan(200);
    for (const _ of ['Technical Support', 'the page of the service', 'the form']) await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');

    // In the message, the name of the second service replaces the name of the first, also if the visitor has typed and undone it.
    await page.type(contactField('message'), 'x');
    await page.keyboard.press('Backspace');
    await holds(page, contactField('message'), 'I would like to ask about Cybersecurity. ');
    await page.locator('footer a[href="/services/telecoms"]').click();
    await page.locator('main a[href="/contact?about=telecoms#consultation"]').click();
    const message = contactField('message');
    await holds(page, message, 'I would like to ask about Telecoms. ');
    await page.$eval(message, (field) => (field as HTMLTextAreaElement).select());
    await page.focus(message);
    await page.keyboard.press('Backspace');
    await page.reload();
    await hydrated(page);
    expect(await textIn('message')).toBe('');
  }));

test('in the contact form Enter without a token asks for the captcha first; then errors show in a toast and beside the fields', () =>
  atContact(async (page) => {
    const { fillIn, solve, send, faults } = contactForm(page);
    const { title, description } = messages.captchaRequired;
    await page.focus(contactField('name'));
    expect(await endComposition(page, contactField('name'))).toBe(true);
    for (const _ of ['first', 'second']) await page.keyboard.press('Enter');
    await toasts(page).become(title + description);
    expect(await faults()).toEqual({});
    // A toast that tells of an error disappears after 12 seconds.
    await endWaits(page, 12_000);
    await toasts(page).become();

    await fillIn({ name: ' S ', email: 'sipho', message: 'short', phone: '0'.repeat(21) });
    await solve();
    await send();
    const { message, ...others } = {
      name: 'Name must be at least 2 characters',
      email: 'Invalid email address',
      phone: 'Phone number must be less than 20 characters',
      message: 'Message must be at least 10 characters',
    };
    await toasts(page).become(`Validation Error${[...Object.values(others), message].join(', ')}`);
    expect(await faults()).toEqual({ ...others, message });
    expect(await focused(page, 'name')).toBe('name');

    // As soon as a field is corrected, the error message beside it disappears.
    await fillIn({ message: contactMessage.message });
    await page.waitForSelector(`${contactField('message')}:not([aria-invalid=true])`);
    expect(await faults()).toEqual(others);
  }));

test('text typed into the contact form survives a reload, a lost connection and leaving the page, and the mail and WhatsApp links contain it', () =>
  atContact(
    async (page) => {
      const { fillIn, solve, send, textIn, texts } = contactForm(page);
      await fillIn();
      await page.reload();
      await hydrated(page);
      await solve();
      await page.setOfflineMode(true);
      await page.focus(sendMessage);
      await page.keyboard.press('Enter');
      await toasts(page).appears('alert', messages.messageFailed.title + messages.messageFailed.description);
      expect(await texts()).toEqual(contactMessage);
      const links = await page.$$eval(`${consultation} a`, (all) => all.map(({ href }) => decodeURIComponent(href)));
      for (const start of ['mailto:', 'https://wa.me/'])
        for (const text of Object.values(contactMessage))
          expect(links.find((href) => href.startsWith(start))).toContain(text);
      expect(links.some((href) => href.startsWith('tel:'))).toBe(true);
      await page.waitForSelector(`${sendMessage}:focus`);
      await page.setOfflineMode(false);
      await page.locator('footer a[href="/about"]').click();
      await says(page, 'head title', 'About');
      await page.locator('footer a[href="/contact"]').click();
      await page.waitForSelector(consultation);
      // The failure is no longer shown, and the typed text still is.
      expect(await page.$(`${consultation} ul a`)).toBeNull();
      expect(await textIn('message')).toBe(contactMessage.message);
      await solve();
      const post = holdSubmission(page);
      await send();
      const held = await post;
      expect(await page.$(`${consultation} [data-draft]:not([readonly])`)).toBeNull();
      await endLongWaits(page);
      await says(page, status, 'Your message is still being sent. Nothing you typed is lost.');
      await held.continue();
      await toasts(page).appears('status', messages.messageSent.title);
    },
    [/ERR_INTERNET_DISCONNECTED/, /Failed to send message/],
  ));

/** Puts the wall clock of the page ahead, as a computer finds it when it wakes. Ends when the page has read the clock. */
function putClockAhead(page: Page, minutes: number): Promise<void> {
  return page.evaluate((milliseconds) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + milliseconds;
    return new Promise<void>((resolve) => setInterval(resolve, 1000));
  }, minutes * 60_000);
}

test('a passed captcha must be passed again a minute before its token expires, by any clock, and after the computer has slept', () =>
  visit(contactVisit, async (page) => {
    const form = contactForm(page);
    await putClockAhead(page, 30);
    await form.solve();
    await putClockAhead(page, 18);
    expect(await textOf(page, status)).toBe('Verified');
    await putClockAhead(page, 1);
    await says(page, status, 'This has expired. Please tick the box again.');
    await form.notSendable();
    await form.solve();
  }));
