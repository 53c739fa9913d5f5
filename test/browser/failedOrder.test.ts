import { describe, expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { nextFrame } from '../helpers/browser/browser.ts';
import { scriptsOf } from '../helpers/browser/chunks.ts';
import { loseAnswer } from '../helpers/browser/loseAnswer.ts';
import { readyToSubmit } from '../helpers/browser/readyToSubmit.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));

const path = '/server-hosting';
const submit = 'dialog[open] form[method="post"] button[type="submit"]:not([form])';
const expected = [/Failed to (submit order|send message)/, /ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 50\d/];
const alert = '[aria-live] [role="alert"]';
function links(page: Page) {
  return page.$$eval('dialog[open] ul a, main form ul a', (all) => all.map(({ protocol }) => protocol));
}

async function openDialog(page: Page, plan = 'CXN3') {
  await page.locator(`#plan-${plan} button`).click();
  await page.waitForSelector('dialog:modal');
}
async function fillIn(page: Page, company: string) {
  for (const field of ['name', 'email', 'phone'] as const)
    await page.locator(`dialog[open] input[name="${field}"]`).fill(person[field]);
  await page.locator('dialog[open] input[name="company"]').fill(company);
}
function closed(page: Page) {
  return page.waitForFunction(() => !document.querySelector('dialog[open]'));
}
function textIn(page: Page, selector: string) {
  return page.$eval(selector, (field) => (field as HTMLInputElement).value);
}
function stored(company: string) {
  return storedIn(site.dataDirectory).filter((row) => row.company === company);
}

function isSubmission(request: HTTPRequest) {
  return request.method() === 'POST' && request.url().includes('send-contact-email');
}

function isOfRules(request: HTTPRequest) {
  return scriptsOf('submission').includes(new URL(request.url()).pathname);
}

/** Holds back all posts. Resolves with the first one. */
async function holdPosts(page: Page) {
  const held = Promise.withResolvers<HTTPRequest>();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (isSubmission(request)) held.resolve(request);
    else request.continue().catch(() => {});
  });
  return held.promise;
}

test('Escape does not close the dialog while an order is sent, however often; its failure shows in the dialog', () =>
  visit({ url: site.url, path, expected }, async (page) => {
    await openDialog(page);
    await fillIn(page, 'Escape');
    await readyToSubmit(page);
    const post = holdPosts(page);
    await page.click(submit);
    const request = await post;
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await page.$('dialog:modal')).not.toBeNull();
    await request.abort('failed');
    await page.waitForSelector(`dialog:modal ${alert}`, { visible: true });
    await page.waitForSelector(`${submit}:not(:disabled)`);
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
  }));

describe.each([
  ['no network', (request: HTTPRequest) => request.abort('failed')],
  ['an answer of 500', (request: HTTPRequest) => request.respond({ status: 500, body: 'no' })],
])('after an order that failed with %s', (_name, answer) => {
  test('the focus returns to Submit Order, and the dialog of another plan shows no failure', () =>
    visit({ url: site.url, path, expected }, async (page) => {
      await openDialog(page);
      await fillIn(page, 'Focus');
      await readyToSubmit(page);
      const post = holdPosts(page);
      await page.focus(submit);
      await page.keyboard.press('Enter');
      await answer(await post);
      await page.waitForSelector(`dialog[open] ${alert}`);
      await page.waitForFunction((selector) => document.activeElement?.matches(selector), {}, submit);
      expect(await links(page)).toEqual(['mailto:', 'https:', 'tel:']);
      await page.keyboard.press('Escape');
      await closed(page);
      await openDialog(page, 'CXN5');
      expect(await page.$eval('dialog[open] h2', (title) => title.textContent)).toBe('Order CXN5');
      expect(await links(page)).toEqual([]);
      // Each plan has its own drafts.
      expect(await textIn(page, 'dialog[open] [name="name"]')).toBe('');
      expect(await textIn(page, 'dialog[open] [name="message"]')).toContain('the CXN5 plan');
    }));
});

test('an order that is stored while another dialog is open keeps the text typed there', () =>
  visit({ url: site.url }, async (page) => {
    await page.locator(`main a[href="${path}"]`).click();
    await openDialog(page);
    await fillIn(page, 'First');
    await readyToSubmit(page);
    const post = holdPosts(page);
    await page.click(submit);
    const request = await post;
    await page.evaluate(() => history.back());
    await closed(page);
    await page.evaluate(() => history.forward());
    await openDialog(page, 'CXN5');
    await page.type('dialog[open] input[name="company"]', 'Second');
    await request.continue();
    await page.waitForSelector('[aria-live] [role="status"]');
    expect(stored('First')).toHaveLength(1);
    await page.keyboard.press('Escape');
    await closed(page);
    await openDialog(page, 'CXN5');
    expect(await textIn(page, 'dialog[open] [name="company"]')).toBe('Second');
    await page.keyboard.press('Escape');
    await closed(page);
    await openDialog(page);
    expect(await textIn(page, 'dialog[open] [name="company"]')).toBe('');
  }));

