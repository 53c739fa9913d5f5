import { expect, test } from '@jest/globals';
import { hydrated } from '../helpers/browser/browser.ts';
import type { OrderDialog } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { isSubmission } from '../helpers/browser/posts.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { inEachBrowser } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { withFullDisk } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));
const { visitBeforeScripts, storedOf } = orderVisits(site);

const path = `${hostingPage}?order=CXN3`;
const mistakes = { name: 'Thandiwe Nkosi', email: 'thandiwe@visitor', phone: '12345', company: '' };
const mistaken = { email: 'Invalid email address', phone: 'Phone number must be at least 10 digits' };

async function isDialogOf(dialog: OrderDialog, texts: { readonly [field: string]: string }): Promise<void> {
  expect(await dialog.title()).toBe('Order CXN3');
  expect(await dialog.values()).toMatchObject(texts);
}

inEachBrowser((kind) => {
  test('a plain order answered 400 stays after hydration, Reload and Back, and is stored once when it is mended', () =>
    visitBeforeScripts({ kind, path, expected: [/status of 400/] }, async ({ page, dialog, release }) => {
      await dialog.fillIn(mistakes);
      expect(await dialog.submitPlainly()).toBe(400);
      await isDialogOf(dialog, mistakes);
      expect(await dialog.messages()).toEqual(mistaken);
      await dialog.mark();
      await release();
      await isDialogOf(dialog, mistakes);
      expect(await dialog.messages()).toEqual(mistaken);
      expect(await dialog.isMarked()).toBe(true);
      expect(page.url()).toBe(site.url + path);
      const mended = { ...mistakes, email: 'mended@visitor.example' };
      await dialog.fill({ email: mended.email });
      const isBack = async () => {
        await hydrated(page);
        await page.waitForSelector('dialog:modal');
        await isDialogOf(dialog, mended);
      };
      await page.reload();
      await isBack();
      expect(page.url()).toBe(site.url + path);
      // In Firefox the answer replaces the history entry of a page that is still loading.
      if (kind === 'chromium') {
        // The browser restores the fields' text from before the correction.
        await page.goBack();
        await isBack();
      }
      await dialog.fillIn({ company: kind });
      await dialog.submit();
      await toasts(page).appears('status', 'Order Submitted!');
      await dialog.closed();
      expect(storedOf(kind)).toEqual([expect.objectContaining({ name: person.name, email: person.email })]);
      await dialog.open();
      expect(await dialog.values()).toMatchObject({ name: '', email: '', phone: '', company: '' });
    }));
});

test('a plain order that could not be stored stays with its failure after hydration, and its text after Reload', () =>
  visitBeforeScripts({ path, expected: [/status of 503/] }, async ({ page, dialog, release }) => {
    const texts = { ...person, company: 'Unlucky' };
    const failure = 'Failed to submit order. Please try again or contact us directly.';
    await dialog.fillIn(texts);
    await withFullDisk(site.dataDirectory, async () => expect(await dialog.submitPlainly()).toBe(503));
    expect(await dialog.text()).toContain(failure);
    await release();
    await isDialogOf(dialog, texts);
    // Not only in a toast, which goes.
    expect(await page.$eval('dialog[open] form', ({ textContent }) => textContent)).toContain(failure);
    await page.reload();
    await hydrated(page);
    await page.waitForSelector('dialog:modal');
    await isDialogOf(dialog, texts);
    expect(storedOf('Unlucky')).toEqual([]);
  }));

test('a refusal is shown completely if the scripts arrive with it', () =>
  visitBeforeScripts({ path, expected: [/status of 400/] }, async ({ page, dialog, release }) => {
    await dialog.fillIn(mistakes);
    const arrived = page.waitForRequest(isSubmission).then(release);
    expect(await dialog.submitPlainly()).toBe(400);
    await arrived;
    await page.waitForSelector('dialog:modal');
    await isDialogOf(dialog, mistakes);
    expect(await dialog.messages()).toEqual(mistaken);
    expect(page.url()).toBe(site.url + path);
  }));

inEachBrowser((kind) => {
  test('the result of a plain order is there again after a link and Back, and after a reload; a new draft stays', () =>
    visitBeforeScripts({ kind, path }, async ({ page, dialog, release }) => {
      await dialog.fillIn({ company: 'Came back' });
      expect(await dialog.submitPlainly()).toBe(200);
      await release();
      const isShown = () => page.waitForFunction(() => document.querySelector('#order-result')?.checkVisibility());
      await isShown();
      await page.$eval('footer a[href="/about"]', (link) => (link as HTMLElement).click());
      await page.waitForFunction(() => document.querySelector('h1')?.textContent.startsWith('About'));
      expect(await page.$('#order-result')).toBeNull();
      await page.goBack();
      await isShown();
      await dialog.open('CXN3');
      expect(await dialog.textIn('name')).toBe('');
      await dialog.fill({ name: person.name });
      await page.reload();
      await hydrated(page);
      await isShown();
      await dialog.open('CXN3');
      expect(await dialog.textIn('name')).toBe(person.name);
    }));
});
