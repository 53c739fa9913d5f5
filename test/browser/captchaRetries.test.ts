import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { endpoints, hostingPath, paths } from '../../shared/paths.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { consultation, contactForm } from '../helpers/browser/contactForm.ts';
import { holdProofs, orderDialog, proofsHeld, submitOrder } from '../helpers/browser/orderDialog.ts';
import { clickOn, says, textOf } from '../helpers/browser/page.ts';
import { endWaits } from '../helpers/browser/pageTimers.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startProxy } from '../helpers/network/proxy.ts';
import { startApp } from '../helpers/site/app.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startApp({ CAPTCHA_ENFORCE: 'true' }));
const { url, dataDirectory: cheapProofsOf } = site;
const status = `${consultation} [role=status]`;

test('if each request of the proof of work fails twice, the contact form makes each three times and verifies', async () => {
  /** Whether a request is for the worker or the challenge of the proof of work. */
  const isOfProof = (path: string) => path === endpoints.captchaChallenge || /\/proof[\w-]*\./.test(path);
  const refuse = (path: string, count: number) => (isOfProof(path) && count <= 2 ? 503 : undefined);
  const proxy = await untilEnd(startProxy(site, { refuse }));
  const expected = [/503/, /request failed: .*proof-worker.* net::ERR_FAILED/];
  // These are the pauses before the first and the second retry, in milliseconds. In this visit they end at once.
  const hurried = [300, 1_000];
  await visit({ url: proxy.url, path: paths.contact, cheapProofsOf, hurried, expected }, async (page) => {
    await contactForm(page).tick();
    await says(page, status, 'Verified');
    const counts = Map.groupBy(proxy.asked.filter(isOfProof), (path) => path.replace(/^.*\/|\..*$/g, ''));
    expect([...counts.keys()].toSorted()).toEqual(['challenge', 'proof-worker']);
    expect([...counts.values()].map(({ length }) => length)).toEqual([3, 3]);
  });
});

test("a passed captcha must be passed again a minute before its token expires, whatever the visitor's clock says", () => {
  const prepare = async (page: Page) => {
    await page.evaluateOnNewDocument(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 30 * 60_000;
      const { setTimeout } = globalThis;
      const note = (act: () => void, time = 0) => {
        if (time > 60_000) Object.assign(globalThis, { expire: act, lifetime: time });
        return setTimeout(act, time);
      };
      Object.assign(globalThis, { setTimeout: note });
    });
  };
  return visit({ url, path: paths.contact, cheapProofsOf, prepare }, async (page) => {
    await contactForm(page).tick();
    await says(page, status, 'Verified');
    // If the page computed the expiry by the visitor's clock, the captcha would expire in the next frame.
    await nextFrame(page);
    expect(await textOf(page, status)).toBe('Verified');
    const lifetime = Number(await page.evaluate('lifetime'));
    expect([lifetime < 19 * 60_000, lifetime > 18 * 60_000]).toEqual([true, true]);
    await page.evaluate('expire()');
    await says(page, status, 'This has expired. Please tick the box again.');
    await contactForm(page).notSendable();
    await contactForm(page).solve();
  });
});

test('on a very slow connection the proof of work goes on after an order is refused without it, and the next press sends the order', async () => {
  const worker = Promise.withResolvers<void>();
  const hold = (path: string) => (path.includes('/proof-worker.') ? worker.promise : undefined);
  const proxy = await untilEnd(startProxy(site, { hold }));
  const path = `${hostingPath('server-hosting')}?order=CXN3`;
  const expected = [/403/, /Failed to submit order/];
  await visit({ url: proxy.url, path, cheapProofsOf, expected }, async (page) => {
    const dialog = orderDialog(page);
    await dialog.fillIn();
    for (let press = 1; press <= 2; press += 1) {
      await dialog.submit();
      await endWaits(page, 10_000);
      await toasts(page).appears('alert');
      await clickOn(page, '[aria-label=Dismiss]');
      await toasts(page).become();
    }
    worker.resolve();
    await dialog.submit();
    await dialog.closed();
    expect(proxy.asked.filter((address) => address === endpoints.captchaChallenge)).toHaveLength(1);
  });
});

test('a captcha token belongs to one order: a dialog opened while another order is being sent gets its own token', () =>
  visit({ url, path: hostingPath('server-hosting'), cheapProofsOf }, async (page) => {
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
