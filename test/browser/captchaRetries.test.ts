import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { endpoints, paths } from '../../shared/paths.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { consultation, contactForm } from '../helpers/browser/contactForm.ts';
import { says, textOf } from '../helpers/browser/page.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startProxy } from '../helpers/network/proxy.ts';
import { startApp } from '../helpers/site/app.ts';
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
