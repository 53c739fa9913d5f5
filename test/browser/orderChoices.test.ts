import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { visitBeforeScripts } from '../helpers/browser/beforeScripts.ts';
import { holdBack, hydrated } from '../helpers/browser/browser.ts';
import { inEachBrowser } from '../helpers/browser/inEachBrowser.ts';
import { readyToSubmit } from '../helpers/browser/readyToSubmit.ts';
import { visit } from '../helpers/browser/visit.ts';
import { type MailServer, startMailServer } from '../helpers/mail/mailServer.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { person } from '../helpers/visitor/visitor.ts';

let mail: MailServer;
let site: Site;
beforeAll(async () => {
  mail = await startMailServer();
  site = await startSite({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await site.stop();
  await mail.stop();
});

const path = '/server-hosting';
const field = (name: string) => `dialog[open] [name="${name}"]`;
const submit = 'dialog[open] form[method="post"] button:not([form])';
const details = 'VPS Server Hosting: 1 CPU, 2 GB RAM, 25 GB NVMe storage, Cape Town or Johannesburg';

async function fillIn(page: Page): Promise<void> {
  for (const name of ['name', 'email', 'phone'] as const) await page.type(field(name), person[name]);
}
function textIn(page: Page, name: string): Promise<string> {
  return page.$eval(field(name), (element) => (element as HTMLInputElement).value);
}
/** The prices that the summary of the open dialog shows. */
function shownPrices(page: Page): Promise<string[]> {
  return page.$$eval('dialog[open] [data-price]', (prices) =>
    prices.filter((price) => price.checkVisibility()).map(({ textContent }) => textContent),
  );
}
async function lastMail(): Promise<string> {
  const reference = storedIn(site.dataDirectory).at(-1)?.reference ?? 'none stored';
  const { text = '' } = await mail.waitForMail(({ subject }) => subject?.includes(reference) ?? false);
  return text.replaceAll('\r\n', '\n');
}
/** The lines of an order for CXN1 by the year in Cape Town on Debian 13, as the mail has them. */
const expected = [
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

inEachBrowser((kind) => {
  test('billing, data centre and operating system, chosen before and after scripts, are in the mail', () =>
    visitBeforeScripts({ kind, url: site.url, path }, async (page, release) => {
      await page.click('#plan-CXN1 button');
      expect(await shownPrices(page)).toEqual(['R124 /month, incl. VAT']);
      await page.select(field('billing'), 'yearly');
      expect(await shownPrices(page)).toEqual(['R750 /year, incl. VAT']);
      await page.select(field('dataCentre'), 'Cape Town');
      await release();
      await fillIn(page);
      expect([await textIn(page, 'billing'), await textIn(page, 'dataCentre')]).toEqual(['yearly', 'Cape Town']);
      // The dialog hydrates after the page, when it is used.
      expect(await textIn(page, 'message')).toContain('(R750 per year)');
      await page.select(field('operatingSystem'), 'Debian 13');
      // The pre-filled message follows the choice; a text of the visitor would stay.
      expect(await textIn(page, 'message')).toContain('(R750 per year)');
      await page.select(field('billing'), '');
      expect(await textIn(page, 'message')).toContain('(R124)');
      await page.select(field('billing'), 'yearly');
      await readyToSubmit(page);
      await page.click(submit);
      await page.waitForSelector('[aria-live] [role="status"]');
      const text = await lastMail();
      for (const part of expected) expect(text).toContain(part);
      expect(text).not.toContain('CHECK');
      // The form is back at its defaults, also after a reload.
      await page.reload();
      await page.click('#plan-CXN1 button');
      for (const name of ['billing', 'dataCentre', 'operatingSystem']) expect(await textIn(page, name)).toBe('');
    }));

  if (kind === 'chromium')
    test('choices that another site has posted are not in the next order, and a choice cannot change while it is sent', () =>
      visit({ kind, url: site.url, path: '/about', expected: [/status of 403/] }, async (page) => {
        const foreign = `<form method="post" action="${site.url}/functions/v1/send-contact-email"><input name="plan" value="CXN1"><input name="billing" value="yearly"><input name="dataCentre" value="Cape Town"><button>Win</button></form>`;
        await page.goto(`data:text/html,${encodeURIComponent(foreign)}`);
        await Promise.all([page.waitForNavigation(), page.click('button')]);
        await page.waitForSelector('dialog[open]');
        await hydrated(page);
        await page.goto(`${site.url}${path}?order=CXN1`);
        await hydrated(page);
        for (const name of ['billing', 'dataCentre']) expect([name, await textIn(page, name)]).toEqual([name, '']);

        const answered = Promise.withResolvers<void>();
        await holdBack(
          page,
          (request) => request.method() === 'POST',
          () => answered.promise,
        );
        await fillIn(page);
        await readyToSubmit(page);
        await page.click(submit);
        await page.waitForSelector(`${field('billing')}:disabled`);
        answered.resolve();
        await page.waitForSelector('[aria-live] [role="status"]');
      }));

  if (kind === 'chromium')
    test('without scripts the choices are in the mail too', () =>
      visit({ kind, url: site.url, path: `${path}?order=CXN1`, javaScript: false }, async (page) => {
        await page.select(field('billing'), 'yearly');
        await page.select(field('dataCentre'), 'Cape Town');
        await page.select(field('operatingSystem'), 'Debian 13');
        expect(await shownPrices(page)).toEqual(['R750 /year, incl. VAT']);
        await fillIn(page);
        await Promise.all([page.waitForNavigation(), page.click(submit)]);
        expect(page.url()).toContain('?submitted=');
        const text = await lastMail();
        for (const part of expected) expect(text).toContain(part);
      }));
});
