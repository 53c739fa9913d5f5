import { expect, test } from '@jest/globals';
import { endpoints } from '../../shared/paths.ts';
import { holdSubmission, hydrated } from '../helpers/browser/browser.ts';
import { type OrderDialog, orderField, readyToSubmit, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { clickOn, says, setValue, textOf, toasts, until, useClipboard } from '../helpers/browser/page.ts';
import { inEachBrowser } from '../helpers/browser/visit.ts';
import { type ProxyOptions, type Relay, startProxy } from '../helpers/network/proxy.ts';
import { startSite } from '../helpers/site/site.ts';
import { withFullDisk } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));
const { visit, visitBeforeScripts, storedOf } = orderVisits(site);
const path = `${hostingPage}?order=CXN3`;
const expected = [/Failed to submit order/, /ERR_FAILED|ERR_INTERNET_DISCONNECTED/];
const alert = 'dialog[open] [role="alert"]';
const failure = 'Failed to submit order. Please try again or contact us directly.';
const otherWays = ['mailto:', 'https:', 'tel:'];

test("after an order has failed, its dialog shows the failure, keeps text and focus, and copies the text; another plan's dialog shows nothing", () =>
  visit({ expected }, async ({ page, dialog }) => {
    await dialog.open();
    await dialog.fillIn({ company: person.company, dataCentre: 'Cape Town' });
    const typed = await dialog.values();
    expect(typed).toMatchObject(person);
    await readyToSubmit(page);
    const post = holdSubmission(page);
    await page.focus(submitOrder);
    await page.keyboard.press('Enter');
    await (await post).abort('failed');
    await page.waitForSelector(alert);
    expect(await textOf(page, alert)).toBe(`Error${failure}`);
    await page.waitForSelector(`${submitOrder}:focus`);
    expect(await dialog.otherWays()).toEqual(otherWays);
    await page.type(orderField('message'), 'By post. ');
    const more = { ...typed, message: `By post. ${typed.message}` };
    const links = await page.$$eval('dialog[open] ul a', (all) => all.map(({ href }) => decodeURIComponent(href)));
    for (const part of [...Object.values(person), 'Plan: CXN3', 'Price: R499', 'centre: Cape Town', more.message])
      expect(links.filter((link) => link.includes(part))).toEqual(links.slice(0, 2));
    expect(links[0]).toContain('?subject=Order CXN3&');
    expect(await dialog.values()).toEqual(more);
    const readClipboard = await useClipboard(page);
    await dialog.press('Copy the Text');
    await says(page, 'dialog[open] [role=status]', 'Copied');
    expect(await readClipboard()).toContain(more.message);
    await dialog.escape();
    await dialog.open('CXN5');
    expect(await page.$(alert)).toBeNull();
    expect(await dialog.otherWays()).toEqual([]);
    // Each plan has its own drafts.
    expect(await dialog.textIn('name')).toBe('');
    expect(await dialog.textIn('message')).toContain('the CXN5 plan');
  }));

test('offline, Submit Order shows the failure on the page; online again, a second press stores one order', () =>
  visit({ expected }, async ({ page, dialog }) => {
    await page.waitForNetworkIdle({ idleTime: 200 });
    await page.setOfflineMode(true);
    // Neither the validation rules nor the proof of work can be loaded now.
    await dialog.open();
    await dialog.fillIn({ company: 'Offline' });
    await page.click(submitOrder);
    await page.waitForSelector(alert);
    expect(await dialog.otherWays()).toEqual(otherWays);
    expect(page.url()).toBe(site.url + hostingPage);
    expect(await dialog.textIn('company')).toBe('Offline');
    await page.setOfflineMode(false);
    // The browser posts the form itself, because the validation rules have not been loaded.
    expect(await dialog.submitPlainly()).toBe(200);
    expect(await textOf(page, '#order-result')).toBe('Order Submitted!');
    expect(storedOf('Offline')).toHaveLength(1);
  }));

const refused = [/status of (400|503)/];
const mistakes = { name: 'Thandiwe Nkosi', email: 'thandiwe@visitor', phone: '12345', company: '' };

async function holds(dialog: OrderDialog, texts: { readonly [field: string]: string }): Promise<void> {
  expect(await dialog.title()).toBe('Order CXN3');
  expect(await dialog.values()).toMatchObject(texts);
}
async function showsMistakes(dialog: OrderDialog): Promise<void> {
  await holds(dialog, mistakes);
  const phone = 'Phone number must be at least 10 digits';
  expect(await dialog.messages()).toEqual({ email: 'Invalid email address', phone });
}

