import { describe, expect, test } from '@jest/globals';
import { Key } from 'selenium-webdriver';
import { downloadStarted } from '../../shared/messages.ts';
import { paths } from '../../shared/paths.ts';
import { hydrationFault, translate } from '../helpers/browser/changedPage.ts';
import { consultation, contactField, sendMessage, sentMessage } from '../helpers/browser/contactForm.ts';
import { orderButton, orderField, orderResult, readyToSubmit, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage } from '../helpers/browser/orderVisits.ts';
import { arrivedAt, faultsIn, focused, isFocused, says, textOf, toasts, valueIn } from '../helpers/browser/page.ts';
import { planFinder } from '../helpers/browser/planFinder.ts';
import { headerSearch } from '../helpers/browser/siteSearch.ts';
import { startWebKit, visitWebKit, type WebKitVisitOptions, type WebKitVisitor } from '../helpers/browser/webkit.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { withDebianTool } from '../helpers/tools/withDebianTool.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, person } from '../helpers/visitor/visitor.ts';

const mail = await untilEnd(startMailServer());
const site = await untilEnd(startSite({ SMTP_URL: mail.url, SUBMISSION_LIMIT: '100', CAPTCHA_ENFORCE: 'true' }));
let starting: ReturnType<typeof startWebKit> | undefined;

async function visit(options: WebKitVisitOptions, act: (visitor: WebKitVisitor) => Promise<void>): Promise<void> {
  starting ??= untilEnd(startWebKit());
  await visitWebKit((await starting).url, site, options, act);
}

/** Types the person's details into the open order dialog. */
async function fillIn({ type }: WebKitVisitor, company: string, phone: string = person.phone): Promise<void> {
  for (const [name, text] of Object.entries({ name: person.name, email: person.email, phone, company }))
    await type(orderField(name), text);
}

/** Submits the open dialog. Expects the result, and resolves with the mail about the only stored order of the company. */
async function submitted({ page, click }: WebKitVisitor, company: string) {
  await readyToSubmit(page);
  await click(submitOrder);
  await page.waitForSelector(`${orderResult} h2:focus`);
  const [row, ...others] = storedIn(site.dataDirectory).filter((one) => one.company === company);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ name: person.name, email: person.email, verified: 1 });
  expect(await textOf(page, orderResult)).toContain(row?.reference);
  return mail.mailAbout(row?.reference ?? 'none stored');
}

