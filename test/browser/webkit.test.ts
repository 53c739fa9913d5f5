import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { messages } from '../../shared/messages.ts';
import { hasWebKit, openWebKit, type WebKitPage } from '../helpers/browser/webkit.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { contactMessage, person } from '../helpers/visitor/visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** The Enter key: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const enter = '\uE007';

async function visit(act: (page: WebKitPage) => Promise<void>, ...args: readonly string[]): Promise<void> {
  const page = await openWebKit(...args);
  try {
    await act(page);
  } finally {
    await page.close();
  }
  // The pages report their errors and warnings to the site.
  expect(site.log.filter(({ msg }) => msg.startsWith('client'))).toEqual([]);
}

function toast(page: WebKitPage, text: string): Promise<void> {
  return page.until(
    (wanted) =>
      [...document.querySelectorAll('section[aria-label=Notifications] [role=status]')].some((one) =>
        one.textContent?.includes(wanted),
      ),
    text,
  );
}

const described = hasWebKit ? describe : describe.skip;
described(`in WebKit${hasWebKit ? '' : ', which this machine lacks: apt-get install webkit2gtk-driver xvfb'}`, () => {
  test('a visitor opens the menu, changes the theme, finds and compares plans, searches, orders and writes', () =>
    visit(async (page) => {
      await page.open(`${site.url}/`);
      await page.click('button[popovertarget="hosting-menu"]');
      await page.click('#hosting-menu a[href="/server-hosting"]');
      await page.until(() => location.pathname === '/server-hosting' && scrollY === 0);
      await page.click('header [aria-label="Toggle theme"]');
      await page.until(() => document.documentElement.dataset.theme === 'light');

      await page.type('[name="ram"]', '8');
      await page.type('[name="budget"]', '1500');
      await page.until(() => document.querySelector('form [role=status]')?.textContent?.includes('6 of 14') ?? false);
      await page.until(() => location.search === '?ram=8&budget=1500');
      await page.click('#plan-CXN3 label:has([name="compare"])');
      await page.click('#plan-CXN4 label:has([name="compare"])');
      await page.until(
        () => document.getElementById('comparison')?.closest('section')?.querySelectorAll('thead th').length === 3,
      );

      await page.click('#plan-CXN3 button[name="order"]');
      await page.until(() => document.activeElement?.getAttribute('name') === 'name');
      for (const field of ['name', 'email', 'phone'] as const)
        await page.type(`dialog:modal [name="${field}"]`, person[field]);
      await page.click('dialog:modal button[type="submit"]:not([form])');
      await toast(page, messages.orderSubmitted.description);
      await site.waitForLog(({ msg }) => msg === 'submission stored');
      expect(storedIn(site.dataDirectory)).toMatchObject([{ plan_id: 'CXN3', name: person.name }]);

      await page.type('header [name="q"]', 'fibre');
      await page.until(() => document.querySelector('header [role=option]') !== null);
      await page.type('header [name="q"]', enter);
      await page.until(() => document.querySelector('main a[href^="/services/connectivity"]') !== null);

      await page.open(`${site.url}/contact`);
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
      await page.type('main form [name="name"]', person.name);
      await page.type('main form [name="email"]', person.email);
      await page.type('main form [name="message"]', contactMessage.message);
      await page.click('main form input[type="checkbox"]');
      await page.click('main form button[type="submit"]:not(:disabled)');
      await toast(page, messages.messageSent.description);
    }));

  test('without scripts a visitor opens the menu and orders', () =>
    visit(async (page) => {
      await page.open(`${site.url}/`);
      await page.click('button[popovertarget="hosting-menu"]');
      await page.click('#hosting-menu a[href="/server-hosting"]');
      await page.click('#plan-CXN5 button[name="order"]');
      for (const field of ['name', 'email', 'phone'] as const)
        await page.type(`dialog[open] [name="${field}"]`, person[field]);
      await page.click('dialog[open] button[type="submit"]:not([form])');
      const { reference } = await site.waitForLog(({ msg, plan }) => msg === 'submission stored' && plan === 'CXN5');
      await page.until(
        (wanted) => document.querySelector('main')?.textContent?.includes(wanted) ?? false,
        String(reference),
      );
    }, '--enable-javascript=false'));
});
