import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { hostingPath, paths } from '../../shared/paths.ts';
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

/** Puts the wall clock of the page ahead, also as a computer finds it when it wakes. Ends when the page has read the clock. */
function putAhead(page: Page, minutes: number): Promise<void> {
  return page.evaluate((milliseconds) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + milliseconds;
    return new Promise<void>((resolve) => setInterval(resolve, 1000));
  }, minutes * 60_000);
}

test("a passed captcha must be passed again a minute before its token expires, whatever the visitor's clock says", () =>
  visit({ url, path: paths.contact, cheapProofsOf }, async (page) => {
    const form = contactForm(page);
    await form.fillIn();
    await putAhead(page, 30);
    await form.solve();
    await putAhead(page, 18);
    expect(await textOf(page, status)).toBe('Verified');
    await putAhead(page, 1);
    await says(page, status, 'This has expired. Please tick the box again.');
    await form.notSendable();
    await form.solve();
  }));

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
