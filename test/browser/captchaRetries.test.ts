import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { endpoints, hostingPath, paths } from '../../shared/paths.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { consultation, contactForm } from '../helpers/browser/contactForm.ts';
import { holdProofs, orderDialog, proofsHeld, submitOrder } from '../helpers/browser/orderDialog.ts';
import { deadlines, endWaits } from '../helpers/browser/pageTimers.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { says } from '../helpers/browser/waits.ts';
import { type ProxyOptions, type SiteProxy, startProxy } from '../helpers/network/proxy.ts';
import { startApp } from '../helpers/site/app.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startApp({ CAPTCHA_ENFORCE: 'true' }));

const orderPage = `${hostingPath('server-hosting')}?order=CXN3`;
/** Whether a path belongs to the proof of work: its worker or its challenge. */
function isOfProof(path: string) {
  return path === endpoints.captchaChallenge || /\/proof[\w-]*\./.test(path);
}
function twice(path: string, count: number) {
  return isOfProof(path) && count <= 2 ? 503 : undefined;
}
const troubles = [/503/, /request failed: .*proof-worker.* net::ERR_FAILED/];
const status = `${consultation} [role=status]`;

/** Proofs without work, and no pauses before the retries. */
const cheap = { cheapProofsOf: site.dataDirectory, hurried: [300, 1_000] };

async function behind(
  options: ProxyOptions,
  path: string,
  expected: readonly RegExp[],
  act: (page: Page, proxy: SiteProxy) => Promise<void>,
  alsoHeld: readonly number[] = [],
) {
  const proxy = await startProxy(site, options);
  try {
    await visit({ ...cheap, held: [...deadlines, ...alsoHeld], url: proxy.url, path, expected }, (page) =>
      act(page, proxy),
    );
  } finally {
    await proxy.stop();
  }
}

test('if the challenge and the worker of a proof of work fail twice each, the contact form asks three times and verifies', () =>
  behind({ refuse: twice }, paths.contact, troubles, async (page, { asked }) => {
    await contactForm(page).tick();
    await says(page, status, 'Verified');
    const counts = Map.groupBy(asked.filter(isOfProof), (path) => path.replace(/^.*\/|\..*$/g, ''));
    expect([...counts.keys()].toSorted()).toEqual(['challenge', 'proof-worker']);
    expect([...counts.values()].map(({ length }) => length)).toEqual([3, 3]);
  }));

test('an order that is pressed while its proof fails asks for three challenges, not for three more', async () => {
  const options = { refuse: (path: string) => (path === endpoints.captchaChallenge ? 503 : undefined) };
  const act = async (page: Page, { asked }: SiteProxy) => {
    const dialog = orderDialog(page);
    await dialog.fillIn();
    await dialog.submit();
    // Before the third try.
    await endWaits(page, 1_000);
    await toasts(page).appears('alert');
    expect(asked.filter((path) => path === endpoints.captchaChallenge)).toHaveLength(3);
  };
  await behind(options, orderPage, [/503|403/, /Failed to submit order/], act, [1_000]);
});

test.each([
  ['30 minutes ahead', 30 * 60_000],
  ['28 days behind', -28 * 24 * 60 * 60_000],
])("a visitor's clock that is %s changes nothing: the check stays passed", (_clock, ahead) =>
  visit(
    {
      ...cheap,
      url: site.url,
      path: paths.contact,
      prepare: async (page) => {
        await page.evaluateOnNewDocument((shift) => {
          const now = Date.now.bind(Date);
          globalThis.Date = class extends Date {
            constructor(...given: []) {
              super(...(given.length > 0 ? given : ([now() + shift] as unknown as [])));
            }
            static override now() {
              return now() + shift;
            }
          } as DateConstructor;
        }, ahead);
      },
    },
    async (page) => {
      await contactForm(page).tick();
      await says(page, status, 'Verified');
      // A timer that ends at once has ended.
      await nextFrame(page);
      expect(await page.$eval(status, ({ textContent }) => textContent)).toBe('Verified');
    },
  ),
);

test('on a very slow line a proof goes on when an order is refused for want of it, and the next press sends it', () => {
  const worker = Promise.withResolvers<void>();
  return behind(
    { hold: (path) => (path.includes('/proof-worker.') ? worker.promise : undefined) },
    orderPage,
    [/403/, /Failed to submit order/],
    async (page, { asked }) => {
      const dialog = orderDialog(page);
      await dialog.fillIn();
      for (let press = 1; press <= 2; press += 1) {
        await dialog.submit();
        await endWaits(page, 10_000);
        await toasts(page).appears('alert');
        await page.$eval('[aria-label=Dismiss]', (button) => (button as HTMLElement).click());
        await toasts(page).become();
      }
      worker.resolve();
      await dialog.submit();
      await dialog.closed();
      expect(asked.filter((path) => path === endpoints.captchaChallenge)).toHaveLength(1);
    },
  );
});

test('a token belongs to one order: a dialog that is opened while another one is being sent gets its own', () =>
  visit({ ...cheap, url: site.url, path: hostingPath('server-hosting') }, async (page) => {
    const dialog = orderDialog(page);
    await page.evaluate(() => {
      location.hash = 'plans';
    });
    const before = site.log.length;
    const releaseProofs = await holdProofs(page);
    await dialog.open('CXN3');
    await proofsHeld(page, 1);
    await dialog.fillIn({ company: 'First' });
    await page.click(submitOrder);
    await page.goBack();
    await dialog.closed();
    await dialog.open('CXN4');
    await proofsHeld(page, 2);
    await dialog.fillIn({ company: 'Second' });
    await page.click(submitOrder);
    await releaseProofs();
    await dialog.closed();
    await site.waitForLog(() => site.log.slice(before).filter(({ captcha }) => captcha === 'valid').length === 2);
    for (const company of ['First', 'Second'])
      expect(storedIn(site.dataDirectory).filter((row) => row.company === company)).toHaveLength(1);
  }));