withDebianTool('webkit', () => {
  test('an order with a wrong phone number has a message and the focus there; corrected, it arrives as a mail', () =>
    visit({ path: hostingPage }, async (visitor) => {
      const { page, click, type } = visitor;
      await click(orderButton());
      await page.waitForSelector('dialog:modal');
      expect(await focused(page, 'name')).toBe('name');
      await fillIn(visitor, 'WebKit', '123');
      await click(submitOrder);
      await page.waitForSelector(`${orderField('phone')}[aria-invalid=true]`);
      expect(await faultsIn(page, 'dialog[open]')).toEqual({ phone: 'Phone number must be at least 10 digits' });
      expect(await focused(page, 'name')).toBe('phone');
      await type(orderField('phone'), '4567890');
      const { subject, text } = await submitted(visitor, 'WebKit');
      expect(subject).toMatch(/^Order CXN3/);
      expect(text).toContain('Selected Plan: CXN3\nPrice: R499\n');
      await page.waitForFunction(() => location.search.startsWith('?submitted='));
    }));

  test('?order= opens its dialog; Escape closes it, focuses its button, and keeps the typed text', () =>
    visit({ path: `${hostingPage}?order=CXN7`, width: 390 }, async ({ page, click, press, type }) => {
      await page.waitForSelector('dialog#order-CXN7:modal');
      await type(orderField('name'), person.name);
      await press(Key.ESCAPE);
      await arrivedAt(page, hostingPage);
      expect(await isFocused(page, orderButton('CXN7'))).toBe(true);
      await press(Key.ENTER);
      await page.waitForSelector('dialog#order-CXN7:modal');
      expect(await valueIn(page, orderField('name'))).toBe(person.name);
      await click('dialog[open] button[form]');
      await page.waitForFunction(() => !document.querySelector('dialog[open]'));
    }));

  test('an order begun before the scripts arrive on a translated page is stored once', () =>
    visit({ path: hostingPage, beforeScripts: true, expected: hydrationFault }, async (visitor) => {
      const { page, click, type, release } = visitor;
      await translate(page);
      await click(orderButton('CXN1'));
      await page.waitForSelector('dialog:modal');
      await type(orderField('company'), 'Early ');
      await release();
      await page.waitForSelector('dialog:modal');
      await fillIn(visitor, 'WebKit');
      const { subject } = await submitted(visitor, 'Early WebKit');
      expect(subject).toMatch(/^Order CXN1/);
    }));

  test('a contact message with a real proof of work arrives as a mail, and the result has the focus', () =>
    visit({ path: paths.contact, width: 390 }, async ({ page, click, press, type }) => {
      for (const [name, text] of Object.entries(contactMessage)) await type(contactField(name), text);
      await click(`${consultation} input[type=checkbox]`);
      await page.waitForSelector(`${sendMessage}:not(:disabled)`);
      await click(contactField('name'));
      await press(Key.RETURN);
      await page.waitForSelector(`${sentMessage} h3:focus`);
      const [row] = storedIn(site.dataDirectory).filter(({ kind }) => kind === 'contact');
      expect(row).toMatchObject({ ...contactMessage, verified: 1 });
      const { text } = await mail.mailAbout(row?.reference ?? 'none stored');
      expect(text).toContain(contactMessage.message);
    }));

  // WebKit throws if a page changes its address more than 100 times in 10 seconds. A held arrow key repeats 300 times.
  test('a number field throws no error when an arrow key repeats, and the address gets its last value', () =>
    visit({ path: `${hostingPage}?budget=50` }, async ({ page, click, press }) => {
      await click('#budget');
      // Keys of a driver are slower than a held key, so 30 of the 100 changes are used up before.
      await page.evaluate(() => {
        for (let times = 0; times < 30; times++) history.replaceState(history.state, '');
      });
      await press(Key.ARROW_UP.repeat(100));
      const { hasQuery, finds } = planFinder(page);
      await hasQuery('?budget=150');
      await finds('1 of 14 plans');
      expect(await valueIn(page, '#budget')).toBe('150');
    }));

  test('plans are found, compared, and found again after a link and Back', () =>
    visit({ path: hostingPage }, async ({ page, driver, click, press }) => {
      const { finds, hasChosen, hasQuery, plans, row } = planFinder(page);
      await click('#ram');
      await press('8');
      await finds('12 of 14 plans');
      for (const id of ['CXN4', 'CXN5']) await click(`[name=compare][value=${id}]`);
      await hasChosen('2 of 4 plans chosen');
      await click('[formaction]');
      await page.waitForSelector('#comparison:focus');
      expect(await row('12 months, paid monthly, incl. VAT')).toEqual([
        '12 months, paid monthly, incl. VATdiffers',
        'R7488',
        'R10488',
      ]);
      await click(`footer a[href="${paths.about}"]`);
      await arrivedAt(page, paths.about);
      await driver.navigate().back();
      await hasQuery('?ram=8&compare=CXN4,CXN5');
      await finds('12 of 14 plans');
      expect(await plans()).toHaveLength(12);
      expect(await valueIn(page, '#ram')).toBe('8');
    }));

  test('the search suggests by keyboard, and Enter leads to the plan', () =>
    visit({ path: paths.about }, async ({ page, click, press }) => {
      await click(headerSearch);
      await press('cxn3');
      await says(page, '[role=option]:first-child', 'CXN3, VPS Server Hosting');
      await press(Key.ARROW_DOWN);
      await page.waitForSelector('[role=option][aria-selected=true]');
      await press(Key.ENTER);
      await arrivedAt(page, `${hostingPage}#plan-CXN3`);
      await page.waitForSelector('#main:focus');
      expect(await valueIn(page, headerSearch)).toBe('');
    }));

  test('the link of a legal document downloads its PDF and says so', () =>
    visit({ path: paths.legal }, async ({ page, click }) => {
      await click('#document-privacy-policy ~ * a[download]');
      await toasts(page).appears('status', downloadStarted('privacy-policy.pdf').description);
      await arrivedAt(page, paths.legal);
    }));

  // https://bugs.webkit.org/show_bug.cgi?id=299742
  test('a page answers after its window has become narrow and wide again', () =>
    visit({ path: hostingPage, width: 1180 }, async ({ page, click, resize }) => {
      for (const width of [820, 1180]) await resize(width);
      await click('[popovertarget=hosting-menu]');
      await page.waitForSelector('#hosting-menu:popover-open');
    }));

  describe.each([
    ['with', '+'],
    ['without', '-'],
  ])('%s anchor positioning', (_with, sign) => {
    const features = `${sign}CSSAnchorPositioning`;
    test('the menu of a phone leaves its button free, closes by it and by Escape, and its links lead on', () =>
      visit({ width: 390, features }, async ({ page, click, press }) => {
        const button = '[popovertarget=mobile-menu]';
        for (const close of [() => click(button), () => press(Key.ESCAPE)]) {
          await click(button);
          await page.waitForSelector('#mobile-menu:popover-open');
          await close();
          await page.waitForSelector('#mobile-menu:not(:popover-open)');
          expect(await isFocused(page, button)).toBe(true);
        }
        await click(button);
        await click('#mobile-menu summary');
        await click('#mobile-menu a[href="/pastel-hosting"]');
        await arrivedAt(page, '/pastel-hosting');
        await page.waitForSelector('#mobile-menu:not(:popover-open)');
      }));

    test.each([1024, 1440])('the Hosting dropdown is within a window of %i pixels, and its links lead on', (width) =>
      visit({ width, features }, async ({ page, click }) => {
        const button = '[popovertarget=hosting-menu]';
        await click(button);
        await page.waitForSelector('#hosting-menu:popover-open');
        const { left, right, bottom } = await page.$eval('#hosting-menu', (menu) => menu.getBoundingClientRect());
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
        expect(bottom).toBeLessThanOrEqual(900);
        await click(button);
        await page.waitForSelector('#hosting-menu:not(:popover-open)');
        await click(button);
        await click(`#hosting-menu a[href="${hostingPage}"]`);
        await arrivedAt(page, hostingPage);
      }),
    );
  });
});
