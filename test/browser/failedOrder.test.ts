import { expect, test } from '@jest/globals';
import type { HTTPRequest } from 'puppeteer';
import { orderButton, orderField, readyToSubmit, submitOrder } from '../helpers/browser/orderDialog.ts';
import { hostingPage, orderVisits } from '../helpers/browser/orderVisits.ts';
import { holdSubmissions, interceptSubmissions } from '../helpers/browser/posts.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));
const { visit, storedOf } = orderVisits(site);

const expected = [/Failed to submit order/, /ERR_FAILED|ERR_INTERNET_DISCONNECTED/];
const alert = '[aria-live] [role="alert"]';
const failure = 'Failed to submit order. Please try again or contact us directly.';
const otherWays = ['mailto:', 'https:', 'tel:'];

test('after an order that failed, the dialog shows it and keeps text and focus; that of another plan shows nothing', () =>
  visit({ expected }, async ({ page, dialog }) => {
    await dialog.open();
    await dialog.fillIn({ company: person.company });
    const typed = await dialog.values();
    await readyToSubmit(page);
    const post = holdSubmissions(page);
    await page.focus(submitOrder);
    await page.keyboard.press('Enter');
    await (await post).abort('failed');
    await page.waitForSelector(`dialog[open] ${alert}`);
    expect(await page.$eval(alert, ({ textContent }) => textContent)).toBe(`Error${failure}`);
    await page.waitForSelector(`${submitOrder}:focus`);
    expect(await dialog.otherWays()).toEqual(otherWays);
    expect(await dialog.values()).toEqual(typed);
    expect(typed).toMatchObject(person);
    await dialog.escape();
    await dialog.open('CXN5');
    expect(await dialog.title()).toBe('Order CXN5');
    expect(await dialog.otherWays()).toEqual([]);
    // Each plan has its own drafts.
    expect(await dialog.textIn('name')).toBe('');
    expect(await dialog.textIn('message')).toContain('the CXN5 plan');
  }));

test('an order that fails, and then is stored, after Back and Forward changes nothing in the dialog of another plan', () =>
  visit({ path: '/', expected }, async ({ page, dialog }) => {
    let posted: PromiseWithResolvers<HTTPRequest>;
    await interceptSubmissions(page, (post) => posted.resolve(post));
    /** Sends the order, and opens the dialog of another plan before there is an answer. */
    const sendAndLeave = async () => {
      posted = Promise.withResolvers();
      await dialog.submit();
      const post = await posted.promise;
      await page.evaluate(() => history.back());
      await dialog.closed();
      await page.evaluate(() => history.forward());
      await page.waitForSelector(orderButton());
      expect(await page.$('dialog[open]')).toBeNull();
      await dialog.open('CXN5');
      return post;
    };
    await page.locator(`main a[href="${hostingPage}"]`).click();
    await dialog.open();
    await dialog.fillIn({ company: 'First' });
    await page.type(orderField('message'), 'Two of them. ');
    const failing = await sendAndLeave();
    expect(await page.$eval(submitOrder, (button) => button.textContent)).toBe('Submit Order');
    await page.type(orderField('company'), 'Second');
    await failing.abort('failed');
    await page.waitForSelector(`dialog[open] ${alert}`);
    expect(await dialog.title()).toBe('Order CXN5');
    expect(await dialog.otherWays()).toEqual([]);
    await dialog.escape();

    await dialog.open();
    expect(await dialog.textIn('company')).toBe('First');
    expect(await dialog.textIn('message')).toMatch(/^Two of them\. I would like/);
    const kept = await sendAndLeave();
    await kept.continue();
    await toasts(page).appears('status');
    expect(storedOf('First')).toHaveLength(1);
    await dialog.escape();
    await dialog.open('CXN5');
    expect(await dialog.textIn('company')).toBe('Second');
    await dialog.escape();
    await dialog.open();
    expect(await dialog.textIn('company')).toBe('');
  }));

test('offline, Submit Order fails on the page; online, pressing it again stores one order', () =>
  visit({ expected }, async ({ page, dialog }) => {
    await page.waitForNetworkIdle({ idleTime: 200 });
    await page.setOfflineMode(true);
    // Neither the validation rules nor the proof of work can be loaded now.
    await dialog.open();
    await dialog.fillIn({ company: 'Offline' });
    await page.click(submitOrder);
    await page.waitForSelector(`dialog:modal ${alert}`);
    expect(await dialog.otherWays()).toEqual(otherWays);
    expect(page.url()).toBe(site.url + hostingPage);
    expect(await dialog.textIn('company')).toBe('Offline');
    await page.setOfflineMode(false);
    // The browser posts the form.
    expect(await dialog.submitPlainly()).toBe(200);
    expect(await page.$eval('#order-result', (title) => title.textContent)).toBe('Order Submitted!');
    expect(storedOf('Offline')).toHaveLength(1);
  }));