inEachBrowser((kind) => {
  test('a plain order answered 400 keeps its text after hydration, Reload and Back, and is stored once after it is corrected', () =>
    visitBeforeScripts({ kind, path, expected: refused }, async ({ page, dialog, release }) => {
      await dialog.fillIn(mistakes);
      expect(await dialog.submitPlainly()).toBe(400);
      await showsMistakes(dialog);
      await dialog.mark();
      // Hydration leaves the visitor in the field in which he types.
      await page.focus(orderField('company'));
      await release();
      await page.waitForSelector(`${orderField('company')}[enterkeyhint]:focus`);
      await showsMistakes(dialog);
      expect(await dialog.isMarked()).toBe(true);
      expect(page.url()).toBe(site.url + path);
      const mended = { ...mistakes, email: 'mended@visitor.example' };
      await dialog.fill({ email: mended.email });
      const isBack = async () => {
        await hydrated(page);
        await page.waitForSelector('dialog:modal');
        await holds(dialog, mended);
      };
      await page.reload();
      await isBack();
      expect(page.url()).toBe(site.url + path);
      // Firefox has no history entry to go back to: the page was still loading, so the answer has replaced its entry.
      if (kind === 'chromium') {
        // The browser restores the texts from before the correction. The page must show the corrected texts.
        await page.goBack();
        await isBack();
      }
      await dialog.fillIn({ company: kind });
      await dialog.submit();
      await toasts(page).appears('status', 'Order Submitted!');
      await dialog.closed();
      expect(storedOf(kind)).toEqual([expect.objectContaining({ name: person.name, email: person.email })]);
      await dialog.open();
      await holds(dialog, { name: '', email: '', phone: '', company: '' });
    }));

  test('the result of a plain order is shown again after a link and Back, after a reload and after another document, and a new draft is kept', () =>
    visitBeforeScripts({ kind, path }, async ({ page, dialog, release }) => {
      await dialog.fillIn({ company: 'Came back' });
      expect(await dialog.submitPlainly()).toBe(200);
      const isShown = () => page.waitForSelector('#order-result', { visible: true });
      await isShown();
      await release();
      await isShown();
      expect(page.url()).toMatch(/\/server-hosting\?submitted=[\w-]+#main$/);
      expect(await page.$('dialog[open]')).toBeNull();
      // The page has the copy button only after hydration.
      await page.waitForSelector('[aria-labelledby="order-result"] button');
      await clickOn(page, 'footer a[href="/about"]');
      await says(page, 'h1', 'About');
      expect(await page.$('#order-result')).toBeNull();
      await page.goBack();
      await isShown();
      await dialog.open();
      // The page with the result has erased the drafts.
      await holds(dialog, { name: '', email: '', phone: '', company: '' });
      await dialog.fill({ name: person.name });
      const leaveAndReturn = async () => {
        await page.goto(`${site.url}/legal`);
        await page.goBack();
      };
      for (const again of [() => page.reload(), leaveAndReturn]) {
        await again();
        await hydrated(page);
        await isShown();
        await dialog.open();
        expect(await dialog.textIn('name')).toBe(person.name);
      }
    }));
});

test('a plain order that could not be stored shows the failure after hydration, and keeps its text after Reload', () =>
  visitBeforeScripts({ path, expected: refused }, async ({ page, dialog, release }) => {
    const texts = { ...person, company: 'Unlucky' };
    await dialog.fillIn(texts);
    await withFullDisk(site.dataDirectory, async () => expect(await dialog.submitPlainly()).toBe(503));
    await holds(dialog, texts);
    await release();
    await holds(dialog, texts);
    // The form shows the failure too, because the toast disappears.
    expect(await textOf(page, 'dialog[open] form')).toContain(failure);
    await page.reload();
    await hydrated(page);
    await page.waitForSelector('dialog:modal');
    await holds(dialog, texts);
    expect(storedOf('Unlucky')).toEqual([]);
  }));

const cut = [/request failed|NetworkError|Failed to (fetch|submit order)|ERR_|status of 503|NS_ERROR|due to/];
const parsed = { waitUntil: 'domcontentloaded' } as const;

/** Starts a proxy. If `line.isCut`, posts reach the site, but the site's answers are dropped. */
async function startCutLine(options: ProxyOptions = {}) {
  const line = { isCut: true };
  const drop: Relay = (body, response) => body.resume().on('end', () => response.destroy());
  const relay = (address: string) => (line.isCut && address === endpoints.submissions ? drop : undefined);
  const { url } = await untilEnd(startProxy(site, { relay, ...options }));
  return { ...orderVisits({ url, dataDirectory: site.dataDirectory }), url, line };
}

inEachBrowser((kind) => {
  test('a plain order whose answer is lost is stored once when a script sends it again', async () => {
    const company = `By script ${kind}`;
    const { visitBeforeScripts, url, line } = await startCutLine();
    await visitBeforeScripts({ kind, path, expected: cut }, async ({ page, dialog, release }) => {
      await dialog.fillIn();
      // Some autofill programs tell the page nothing.
      await setValue(page, orderField('company'), company);
      await page.click(submitOrder);
      // The browser shows an error page, and the visitor goes back. Firefox has no history entry to go back to.
      await until(page, () => document.querySelector('dialog') === null);
      await (kind === 'firefox' ? page.goto(url + path, parsed) : page.goBack(parsed));
      await page.waitForSelector(submitOrder);
      line.isCut = false;
      await release();
      await page.waitForSelector('dialog:modal');
      expect(await dialog.textIn('company')).toBe(company);
      await dialog.submit();
      await dialog.closed();
      expect(storedOf(company)).toHaveLength(1);
    });
  });

  test('an order by script whose answer is lost is stored once when it is posted as a plain form after a reload', async () => {
    let areHeld = false;
    const company = `Plainly ${kind}`;
    const { visit, line } = await startCutLine({
      change: (address, headers) => (address.endsWith('.js') ? { ...headers, 'cache-control': 'no-store' } : headers),
      hold: (address) => (areHeld && address.endsWith('.js') ? new Promise(() => {}) : undefined),
    });
    await visit({ kind, path, expected: cut }, async ({ page, dialog }) => {
      await dialog.fillIn({ company });
      await dialog.submit();
      await toasts(page).appears('alert');
      line.isCut = false;
      // From here on the scripts do not arrive. Only the start script in the document runs.
      areHeld = true;
      await page.reload(parsed);
      await page.waitForSelector('dialog[open]');
      expect(await dialog.textIn('company')).toBe(company);
      await dialog.submitPlainly();
      await page.waitForSelector('#order-result');
      expect(storedOf(company)).toHaveLength(1);
    });
  });
});
