import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { paths } from '../../shared/paths.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { consultation, contactForm } from '../helpers/browser/contactForm.ts';
import { says, textOf } from '../helpers/browser/page.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const { url, dataDirectory: cheapProofsOf } = await untilEnd(startApp({ CAPTCHA_ENFORCE: 'true' }));
const status = `${consultation} [role=status]`;

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
