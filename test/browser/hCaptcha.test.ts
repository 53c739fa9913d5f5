import { expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { hydrated, intercept, pass } from '../helpers/browser/browser.ts';
import { consultation, contactField, contactForm, sentMessage } from '../helpers/browser/contactForm.ts';
import { clickOn, says, textOf, toasts, until } from '../helpers/browser/page.ts';
import { endWaits, visit } from '../helpers/browser/visit.ts';
import { startSiteVerify } from '../helpers/network/siteVerify.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage } from '../helpers/visitor/visitor.ts';

const verifier = await untilEnd(startSiteVerify());
const site = await untilEnd(
  startApp({
    HCAPTCHA_SITE_KEY: 'site-key',
    HCAPTCHA_SECRET: 'secret',
    HCAPTCHA_VERIFY_URL: verifier.url,
    CAPTCHA_ENFORCE: 'true',
  }),
);

/** Replaces hCaptcha's script. Has only what the site uses, and two functions for the tests: `solve()` and `expire()`. */
const playedScript = `
let answer = '';
window.hcaptcha = {
  render(container, options) {
    container.dataset.theme = options.theme;
    container.dataset.size = options.size;
    window.solve = () => {
      answer = window.nextToken ?? 'P1_' + crypto.randomUUID();
      options.callback(answer);
    };
    window.expire = options['expired-callback'];
    window.fail = options['error-callback'];
    return '0';
  },
  getResponse: () => answer,
  getRespKey: () => '',
  reset: () => document.documentElement.classList.add('was-reset'),
  remove() {},
};
window.hCaptchaOnLoad();`;

type Form = ReturnType<typeof contactForm>;
type Answer = 'played' | 'failed' | 'none';

async function solve(page: Page, { sendable }: Form): Promise<void> {
  await until(page, () => 'solve' in window);
  await page.evaluate('solve()');
  await sendable();
  expect(await page.evaluate('endWaits(15000)')).toBe(false);
}

/**
 * Fills in the contact form, and calls `act`. Resolves with the number of requests for hCaptcha's script. `answerTo(1)` is the
 * answer to the first of these requests, `answerTo(2)` the answer to the second.
 */
async function atForm(
  act: (page: Page, form: Form) => Promise<void>,
  expected: readonly RegExp[] = [],
  answerTo: (count: number) => Answer = () => 'played',
): Promise<number> {
  let asked = 0;
  const treat = (request: HTTPRequest) => {
    if (!request.url().startsWith('https://js.hcaptcha.com/')) return pass(request);
    asked += 1;
    const answer = answerTo(asked);
    if (answer === 'none') return;
    if (answer === 'failed') return request.abort('failed');
    const headers = { 'Access-Control-Allow-Origin': '*' };
    return request.respond({ contentType: 'text/javascript', headers, body: playedScript });
  };
  const foreign = /^foreign request: https:\/\/js\.hcaptcha\.com\/1\/api\.js/;
  const prepare = (page: Page) => intercept(page, treat);
  const onPhone = { url: site.url, path: paths.contact, width: 360 };
  await visit({ ...onPhone, expected: [foreign, ...expected], prepare }, async (page) => {
    expect(asked).toBe(0);
    const form = contactForm(page);
    await form.fillIn();
    await act(page, form);
  });
  return asked;
}

test('hCaptcha must be solved again when its answer has expired or was used, after a change of theme and for the next message', async () => {
  const act = async (page: Page, form: Form) => {
    // The normal size is too wide for a form on a phone.
    await page.waitForSelector(`${consultation} [data-theme=dark][data-size=compact]`);
    await says(page, consultation, 'hCaptcha, which receives your network address');
    await solve(page, form);
    await page.evaluate('expire()');
    await form.notSendable();
    expect(await page.$('html.was-reset')).not.toBeNull();
    // The visitor has closed the challenge, which is no error.
    await page.evaluate("fail('challenge-closed')");
    await solve(page, form);
    await clickOn(page, 'button[aria-label="Toggle theme"]');
    await page.waitForSelector(`${consultation} [data-theme=light]`);
    await form.notSendable();
    await page.evaluate(() => Object.assign(window, { nextToken: 'P1_used-twice' }));
    await solve(page, form);
    await form.send();
    await toasts(page).appears('status', messages.messageSent.title);
    const first = await textOf(page, sentMessage);
    await form.writeAnother();
    await form.notSendable();
    await page.type(contactField('name'), contactMessage.name);
    await page.keyboard.press('Enter');
    await toasts(page).appears('alert', messages.captchaRequired.title);
    await form.fillIn();
    await solve(page, form);
    await form.send();
    await toasts(page).appears('alert', messages.messageFailed.description);
    await form.notSendable();
    await page.waitForSelector(`${consultation}:focus`);
    expect(await form.textIn('name')).toBe(contactMessage.name);
    // The result of the second message has a reference of its own.
    await page.evaluate('nextToken = undefined');
    await solve(page, form);
    await form.send();
    await page.waitForSelector(sentMessage);
    expect(await textOf(page, sentMessage)).not.toBe(first);
  };
  expect(await atForm(act, [/status of 403/, /Failed to send message/])).toBe(1);
});

test("after three failures of hCaptcha's script the form shows an error, other ways and Try Again", async () => {
  const asked = await atForm(
    async (page, form) => {
      await says(page, consultation, 'The captcha could not be loaded');
      const mail = await page.$eval(`${consultation} a[href^="mailto:"]`, ({ href }) => decodeURIComponent(href));
      expect(mail).toContain(contactMessage.message);
      await form.notSendable();
      await form.press('Try Again');
      await solve(page, form);
    },
    [/js\.hcaptcha\.com/, /The captcha failed: script-error/],
    (count) => (count <= 4 ? 'failed' : 'played'),
  );
  expect(asked).toBe(5);
});

test("when hCaptcha's script hangs for 15 s, the form shows other ways to send its text", () =>
  atForm(
    async (page) => {
      // The text of an earlier visit to the page counts too, although no event tells of it.
      await page.reload();
      await hydrated(page);
      await page.focus(contactField('name'));
      await endWaits(page, 15_000);
      await says(page, consultation, 'The captcha could not be loaded');
      const mail = await page.$eval(`${consultation} a[href^="mailto:"]`, ({ href }) => href);
      expect(mail).toContain(encodeURIComponent(contactMessage.message));
    },
    [/The captcha failed: script-timeout/],
    () => 'none',
  ));
