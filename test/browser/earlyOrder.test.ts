import { expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { nextFrame } from '../helpers/browser/browser.ts';
import { orderButton, orderField, orderResult, readyToSubmit } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { arrivedAt, focused, isFocused, restore, toasts } from '../helpers/browser/page.ts';
import { inEachBrowser } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));
const { visitBeforeScripts, storedOf } = orderVisits(site);

/** Presses an order button. Expects that its dialog opens, and that the browser requests no document. */
async function press(page: Page, plan?: string): Promise<void> {
  const documents: string[] = [];
  const note = (request: HTTPRequest) => request.isNavigationRequest() && documents.push(request.url());
  page.on('request', note);
  await page.click(orderButton(plan));
  await page.waitForSelector('dialog:modal');
  page.off('request', note);
  expect(documents).toEqual([]);
}
inEachBrowser((kind) => {
  // Each row has three values: the moment at which the scripts arrive, the page of the order, and its plan.
  test.each([
    ['while typing', hostingPage, 'CXN3'] as const,
    ...(kind === 'firefox'
      ? []
      : ([
          ['with the click', '/pastel-hosting', 'pastel-sme-standard'],
          ['before Submit', '/microsoft-365', 'microsoft-365-business-basic'],
        ] as const)),
  ])('if the scripts arrive %s, the order is stored once, and the dialog stays', (moment, path, planId) =>
    visitBeforeScripts({ kind, path }, async ({ page, dialog, release }) => {
      const company = `${kind} ${moment}`;
      const arriving = moment === 'with the click' ? release() : undefined;
      await press(page, planId);
      await arriving;
      await dialog.mark();
      expect(await focused(page, 'name')).toBe('name');
      const untouched = await dialog.values();
      expect(untouched).toMatchObject({ name: '', message: expect.stringContaining('I would like to order the') });
      await page.type(orderField('name'), person.name.slice(0, 4));
      const arrived = moment === 'while typing' ? release() : undefined;
      await page.keyboard.type(person.name.slice(4));
      await arrived;
      await dialog.fill({ email: person.email, phone: person.phone, company });
      await page.focus(orderField('company'));
      if (moment === 'before Submit') await release();
      expect(await dialog.values()).toMatchObject({ name: person.name });
      expect(await focused(page, 'name')).toBe('company');
      expect(await dialog.isMarked()).toBe(true);
      await dialog.submit();
      await dialog.closed();
      await page.waitForSelector(`${orderResult} h2:focus`);
      await toasts(page).appears('status');
      // The document is still the same, so a script has posted the order, not the browser.
      expect(await page.$('dialog.marked')).not.toBeNull();
      expect(storedOf(company)).toEqual([expect.objectContaining({ plan_id: planId, name: person.name })]);
      // The form is empty after a reload too.
      await page.reload();
      await press(page, planId);
      expect(await dialog.values()).toEqual(untouched);
    }),
  );

  test('the draft of an order survives each way to close its dialog, a reload and hydration, and each plan has its own draft', () =>
    visitBeforeScripts({ kind }, async ({ page, dialog, release }) => {
      const isKept = async () => {
        expect(await dialog.textIn('name')).toBe(person.name);
        expect(await dialog.textIn('message')).toMatch(/^Two\. I would like/);
      };
      await press(page);
      await dialog.fill({ name: person.name });
      await page.type(orderField('message'), 'Two. ');
      // `requestClose` closes a dialog as Android's back gesture does.
      const close = () => page.$eval('dialog[open]', (open) => (open as HTMLDialogElement).requestClose());
      for (const way of kind === 'firefox' ? [close] : [close, dialog.escape]) {
        await way();
        await dialog.closed();
        expect(await isFocused(page, orderButton())).toBe(true);
        await press(page);
        await isKept();
      }
      await page.goto(page.url(), { waitUntil: 'domcontentloaded' });
      await press(page);
      await isKept();
      await release();
      await isKept();
      const clicks = ['button[form]', '[aria-label=Close]'].map((button) => () => page.click(`dialog[open] ${button}`));
      for (const close of [...clicks, dialog.escape]) {
        await close();
        await dialog.closed();
        expect(await isFocused(page, orderButton())).toBe(true);
        await press(page);
        await isKept();
      }
      await dialog.escape();
      await press(page, 'CXN4');
      expect(await dialog.title()).toBe('Order CXN4');
      expect(await dialog.textIn('name')).toBe('');
    }));
});

test('the dialog of ?order=, closed before hydration, does not come back over the dialog of another plan', () =>
  visitBeforeScripts({ path: `${hostingPage}?compare=CXN1,CXN3&order=CXN3` }, async ({ page, dialog, release }) => {
    await page.waitForSelector('dialog:modal');
    await page.type(orderField('name'), person.name);
    await page.click('dialog[open] ::-p-aria([name="Close"][role="button"])');
    await dialog.closed();
    await press(page, 'CXN4');
    await release();
    await readyToSubmit(page);
    await nextFrame(page);
    expect(await page.$$eval('dialog[open]', (open) => open.map(({ id }) => id))).toEqual(['order-CXN4']);
    await arrivedAt(page, `${hostingPage}?compare=CXN1,CXN3`);
    await dialog.escape();
    expect(await page.$eval('html', (html) => getComputedStyle(html).overflowY)).not.toBe('hidden');
    await dialog.open();
    expect(await dialog.textIn('name')).toBe(person.name);
  }));

test.each(['before', 'after'] as const)(
  'a page restored from the back/forward cache %s hydration shows newer drafts, and no text that was sent meanwhile',
  (moment) =>
    visitBeforeScripts({}, async ({ page, dialog, release }) => {
      await press(page);
      await page.type(orderField('name'), person.name);
      if (moment === 'after') await release();
      // Erases the drafts, as a page with the result of a plain post does.
      await page.evaluate(() => {
        for (const key of Object.keys(sessionStorage)) sessionStorage.removeItem(key);
      });
      await restore(page);
      if (moment === 'before') await release();
      expect(await dialog.textIn('name')).toBe('');
      expect(await dialog.textIn('message')).toContain('the CXN3 plan');
      expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain(person.name);
      // Stands for a newer draft that another document of the tab has stored.
      await page.evaluate(() => sessionStorage.setItem('draft:CXN3.name', 'Thandi'));
      await restore(page);
      expect(await dialog.textIn('name')).toBe('Thandi');
    }),
);

test('closed order dialogs cannot be seen, ids are unique, and no early event is an error', () =>
  visitBeforeScripts({}, async ({ page, release }) => {
    const heard = async () => JSON.stringify(await page.accessibility.snapshot());
    for (const isReleased of [false, true]) {
      if (isReleased) await release();
      const ids = await page.$$eval('[id]', (elements) => elements.map(({ id }) => id));
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      // So neither Tab nor a screen reader comes to them.
      const areShown = await page.$$eval('dialog', (all) => all.map((dialog) => dialog.checkVisibility()));
      expect(areShown).not.toContain(true);
      if (isReleased) continue;
      // No press causes these events: a `submit` without a submitter, and a `keydown` whose target is the document.
      await page.evaluate(() => {
        addEventListener('submit', (event) => event.preventDefault(), { once: true });
        document.querySelector<HTMLFormElement>('form[action="/server-hosting"]')?.requestSubmit();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
      });
    }
    await press(page);
    expect(await heard()).toContain('Full Name');
    // If a visitor or an autofill program filled in the field for robots, the order would be suspect.
    expect(await heard()).not.toContain('Leave this empty');
    expect(await page.$('dialog[open] [name=second-subject][tabindex="-1"][autocomplete=off]')).not.toBeNull();
  }));
