import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { hostingPath, paths } from '../../shared/paths.ts';
import { nextFrame } from '../helpers/browser/browser.ts';
import { consultation, contactForm } from '../helpers/browser/contactForm.ts';
import { orderDialog } from '../helpers/browser/orderDialog.ts';
import { says, textOf } from '../helpers/browser/page.ts';
import { interceptSubmissions } from '../helpers/browser/posts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startApp } from '../helpers/site/app.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const { url, dataDirectory: cheapProofsOf } = await untilEnd(startApp({ CAPTCHA_ENFORCE: 'true' }));
const status = `${consultation} [role=status]`;

/** Puts the wall clock of the page ahead. Timers and `performance.now` stand still, as while a computer sleeps. */
function putClockAhead(page: Page, minutes: number): Promise<void> {
  return page.evaluate((milliseconds) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + milliseconds;
    dispatchEvent(new Event('visibilitychange'));
  }, minutes * 60_000);
}

test('a passed captcha must be passed again a minute before its token expires, by any clock, and after the computer has slept', () => {
  const prepare = async (page: Page) => {
    await page.evaluateOnNewDocument(() => {
      const { setTimeout } = globalThis;
      const note = (act: () => void, time = 0) => {
        if (time > 60_000) Object.assign(globalThis, { expire: act, lifetime: time });
        return setTimeout(act, time);
      };
      Object.assign(globalThis, { setTimeout: note });
    });
  };
  return visit({ url, path: paths.contact, cheapProofsOf, prepare }, async (page) => {
    const form = contactForm(page);
    const hasExpired = async () => {
      await says(page, status, 'This has expired. Please tick the box again.');
      await form.notSendable();
    };
    // If the page computed the expiry by the visitor's clock, the captcha would expire in the next frame.
    await putClockAhead(page, 30);
    await form.solve();
    await nextFrame(page);
    expect(await textOf(page, status)).toBe('Verified');
    const lifetime = Number(await page.evaluate('lifetime'));
    expect([lifetime < 19 * 60_000, lifetime > 18 * 60_000]).toEqual([true, true]);
    await page.evaluate('expire()');
    await hasExpired();
    await form.solve();
    await putClockAhead(page, 10);
    expect(await textOf(page, status)).toBe('Verified');
    await putClockAhead(page, 10);
    await hasExpired();
  });
});

test('an order whose proof the server refuses makes another proof and is sent once more by itself', () =>
  visit(
    { url, path: `${hostingPath('server-hosting')}?order=CXN3`, cheapProofsOf, expected: [/403/] },
    async (page) => {
      const tokens: (string | undefined)[] = [];
      await interceptSubmissions(page, (post, count) => {
        tokens.push(post.headers()['x-captcha-token']);
        return count === 1
          ? post.respond({ status: 403, contentType: 'application/json', body: '{"success":false}' })
          : post.continue();
      });
      const dialog = orderDialog(page);
      await dialog.fillIn({ company: 'Once more' });
      await dialog.submit();
      await dialog.closed();
      expect(new Set(tokens).size).toBe(2);
      expect(storedIn(cheapProofsOf).filter((row) => row.company === 'Once more')).toHaveLength(1);
    },
  ));
