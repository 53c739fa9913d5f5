import { beforeEach, expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { visit } from '../helpers/browser/visit.ts';
import { startSiteVerify } from '../helpers/network/siteVerify.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const verifier = await untilEnd(startSiteVerify());
const site = await untilEnd(
  startSite({
    HCAPTCHA_SITE_KEY: 'site-key',
    HCAPTCHA_SECRET: 'secret',
    HCAPTCHA_VERIFY_URL: verifier.url,
    CAPTCHA_ENFORCE: 'true',
  }),
);
beforeEach(() => {
  verifier.behave = 'confirm';
});

const scriptHost = 'https://js.hcaptcha.com/';

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

type Answer = (request: HTTPRequest, count: number) => Promise<void>;
const asScript: Answer = (request) =>
  request.respond({
    contentType: 'text/javascript',
    headers: { 'Access-Control-Allow-Origin': '*' },
    body: playedScript,
  });

const form = 'form[aria-label="Request a Consultation"]';
const sendButton = `${form} button[type=submit]`;
function button(page: Page, label: string) {
  return page.locator(`${form} ::-p-aria([name="${label}"][role="button"])`).click();
}
function sendable(page: Page) {
  return page.waitForSelector(`${sendButton}:not(:disabled)`);
}
function notSendable(page: Page) {
  return page.waitForSelector(`${sendButton}:disabled`);
}
function toast(page: Page, text: string) {
  return page.waitForFunction(
    (wanted) => document.querySelector('section[aria-label=Notifications]')?.textContent?.includes(wanted),
    {},
    text,
  );
}

/** Visits the form; `answer` serves hCaptcha's script. Resolves with the number of requests for it. */
async function atForm(answer: Answer, act: (page: Page) => Promise<void>, expected: readonly RegExp[] = []) {
  let asked = 0;
  await visit(
    {
      url: site.url,
      path: '/contact',
      expected: [/^foreign request: https:\/\/js\.hcaptcha\.com\/1\/api\.js/, ...expected],
      prepare: async (page) => {
        await page.setRequestInterception(true);
        page.on('request', (request) => {
          if (!request.url().startsWith(scriptHost)) return void request.continue();
          asked += 1;
          void answer(request, asked);
        });
      },
    },
    async (page) => {
      expect(asked).toBe(0);
      await page.type(`${form} [name=name]`, 'Naledi Khumalo');
      await page.type(`${form} [name=email]`, 'naledi@example.com');
      await page.type(`${form} [name=message]`, 'Please phone us about hosting.');
      await act(page);
    },
  );
  return asked;
}

test('hCaptcha must be solved again for the next message', async () => {
  const asked = await atForm(asScript, async (page) => {
    await page.waitForSelector(`${form} [data-theme=dark]`);
    await button(page, 'Solve');
    await sendable(page);
    await page.click(sendButton);
    await toast(page, 'Message Sent');
    await notSendable(page);
    await page.type(`${form} [name=name]`, 'Naledi Khumalo');
    await page.keyboard.press('Enter');
    await toast(page, 'CAPTCHA Required');
    await button(page, 'Solve');
    await sendable(page);
  });
  expect(asked).toBe(1);
});

test('hCaptcha gets the theme, and a change of theme requires a new answer', async () => {
  await atForm(asScript, async (page) => {
    await button(page, 'Solve');
    await sendable(page);
    await page.click('button[aria-label="Toggle theme"]');
    await page.waitForSelector(`${form} [data-theme=light]`);
    await notSendable(page);
  });
});

test('if the answer of hCaptcha expires, sending waits for another', async () => {
  await atForm(asScript, async (page) => {
    await button(page, 'Solve');
    await sendable(page);
    await button(page, 'Expire');
    await notSendable(page);
    expect(await page.$eval('html', (html) => html.dataset.resets)).toBe('1');
    await button(page, 'Solve');
    await sendable(page);
  });
});

test("hCaptcha's script is retried after one failure", async () => {
  const asked = await atForm(
    (request, count) => (count === 1 ? request.abort('failed') : asScript(request, count)),
    async (page) => {
      await button(page, 'Solve');
      await sendable(page);
    },
    [/js\.hcaptcha\.com/],
  );
  expect(asked).toBe(2);
});

test("after three failures of hCaptcha's script the form shows an error, other ways and Try Again", async () => {
  let broken = true;
  const asked = await atForm(
    (request, count) => (broken ? request.abort('failed') : asScript(request, count)),
    async (page) => {
      await page.waitForSelector('::-p-text(The captcha could not be loaded)');
      const mail = await page.$eval(`${form} a[href^="mailto:"]`, (link) =>
        decodeURIComponent(link.getAttribute('href') ?? ''),
      );
      expect(mail).toContain('Please phone us about hosting.');
      await notSendable(page);
      broken = false;
      await button(page, 'Try Again');
      await button(page, 'Solve');
      await sendable(page);
    },
    [/js\.hcaptcha\.com/, /The captcha failed: script-error/],
  );
  expect(asked).toBe(4);
});

test('if siteverify is down, the form keeps the text and shows other ways, and sending again succeeds', async () => {
  await atForm(
    asScript,
    async (page) => {
      verifier.behave = 'fail';
      await button(page, 'Solve');
      await sendable(page);
      await page.click(sendButton);
      await toast(page, 'Failed to send message. Please try again or contact us directly.');
      expect(await page.$eval(`${form} [name=name]`, (input) => (input as HTMLInputElement).value)).toBe(
        'Naledi Khumalo',
      );
      await page.waitForSelector(`${form} a[href^="https://wa.me/"]`);
      verifier.behave = 'confirm';
      await page.click(sendButton);
      await toast(page, 'Message Sent');
    },
    [/status of 503/, /Failed to send message/],
  );
});

test('a used token is refused, and hCaptcha must be solved again', async () => {
  const token = 'P1_used-twice';
  const sendIt = async (page: Page) => {
    await page.evaluate((next) => Object.assign(globalThis, { nextToken: next }), token);
    await button(page, 'Solve');
    await sendable(page);
    await page.click(sendButton);
  };
  await atForm(asScript, async (page) => {
    await sendIt(page);
    await toast(page, 'Message Sent');
  });
  await atForm(
    asScript,
    async (page) => {
      await sendIt(page);
      await toast(page, 'Failed to send message.');
      await notSendable(page);
      expect(await page.$eval(`${form} [name=name]`, (input) => (input as HTMLInputElement).value)).toBe(
        'Naledi Khumalo',
      );
    },
    [/status of 403/, /Failed to send message/],
  );
});
