import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { questions } from '../../shared/hosting/questions.ts';
import { paths } from '../../shared/paths.ts';
import { visitBeforeScripts } from '../helpers/browser/beforeScripts.ts';
import { hydrationFault, translate } from '../helpers/browser/changedPage.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite({ CAPTCHA_ENFORCE: 'true' }));

function says(page: Page, selector: string, text: string) {
  return page.waitForFunction(
    (where, wanted) => [...document.querySelectorAll(where)].some((one) => one.textContent?.includes(wanted)),
    {},
    selector,
    text,
  );
}

const form = 'form[aria-label="Request a Consultation"]';
const notices = 'section[aria-label=Notifications] [role]';

test('on a translated page a message is sent with a proof of work, and its reference is shown and copied', () =>
  visit({ url: site.url, path: paths.contact }, async (page) => {
    await page.type(`${form} [name=name]`, 'Sipho Dlamini');
    await page.type(`${form} [name=email]`, 'sipho@example.com');
    await page.type(`${form} [name=message]`, 'Please look at our network with us.');
    const box = await page.waitForSelector(`${form} input[type=checkbox]`);
    await translate(page);
    await box?.click();
    await says(page, `${form} [role=status]`, 'Verified');
    await page.click(`${form} button[type=submit]`);
    await says(page, notices, 'Message Sent');
    const copy = 'section[aria-label=Notifications] button:not([aria-label])';
    await page.click(copy);
    await says(page, notices, 'Copied');
    await page.click('section[aria-label=Notifications] [aria-label=Dismiss]');
    await page.waitForSelector(copy, { hidden: true });
  }));

test('the questions of a page that is translated before hydration stay translated after it', () =>
  visitBeforeScripts({ url: site.url, path: '/cpanel-hosting', expected: [hydrationFault] }, async (page, release) => {
    const list = '#cpanel-hosting-details';
    await translate(page);
    await page.$$eval(`${list} font font`, (texts) => {
      for (const text of texts) text.textContent = 'Vertaal';
    });
    await release();
    const titles = await page.$$eval(`${list} h3`, (all) => all.map(({ textContent }) => textContent));
    expect(new Set(titles)).toEqual(new Set(['Vertaal']));
    expect(titles.length).toBeGreaterThan(questions['cpanel-hosting']?.length ?? 0);
  }));
