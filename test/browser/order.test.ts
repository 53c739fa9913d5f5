import { beforeEach, describe, expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { honeypotField } from '../../shared/submission.ts';
import { loseAnswer } from '../helpers/browser/loseAnswer.ts';
import { readyToSubmit } from '../helpers/browser/readyToSubmit.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startMailServer } from '../helpers/mail/mailServer.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage, orderOf, person, submissionsPath } from '../helpers/visitor/visitor.ts';

const mail = await untilEnd(startMailServer());
const site = await untilEnd(startSite({ SMTP_URL: mail.url, SUBMISSION_LIMIT: '100' }));
/** The number of stored orders before the test. */
let before: number;
beforeEach(() => {
  before = storedIn(site.dataDirectory).length;
});
function stored() {
  return storedIn(site.dataDirectory).slice(before);
}
function mailOf(reference: string) {
  return mail.waitForMail(({ subject }) => subject?.includes(reference) ?? false);
}

const path = '/server-hosting';
const orderButton = '#plan-CXN3 button';
const prefilled =
  'I would like to order the CXN3 plan (R499). VPS Server Hosting: 4 CPUs, 8 GB RAM, 120 GB NVMe storage, Cape Town or Johannesburg';
const fields = ['name', 'email', 'phone', 'company'] as const;

async function openDialog(page: Page): Promise<void> {
  await page.locator(orderButton).click();
  await page.waitForSelector('dialog:modal');
}
async function fillIn(page: Page, values: Partial<typeof person> = person): Promise<void> {
  for (const field of fields)
    if (values[field]) await page.locator(`dialog[open] input[name="${field}"]`).fill(values[field]);
}
function press(page: Page, text: string) {
  return page.locator(`dialog[open] ::-p-aria([name="${text}"][role="button"])`).click();
}
function typedIn(page: Page): Promise<Record<string, string>> {
  return page.$eval(
    'dialog[open] form',
    (form, honeypot) => {
      const typed = new FormData(form as HTMLFormElement);
      typed.delete(honeypot);
      return Object.fromEntries(typed) as Record<string, string>;
    },
    honeypotField,
  );
}
function textOf(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (element) => element.textContent ?? '');
}
function isFocused(page: Page, selector: string): Promise<boolean> {
  return page.$eval(selector, (element) => element === document.activeElement);
}
function dialogGone(page: Page) {
  return page.waitForFunction(() => !document.querySelector('dialog[open]'));
}