test('a dialog that opens while the dialog of ?order= closes stays open', () =>
  visit({ url: site.url, path: `${path}?order=CXN3` }, async (page) => {
    await page.waitForSelector('dialog:modal');
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('dialog[open] button[aria-label="Close"]')?.click();
      setTimeout(() => document.querySelector<HTMLElement>('#plan-CXN5 button')?.click());
    });
    await page.waitForFunction(() => location.search === '' && document.querySelector('dialog:modal'));
    await nextFrame(page);
    expect(await page.$eval('dialog:modal h2', (title) => title.textContent)).toBe('Order CXN5');
  }));

test('an order whose answer was lost is stored once, even if another plan is ordered in between', () =>
  visit({ url: site.url, path, expected }, async (page) => {
    let posts = 0;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (isSubmission(request) && ++posts <= 2) void loseAnswer(request);
      else void request.continue();
    });
    for (const plan of ['CXN3', 'CXN5']) {
      await openDialog(page, plan);
      await fillIn(page, 'Lost');
      await page.click(submit);
      await page.waitForSelector('dialog[open] ul a');
      await page.keyboard.press('Escape');
      await closed(page);
    }
    await openDialog(page);
    await page.click(submit);
    await closed(page);
    expect(stored('Lost').map(({ plan_id }) => plan_id)).toEqual(['CXN3', 'CXN5']);
  }));

test('an order by script keeps the result of an order posted before hydration', async () => {
  const form = new URLSearchParams({ ...person, plan: 'CXN3', company: 'Posted', message: '' });
  const answer = await fetch(`${site.url}/functions/v1/send-contact-email`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const result = answer.headers.get('location') ?? '';
  await visit({ url: site.url, path: result }, async (page) => {
    await openDialog(page, 'CXN5');
    await fillIn(page, 'Sent');
    await page.click(submit);
    await closed(page);
    expect(await page.$eval('main > :first-child', (first) => first.textContent)).toContain('Order Submitted!');
    expect([stored('Posted').length, stored('Sent').length]).toEqual([1, 1]);
  });
});

test('after a failed message, leaving and returning to the contact page keeps only the typed text', () =>
  visit({ url: site.url, path: '/contact', expected }, async (page) => {
    await page.type('main [name="name"]', person.name);
    await page.type('main [name="email"]', person.email);
    await page.type('main [name="message"]', 'Our file server is old.');
    await page.locator('main input[type="checkbox"]').click();
    await page.waitForSelector('main form button[type="submit"]:not(:disabled)');
    const post = holdPosts(page);
    await page.focus('main form button[type="submit"]');
    await page.keyboard.press('Enter');
    await (await post).abort('failed');
    await page.waitForSelector(alert);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Send Message');
    expect(await links(page)).toEqual(['mailto:', 'https:', 'tel:']);
    await page.locator('footer a[href="/about"]').click();
    // The address changes before the page.
    await page.waitForFunction(() => document.title.startsWith('About'));
    await page.locator('footer a[href="/contact"]').click();
    await page.waitForSelector('main [name="message"]');
    expect(await links(page)).toEqual([]);
    expect(await textIn(page, 'main [name="message"]')).toBe('Our file server is old.');
  }));

test('offline, Submit Order fails on the page; online, pressing it again stores one order', () =>
  visit({ url: site.url, path, expected }, async (page) => {
    await page.waitForNetworkIdle({ idleTime: 200 });
    await page.setOfflineMode(true);
    // Neither the validation rules nor the proof of work can be loaded now.
    await openDialog(page);
    await fillIn(page, 'Offline');
    await page.click(submit);
    await page.waitForSelector(`dialog:modal ${alert}`);
    expect(await links(page)).toEqual(['mailto:', 'https:', 'tel:']);
    expect(page.url()).toBe(site.url + path);
    expect(await textIn(page, 'dialog[open] [name="company"]')).toBe('Offline');
    await page.setOfflineMode(false);
    // The browser posts the form.
    await Promise.all([page.waitForNavigation(), page.click(submit)]);
    expect(await page.$eval('#order-result', (title) => title.textContent)).toBe('Order Submitted!');
    expect(stored('Offline')).toHaveLength(1);
  }));

test('if the validation rules cannot be loaded, the browser posts the form, and the answer shows the messages', () =>
  visit({ url: site.url, path, expected: [/ERR_FAILED/, /status of 400/] }, async (page) => {
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (isOfRules(request)) void request.abort('failed');
      else void request.continue();
    });
    await openDialog(page);
    await page.locator('dialog[open] [name="phone"]').fill('123');
    await Promise.all([page.waitForNavigation(), page.click(submit)]);
    await page.waitForSelector('dialog[open] [name="phone"][aria-invalid="true"]');
    expect(await textIn(page, 'dialog[open] [name="phone"]')).toBe('123');
    const text = await page.$eval('dialog[open]', (dialog) => dialog.textContent);
    for (const message of [
      'Name must be at least 2 characters',
      'Invalid email address',
      'Phone number must be at least 10 digits',
    ])
      expect(text).toContain(message);
    expect(await page.$(alert)).toBeNull();
  }));

