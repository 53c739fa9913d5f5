import { expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { orderSteps, stillSending } from '../../shared/messages.ts';
import { hydrated, interceptSubmissions } from '../helpers/browser/browser.ts';
import { orderButton, orderField, orderResult, readyToSubmit, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { arrivedAt, clickOn, markDocument, says, textOf, toastRegion, toasts } from '../helpers/browser/page.ts';
import { endLongWaits, inEachBrowser } from '../helpers/browser/visit.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { orderOf, person } from '../helpers/visitor/visitor.ts';

const mail = await untilEnd(startMailServer());
const site = await untilEnd(startSite({ SMTP_URL: mail.url, SUBMISSION_LIMIT: '100' }));
const { visit, visitBeforeScripts, storedOf } = orderVisits(site);

const prefilled =
  'I would like to order the CXN3 plan (R499). VPS Server Hosting: 4 CPUs, 8 GB RAM, 120 GB NVMe storage, Cape Town or Johannesburg';
const noTexts = { name: '', email: '', phone: '', company: '', message: prefilled };
const empty = { plan: 'CXN3', ...noTexts, dataCentre: '', operatingSystem: '' };
const accepted = "We'll contact you shortly to confirm your order.";

/** The mail about the only stored order of a company. */
async function mailAbout(company: string) {
  const [{ reference = 'none stored' } = {}, ...others] = storedOf(company);
  expect(others).toEqual([]);
  const { subject, replyTo, text = '' } = await mail.mailAbout(reference);
  return { reference, subject, replyTo, text: text.replaceAll('\r\n', '\n') };
}

test('an order with a real proof of work, begun by a click on Order Now, arrives as a mail', () =>
  visit({ cheapProofsOf: '' }, async ({ page, dialog }) => {
    await dialog.open();
    expect(await dialog.title()).toBe('Order CXN3');
    expect(await dialog.text()).not.toMatch(/robot|captcha/i);
    expect(await dialog.values()).toEqual(empty);
    await dialog.fillIn({ company: person.company });
    await readyToSubmit(page);
    const isSameDocument = await markDocument(page);
    await dialog.press('Submit Order');
    await toasts(page).appears('status', 'Order Submitted!');
    await dialog.closed();
    expect(await isSameDocument()).toBe(true);
    await page.waitForSelector(`${orderResult} h2:focus`);
    const { reference, subject, replyTo, text } = await mailAbout(person.company);
    const toast = await textOf(page, toastRegion);
    for (const part of [accepted, reference]) expect(toast).toContain(part);
    const result = await textOf(page, 'main > :first-child');
    for (const part of ['Order Submitted!', reference, orderSteps.title, ...orderSteps.steps, company.phone.display])
      expect(result).toContain(part);
    expect(await page.$eval(`${orderResult} li a`, (link) => link.outerHTML)).toContain(
      'href="#plan-CXN3">VPS Server Hosting: CXN3',
    );
    expect(replyTo).toEqual([expect.objectContaining({ address: person.email, name: person.name })]);
    expect(text).toContain(orderOf('CXN3', prefilled).message);
    // If the captcha had not been solved, the subject would begin with a mark.
    expect(subject).toMatch(/^Order CXN3/);
    // The toast lies beside the result, and a reload keeps the result.
    const edge = (selector: string, side: 'top' | 'bottom') =>
      page.$eval(selector, (element, which) => element.getBoundingClientRect()[which], side);
    expect(await edge(`${toastRegion} > *`, 'top')).toBeGreaterThan(await edge(orderResult, 'bottom'));
    await arrivedAt(page, `${hostingPage}?submitted=${reference}`);
    await page.reload();
    await hydrated(page);
    const kept = await textOf(page, orderResult);
    for (const part of [reference, 'R499 per month', `A person writes to ${person.email}`])
      expect(kept).toContain(part);
    await page.emulateMediaType('print');
    const isPrinted = (selector: string) => page.$eval(selector, (element) => element.checkVisibility());
    expect([await isPrinted(`${orderResult} li`), await isPrinted('#plans')]).toEqual([true, false]);
    await page.emulateMediaType();

    await dialog.open();
    expect(await dialog.values()).toEqual(empty);
  }));

// Like every page without https, the page on site.test has neither Web Cryptography nor the Clipboard API.
test('without https an order is verified too, and the Copy button says that the reference cannot be copied', () => {
  const host = 'site.test';
  const url = site.url.replace('localhost', host);
  const expected = [/origin was untrustworthy|origin-keyed/];
  return visit({ url, path: `${hostingPage}?order=CXN3`, expected }, async ({ page, dialog }) => {
    await dialog.fillIn({ company: host });
    await dialog.submit();
    await page.locator(`${orderResult} ::-p-aria([name="Copy"][role="button"])`).click();
    await says(page, `${orderResult} [role=status]`, 'Please write it down');
    expect(storedOf(host)).toMatchObject([{ verified: 1 }]);
  });
});

test('while an order is being sent, its dialog cannot be changed, closed or sent again', () =>
  visit({}, async ({ page, dialog }) => {
    let posts = 0;
    const first = Promise.withResolvers<HTTPRequest>();
    await interceptSubmissions(page, (post, count) => {
      posts = count;
      return count === 1 ? first.resolve(post) : post.continue();
    });
    await dialog.open('CXN1');
    await dialog.fillIn({ company: 'First' });
    await readyToSubmit(page);
    // A visitor who holds down Enter causes such repeated clicks.
    await page.$eval(submitOrder, (button) => {
      for (let times = 0; times < 5; times++) (button as HTMLElement).click();
    });
    const post = await first.promise;
    await page.waitForSelector('dialog[open] ::-p-aria([name="Submitting..."][role="button"])');
    const disabled = await page.$$eval('dialog[open] button:disabled', (buttons) =>
      buttons.map(({ textContent }) => textContent.trim()),
    );
    expect(disabled).toEqual(['Cancel', 'Submitting...']);
    expect(await page.$(`${orderField('billing')}:disabled`)).not.toBeNull();
    expect(await page.$('dialog[open] [data-draft]:is(input, textarea):not([readonly])')).toBeNull();
    await clickOn(page, 'dialog[open] [aria-label=Close]');
    // In Chromium a `cancel` handler can stop only the first Escape from closing a dialog. The next two must fail as well.
    for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
    expect(await page.$('dialog:modal')).not.toBeNull();
    const waiting = 'dialog[open] form [role=status]';
    expect(await textOf(page, waiting)).toBe('');
    await endLongWaits(page);
    await says(page, waiting, stillSending('order'));
    expect(await page.$eval(waiting, (line) => line.getBoundingClientRect().bottom)).toBeLessThan(900);
    // Who has gone to another page meanwhile hears of the order there, and is not brought back.
    await clickOn(page, 'footer a[href="/about"]');
    await says(page, 'h1', 'About');
    await post.continue();
    await toasts(page).appears('status', 'Order Submitted!');
    await dialog.closed();
    expect(posts).toBe(1);
    expect(storedOf('First')).toHaveLength(1);
    await arrivedAt(page, '/about');
  }));

const details = 'VPS Server Hosting: 1 CPU, 2 GB RAM, 25 GB NVMe storage, Cape Town or Johannesburg';
const choices = { billing: 'yearly', dataCentre: 'Cape Town', operatingSystem: 'Debian 13' };
/** The lines in the mail about an order for CXN1 with yearly billing, Cape Town and Debian 13. */
const chosen = [
  `Selected Plan: CXN1
Price: R750 per year
Plan Details: ${details}
Data centre: Cape Town
Operating system: Debian 13

Additional Requirements:
I would like to order the CXN1 plan (R750 per year). ${details}

---`,
  'Catalogue: VPS Server Hosting, CXN1, R124 a month, R750 a year',
];

/** The prices that the summary of the open dialog shows. */
function shownPrices(page: Page): Promise<string[]> {
  return page.$$eval('dialog[open] [data-price]', (prices) =>
    prices.filter((price) => price.checkVisibility()).map(({ textContent }) => textContent),
  );
}

test('without scripts Cancel closes the order dialog, faults have messages, typed text is kept, and the result and the mail arrive', () => {
  const expected = [/400 \(Bad Request\)/];
  return visit({ width: 360, javaScript: false, expected }, async ({ page, dialog }) => {
    const open = () => Promise.all([page.waitForNavigation(), page.click(orderButton('CXN1'))]);
    await open();
    expect(page.url()).toBe(`${site.url}${hostingPage}?order=CXN1`);
    await page.click('dialog[open] button[form]');
    expect(await page.$('dialog[open]')).toBeNull();
    await open();
    for (const [name, choice] of Object.entries(choices)) await page.select(orderField(name), choice);
    expect(await shownPrices(page)).toEqual(['R750 /year, incl. VAT. Your confirmation says how a prepaid year ends.']);
    const typed = { name: person.name, email: person.email, phone: '123', company: 'Without scripts' };
    await dialog.fill(typed);
    expect(await dialog.submitPlainly()).toBe(400);
    expect(await dialog.text()).toContain('Phone number must be at least 10 digits');
    expect(await dialog.values()).toMatchObject({ ...typed, ...choices });
    await dialog.fill({ phone: person.phone });
    expect(await dialog.submitPlainly()).toBe(200);
    expect(page.url()).toMatch(/\/server-hosting\?submitted=[\w-]+#main$/);
    const { reference, text } = await mailAbout(typed.company);
    const result = await textOf(page, 'main > :first-child');
    for (const part of ['Order Submitted!', accepted, reference, 'per year', 'Debian']) expect(result).toContain(part);
    expect(await page.title()).toMatch(`Order Submitted! ${reference}`);
    for (const part of chosen) expect(text).toContain(part);
  });
});

test('billing, data centre and operating system are in the mail, chosen before the scripts have loaded or after', () =>
  visitBeforeScripts({}, async ({ page, dialog, release }) => {
    await page.click(orderButton('CXN1'));
    expect(await shownPrices(page)).toEqual(['R124 /month, incl. VAT']);
    await page.select(orderField('billing'), choices.billing);
    expect(await shownPrices(page)).toEqual(['R750 /year, incl. VAT. Your confirmation says how a prepaid year ends.']);
    await page.select(orderField('dataCentre'), choices.dataCentre);
    // No program changes the message while the visitor is in its field.
    await page.focus(orderField('message'));
    await release();
    await page.waitForSelector(`${orderField('message')}[enterkeyhint]`);
    expect(await dialog.textIn('message')).toContain('(R124)');
    await dialog.fillIn({ company: 'Early' });
    expect(await dialog.values()).toMatchObject({ billing: 'yearly', dataCentre: 'Cape Town' });
    await page.select(orderField('operatingSystem'), choices.operatingSystem);
    // The pre-filled message changes with the chosen billing. If the visitor had typed a message, it would stay.
    for (const [billing, price] of [
      ['yearly', '(R750 per year)'],
      ['', '(R124)'],
      ['yearly', '(R750 per year)'],
    ] as const) {
      await page.select(orderField('billing'), billing);
      expect(await dialog.textIn('message')).toContain(price);
    }
    await dialog.submit();
    await toasts(page).appears('status');
    const { text } = await mailAbout('Early');
    for (const part of chosen) expect(text).toContain(part);
    expect(text).not.toContain('CHECK');
    const result = await textOf(page, orderResult);
    for (const part of ['R750 per year, incl. VAT', 'Cape Town', 'Debian 13', 'how a prepaid year ends'])
      expect(result).toContain(part);
    // After a reload, the server says the same. The visitor has written nothing of his own, so no text is said to have arrived.
    await page.reload();
    await hydrated(page);
    expect(await textOf(page, orderResult)).toBe(result);
    expect(result).not.toContain('have arrived');
    // After a reload the form has its default choices again.
    await page.reload();
    await page.click(orderButton('CXN1'));
    expect(await dialog.values()).toMatchObject({ billing: '', dataCentre: '', operatingSystem: '' });
  }));

inEachBrowser((kind) => {
  const press = async (page: Page, key: 'z' | 'Home') => {
    await page.focus(orderField('message'));
    await page.keyboard.down('Control');
    await page.keyboard.press(key);
    await page.keyboard.up('Control');
  };

  test("a change of billing leaves an edited message and its undo history alone, and the mail has the visitor's words", () =>
    visit({ kind, path: `${hostingPage}?order=CXN1` }, async ({ page, dialog }) => {
      const before = await dialog.textIn('message');
      await press(page, 'Home');
      await page.keyboard.type('Hello. ');
      await page.select(orderField('billing'), 'yearly');
      expect(await dialog.textIn('message')).toBe(`Hello. ${before}`);
      await press(page, 'z');
      expect(await dialog.textIn('message')).not.toBe(`Hello. ${before}`);
      await dialog.fillIn({ company: `Billing ${kind}`, message: `Hello. ${before}` });
      await dialog.submit();
      await dialog.closed();
      const [row] = storedOf(`Billing ${kind}`);
      expect(row?.message).toContain('Price: R750 per year');
      expect(row?.message).toContain(`Additional Requirements:\nHello. ${before}\n`);
    }));
});