describe.each([360, 1440])('at %d px', (width) => {
  const order = (act: (page: Page) => Promise<void>) => visit({ url: site.url, path, width }, act);

  test('an order from the click on Order Now to the received mail', () =>
    order(async (page) => {
      await openDialog(page);
      expect(await textOf(page, 'dialog[open] h2')).toBe('Order CXN3');
      expect(await textOf(page, 'dialog[open]')).toContain(
        "Fill in your details and we'll get back to you shortly to complete your order.",
      );
      expect(await page.$eval('dialog[open]', (dialog) => dialog.getBoundingClientRect().width)).toBeLessThanOrEqual(
        500,
      );
      for (const label of [
        'Full Name *',
        'Email Address *',
        'Phone Number *',
        'Company (Optional)',
        'Additional Requirements (Optional)',
      ])
        expect(await page.$(`dialog[open] ::-p-aria([name="${label}"][role="textbox"])`)).not.toBeNull();
      expect((await typedIn(page)).message).toBe(prefilled);
      await fillIn(page);
      await readyToSubmit(page);
      await page.$eval('html', (document) => document.classList.add('same-document'));
      await press(page, 'Submit Order');
      await page.waitForSelector('[role="status"]');
      await dialogGone(page);
      expect(await page.$('html.same-document')).not.toBeNull();
      const toast = await textOf(page, '[role="status"]');
      expect(toast).toContain('Order Submitted!');
      expect(toast).toContain("We'll contact you shortly to confirm your order.");
      expect(await page.$eval('[role="status"]', (element) => element.closest('[aria-live]') !== null)).toBe(true);
      expect(await isFocused(page, orderButton)).toBe(true);

      const reference = stored()[0]?.reference ?? 'none stored';
      const received = await mailOf(reference);
      expect(toast).toContain(reference);
      expect(received.replyTo).toEqual([expect.objectContaining({ address: person.email, name: person.name })]);
      expect(received.text?.replaceAll('\r\n', '\n')).toContain(orderOf('CXN3', prefilled).message);
      expect(page.url()).toBe(site.url + path);

      // The form is reset.
      await openDialog(page);
      expect(await typedIn(page)).toEqual({
        plan: 'CXN3',
        name: '',
        email: '',
        phone: '',
        company: '',
        message: prefilled,
        dataCentre: '',
        operatingSystem: '',
      });
    }));

  // The width changes how the dialog looks, not what it does.
  if (width === 360) return;

  test('an empty order shows three messages beside their fields, focuses the first and sends nothing', () =>
    order(async (page) => {
      await openDialog(page);
      await readyToSubmit(page);
      await press(page, 'Submit Order');
      await page.waitForSelector('dialog[open] [aria-invalid="true"]');
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
      const messages = await page.$$eval('dialog[open] [aria-invalid="true"]', (inputs) =>
        inputs.map((input) => [
          input.getAttribute('name'),
          document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
        ]),
      );
      expect(messages).toEqual([
        ['name', 'Name must be at least 2 characters'],
        ['email', 'Invalid email address'],
        ['phone', 'Phone number must be at least 10 digits'],
      ]);
      expect(stored()).toEqual([]);
    }));

  test('without the server the typed text stays, and a toast and other ways to contact the company show', async () => {
    const going = await startSite();
    await visit(
      { url: going.url, path, width, expected: [/Failed to submit order/, /ERR_CONNECTION/] },
      async (page) => {
        await openDialog(page);
        await fillIn(page);
        await readyToSubmit(page);
        going.signal('SIGKILL');
        await going.ended;
        await press(page, 'Submit Order');
        await page.waitForSelector('[role="alert"]');
        expect(await textOf(page, '[role="alert"]')).toMatch(
          /^ErrorFailed to submit order\. Please try again or contact us directly\.$/,
        );
        expect(await typedIn(page)).toEqual({
          plan: 'CXN3',
          ...person,
          message: prefilled,
          dataCentre: '',
          operatingSystem: '',
        });
        const links = await page.$$eval('dialog[open] ul a', (anchors) => anchors.map(({ protocol }) => protocol));
        expect(links).toEqual(['mailto:', 'https:', 'tel:']);
      },
    );
  });

  test.each([
    ['Cancel', (page: Page) => press(page, 'Cancel')],
    ['the close control', (page: Page) => press(page, 'Close')],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ])('%s closes the dialog, restores the focus and keeps the typed text', (_way, close) =>
    order(async (page) => {
      await openDialog(page);
      await fillIn(page, { name: person.name });
      await page.type('dialog[open] textarea', 'Two of them. ');
      const message = (await typedIn(page)).message;
      await close(page);
      await dialogGone(page);
      expect(await isFocused(page, orderButton)).toBe(true);
      expect(stored()).toEqual([]);
      await openDialog(page);
      expect(await typedIn(page)).toMatchObject({ name: person.name, message });
      expect(message).toContain('Two of them. ');
    }),
  );
});

test('while an order is sent both buttons are disabled and it is sent once; over the rate limit it fails', async () => {
  const limited = await startSite({ SUBMISSION_LIMIT: '2' });
  const expected = [/Failed to submit order/, /429/];
  await visit({ url: limited.url, path, expected }, async (page) => {
    await openDialog(page);
    await fillIn(page);
    await readyToSubmit(page);
    const held = Promise.withResolvers<() => void>();
    const hold = (request: HTTPRequest) => {
      if (request.method() === 'POST') held.resolve(() => void request.continue());
      else void request.continue();
    };
    await page.setRequestInterception(true);
    page.on('request', hold);
    await press(page, 'Submit Order');
    const release = await held.promise;
    await page.waitForSelector('dialog[open] ::-p-aria([name="Submitting..."][role="button"])');
    expect(
      await page.$$eval('dialog[open] button', (buttons) =>
        buttons.filter(({ disabled }) => disabled).map((button) => button.textContent?.trim()),
      ),
    ).toEqual(['Cancel', 'Submitting...']);
    await page.keyboard.press('Escape');
    expect(await page.$('dialog:modal')).not.toBeNull();
    release();
    await dialogGone(page);
    page.off('request', hold);
    await page.setRequestInterception(false);
    for (const company of ['Second', 'Third']) {
      await openDialog(page);
      await fillIn(page, { ...person, company } as unknown as typeof person);
      await press(page, 'Submit Order');
      if (company === 'Second') await dialogGone(page);
    }
    await page.waitForSelector('[role="alert"]');
    expect((await typedIn(page)).company).toBe('Third');
    expect(storedIn(limited.dataDirectory)).toHaveLength(2);
  });
  await limited.stop();
});