test('text typed in a dialog survives Back and Forward; the dialog does not open by itself', () =>
  visit({ url: site.url, path }, async (page) => {
    await page.locator('header nav a[href="/services"]').click();
    await page.waitForFunction(() => location.pathname === '/services');
    await page.goBack();
    await page.waitForSelector('#plan-CXN3');
    await openDialog(page);
    await fillIn(page, 'Wanderer');
    await page.type('dialog[open] textarea', 'Two of them. ');
    await page.goForward();
    await page.waitForFunction(() => location.pathname === '/services' && !document.querySelector('dialog[open]'));
    await page.goBack();
    await page.waitForSelector('#plan-CXN3');
    expect(await page.$('dialog[open]')).toBeNull();
    await openDialog(page);
    expect(await textIn(page, 'dialog[open] [name="company"]')).toBe('Wanderer');
    expect(await textIn(page, 'dialog[open] textarea')).toMatch(/^Two of them\. I would like/);
  }));

test("closing the dialog of ?order= moves the focus to the plan's button", () =>
  visit({ url: site.url, path: `${path}?order=CXN7` }, async (page) => {
    await page.waitForSelector('dialog:modal');
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await page.evaluate(() => document.activeElement?.closest('article')?.id)).toBe('plan-CXN7');
  }));

test('an order that fails after a navigation shows nothing in the dialog of another plan', () =>
  visit({ url: site.url, path: '/services', expected }, async (page) => {
    await page.evaluate(() => document.querySelector<HTMLElement>('#hosting-menu a[href="/server-hosting"]')?.click());
    await openDialog(page);
    await fillIn(page, 'Left');
    await readyToSubmit(page);
    const post = holdPosts(page);
    await page.click(submit);
    const request = await post;
    await page.goBack();
    await page.waitForFunction(() => location.pathname === '/services');
    await page.goForward();
    await page.waitForSelector('#plan-CXN5');
    await openDialog(page, 'CXN5');
    expect(await page.$eval(submit, (button) => button.textContent)).toBe('Submit Order');
    await request.abort('failed');
    await page.waitForSelector(`dialog[open] ${alert}`);
    expect(await page.$eval('dialog[open] h2', (title) => title.textContent)).toBe('Order CXN5');
    expect(await links(page)).toEqual([]);
  }));

test('an order whose answer was lost keeps its key after a reload', () =>
  visit({ url: site.url, path: `${path}?order=CXN3`, expected }, async (page) => {
    let isAnswerLost = true;
    await readyToSubmit(page);
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (isAnswerLost && isSubmission(request)) void loseAnswer(request);
      else request.continue().catch(() => {});
    });
    await fillIn(page, 'Reloaded');
    await page.click(submit);
    await page.waitForSelector(`dialog[open] ${alert}`);
    isAnswerLost = false;
    await page.reload();
    await readyToSubmit(page);
    expect(await textIn(page, 'dialog[open] [name="company"]')).toBe('Reloaded');
    await page.click(submit);
    await closed(page);
    await page.waitForSelector('[aria-live] [role="status"]');
    expect(stored('Reloaded')).toHaveLength(1);
    // The address no longer opens the dialog.
    await page.waitForFunction(() => location.search === '');
  }));

test('Enter held down sends one order', () =>
  visit({ url: site.url, path }, async (page) => {
    await openDialog(page);
    await fillIn(page, 'Held down');
    await page.evaluate((selector) => {
      for (let times = 0; times < 5; times++) document.querySelector<HTMLElement>(selector)?.click();
    }, submit);
    await closed(page);
    await page.waitForNetworkIdle({ idleTime: 200 });
    expect(stored('Held down')).toHaveLength(1);
  }));
