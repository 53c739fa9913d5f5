import { expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { messages } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { consultation, contactField, contactForm } from '../helpers/browser/contactForm.ts';
import { endWaits } from '../helpers/browser/pageTimers.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { says } from '../helpers/browser/waits.ts';
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

/** The part of hCaptcha's script that the site uses; its buttons solve the captcha or let the answer expire. */
const playedScript = `(() => {
  const widgets = [];
  window.hcaptcha = {
    render(container, options) {
      const id = String(widgets.length);
      const widget = { options, answer: '' };
      widgets.push(widget);
      container.dataset.theme = options.theme;
      for (const [label, act] of [
        ['Solve', () => { widget.answer = window.nextToken ?? 'P1_' + crypto.randomUUID(); options.callback(widget.answer); }],
        ['Expire', () => options['expired-callback']()],
      ]) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = label;
        button.onclick = act;
        container.append(button);
      }
      return id;
    },
    getResponse: (id) => widgets[id].answer,
    getRespKey: () => '',
    reset(id) { widgets[id].answer = ''; document.documentElement.dataset.resets = Number(document.documentElement.dataset.resets ?? 0) + 1; },
    remove(id) {},
  };
  window.hCaptchaOnLoad();
})();`;

/** As in client/captcha/HCaptchaBox.tsx. */
const scriptTimeout = 15_000;

/**
 * Visits the form and fills it in. The requests for hCaptcha's script of which `fails` is true, by their number, fail; `hangs`: none is answered. Resolves
 * with the number of these requests.
 */
async function atForm(
  act: (page: Page, form: ReturnType<typeof contactForm>) => Promise<void>,
  expected: readonly RegExp[] = [],
  fails: (count: number) => boolean = () => false,
  hangs = false,
): Promise<number> {
  let asked = 0;
  const answer = (request: HTTPRequest) => {
    if (!request.url().startsWith('https://js.hcaptcha.com/')) return void request.continue();
    asked += 1;
    if (hangs) return;
    if (fails(asked)) return void request.abort('failed');
    const headers = { 'Access-Control-Allow-Origin': '*' };
    void request.respond({ contentType: 'text/javascript', headers, body: playedScript });
  };
  await visit(
    {
      url: site.url,
      path: paths.contact,
      expected: [/^foreign request: https:\/\/js\.hcaptcha\.com\/1\/api\.js/, ...expected],
      prepare: async (page) => {
        await page.setRequestInterception(true);
        page.on('request', answer);
      },
    },
    async (page) => {
      expect(asked).toBe(0);
      const form = contactForm(page);
      await form.fillIn();
      await act(page, form);
    },
  );
  return asked;
}

test('hCaptcha must be solved again when its answer has expired or was used, after a change of theme and for the next message', async () => {
  const act = async (
    page: Page,
    { fillIn, textIn, press, sendable, notSendable, send, writeAnother }: ReturnType<typeof contactForm>,
  ) => {
    await page.waitForSelector(`${consultation} [data-theme=dark]`);
    await press('Solve');
    await sendable();
    await press('Expire');
    await notSendable();
    expect(await page.$eval('html', (html) => html.dataset.resets)).toBe('1');
    await press('Solve');
    await sendable();
    await page.click('button[aria-label="Toggle theme"]');
    await page.waitForSelector(`${consultation} [data-theme=light]`);
    await notSendable();
    await page.evaluate(() => Object.assign(window, { nextToken: 'P1_used-twice' }));
    await press('Solve');
    await sendable();
    await send();
    await toasts(page).appears('status', messages.messageSent.title);
    await writeAnother();
    await notSendable();
    await page.type(contactField('name'), contactMessage.name);
    await page.keyboard.press('Enter');
    await toasts(page).appears('alert', messages.captchaRequired.title);
    await fillIn();
    await press('Solve');
    await sendable();
    await send();
    await toasts(page).appears('alert', messages.messageFailed.description);
    await notSendable();
    expect(await textIn('name')).toBe(contactMessage.name);
  };
  expect(await atForm(act, [/status of 403/, /Failed to send message/])).toBe(1);
});

test("after three failures of hCaptcha's script the form shows an error, other ways and Try Again", async () => {
  const asked = await atForm(
    async (page, { press, sendable, notSendable }) => {
      await says(page, consultation, 'The captcha could not be loaded');
      const mail = await page.$eval(`${consultation} a[href^="mailto:"]`, ({ href }) => decodeURIComponent(href));
      expect(mail).toContain(contactMessage.message);
      await notSendable();
      await press('Try Again');
      await press('Solve');
      await sendable();
    },
    [/js\.hcaptcha\.com/, /The captcha failed: script-error/],
    (count) => count <= 4,
  );
  expect(asked).toBe(5);
});

test("when hCaptcha's script hangs for 15 s, the form shows other ways to send its text", () =>
  atForm(
    async (page) => {
      await endWaits(page, scriptTimeout);
      await says(page, consultation, 'The captcha could not be loaded');
      const mail = await page.$eval(`${consultation} a[href^="mailto:"]`, ({ href }) => href);
      expect(mail).toContain(encodeURIComponent(contactMessage.message));
    },
    [/The captcha failed: script-timeout/],
    undefined,
    true,
  ));