test('an order sent again after a lost answer is stored once', () =>
  visit({ url: site.url, path, expected: [/Failed to submit order/, /ERR_FAILED/] }, async (page) => {
    await openDialog(page);
    await fillIn(page);
    await readyToSubmit(page);
    await page.setRequestInterception(true);
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && ++posts === 1) void loseAnswer(request);
      else void request.continue();
    });
    await press(page, 'Submit Order');
    await page.waitForSelector('[role="alert"]');
    await press(page, 'Submit Order');
    await dialogGone(page);
    expect(posts).toBe(2);
    expect(stored()).toHaveLength(1);
  }));

test('after an order on ?order=, the address opens no dialog again', () =>
  visit({ url: site.url, path: `${path}?order=CXN3`, width: 360 }, async (page) => {
    await fillIn(page);
    await readyToSubmit(page);
    await press(page, 'Submit Order');
    await page.waitForSelector('[role="status"]');
    await dialogGone(page);
    await page.waitForFunction(() => location.search === '');
    expect(stored()).toHaveLength(1);
    await page.reload();
    expect(await page.$('dialog[open]')).toBeNull();
  }));

test('?order= opens the dialog of its plan; closing it removes ?order=', () =>
  visit({ url: site.url, path: `${path}?order=CXN7`, width: 360 }, async (page) => {
    await page.waitForSelector('dialog:modal');
    expect(await textOf(page, 'dialog[open] h2')).toBe('Order CXN7');
    await press(page, 'Cancel');
    await dialogGone(page);
    expect(page.url()).toBe(site.url + path);
  }));

describe('without scripts', () => {
  const width = 360;

  test('an order is placed: validation errors show, typed text is kept, the result shows', () =>
    visit({ url: site.url, path, width, javaScript: false, expected: [/400 \(Bad Request\)/] }, async (page) => {
      await Promise.all([page.waitForNavigation(), page.click(orderButton)]);
      expect(page.url()).toBe(`${site.url}${path}?order=CXN3`);
      await page.type('dialog[open] input[name="name"]', person.name);
      await page.type('dialog[open] input[name="email"]', person.email);
      await page.type('dialog[open] input[name="company"]', 'Without scripts');
      await page.type('dialog[open] input[name="phone"]', '123');
      await Promise.all([page.waitForNavigation(), page.click('dialog[open] form[method="post"] button:not([form])')]);
      expect(await textOf(page, 'dialog[open]')).toContain('Phone number must be at least 10 digits');
      expect((await typedIn(page)).name).toBe(person.name);
      await page.$eval('dialog[open] input[name="phone"]', (input) => {
        (input as HTMLInputElement).value = '';
      });
      await page.type('dialog[open] input[name="phone"]', person.phone);
      await Promise.all([page.waitForNavigation(), page.click('dialog[open] form[method="post"] button:not([form])')]);
      const result = await textOf(page, 'main > :first-child');
      expect(result).toContain('Order Submitted!');
      expect(result).toContain("We'll contact you shortly to confirm your order.");
      expect(page.url()).not.toContain(person.name);
      const [{ reference = 'none' } = {}] = stored();
      const received = await mailOf(reference);
      expect(result).toContain(reference);
      expect(await page.title()).toMatch(`Order Submitted! ${reference}`);
      expect(received.text?.replaceAll('\r\n', '\n')).toContain(orderOf('CXN3', prefilled).message);
    }));

  test('Cancel closes the dialog', () =>
    visit({ url: site.url, path: `${path}?order=CXN3`, width, javaScript: false }, async (page) => {
      await page.click('dialog[open] button[form]');
      expect(await page.$('dialog[open]')).toBeNull();
    }));
});

test('during a flood the dialog solves its proof of work silently, and the order is stored', async () => {
  const flooded = await startSite({ SUBMISSION_FLOOD: '1', SMTP_URL: mail.url });
  try {
    const post = () =>
      fetch(flooded.url + submissionsPath, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(contactMessage),
      });
    expect([(await post()).status, (await post()).status, (await post()).status]).toEqual([200, 200, 403]);
    await visit({ url: flooded.url, path, width: 360 }, async (page) => {
      await openDialog(page);
      await fillIn(page);
      await press(page, 'Submit Order');
      await dialogGone(page);
      expect(await textOf(page, '[role="status"]')).toContain('Order Submitted!');
    });
    const { reference = 'none' } = storedIn(flooded.dataDirectory).at(-1) ?? {};
    expect((await mailOf(reference)).subject).toMatch(/^Order CXN3/);
  } finally {
    await flooded.stop();
  }
});
