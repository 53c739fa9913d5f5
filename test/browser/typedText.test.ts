import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { visitBeforeScripts } from '../helpers/browser/beforeScripts.ts';
import { type BrowserKind, holdBack, hydrated, isScript } from '../helpers/browser/browser.ts';
import { addExtensions, hydrationFault, rearrange, translate } from '../helpers/browser/changedPage.ts';
import { inEachBrowser } from '../helpers/browser/inEachBrowser.ts';
import { readyToSubmit } from '../helpers/browser/readyToSubmit.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));

const path = '/server-hosting?order=CXN3';
const submitOrder = 'dialog[open] form[method="post"] button[type="submit"]:not([form])';
const requirements = 'dialog[open] textarea[name="message"]';

function beforeScripts(
  kind: BrowserKind,
  address: string,
  act: (page: Page, release: () => Promise<void>) => Promise<void>,
  expected: readonly RegExp[] = [],
) {
  return visitBeforeScripts({ kind, url: site.url, path: address, expected }, act);
}

type Field = { readonly value: string; readonly start: number | null; readonly end: number | null };
function focused(page: Page): Promise<Field & { readonly name: string | null }> {
  return page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement;
    return {
      name: field.getAttribute('name'),
      value: field.value,
      start: field.selectionStart,
      end: field.selectionEnd,
    };
  });
}
function textIn(page: Page, selector: string) {
  return page.$eval(selector, (field) => (field as HTMLInputElement).value);
}
function select(page: Page, selector: string, start: number, end: number) {
  return page.$eval(
    selector,
    (field, from, to) => {
      (field as HTMLInputElement).focus();
      (field as HTMLInputElement).setSelectionRange(from, to);
    },
    start,
    end,
  );
}

const changes = [
  ['as it was sent', async () => {}, []],
  ['translated', translate, [hydrationFault]],
  ['changed by extensions', addExtensions, [hydrationFault]],
] as const;

inEachBrowser((kind) => {
  // What hydration does to changed elements does not depend on the browser.
  describe.each(kind === 'firefox' ? changes.slice(0, 2) : changes)(
    'a page %s, at hydration',
    (_name, change, expected) => {
      test('the order form keeps every text, the edited requirements, the focus and the selection', () =>
        beforeScripts(
          kind,
          path,
          async (page, release) => {
            for (const field of ['name', 'email', 'phone'] as const)
              await page.type(`dialog[open] input[name="${field}"]`, person[field]);
            await page.type(requirements, 'Two of them, please. ');
            const message = await textIn(page, requirements);
            expect(message).toMatch(/^Two of them, please\. I would like to order /);
            await select(page, requirements, 0, 3);
            await change(page);
            await release();
            await page.waitForSelector('dialog:modal');
            expect(await focused(page)).toEqual({ name: 'message', value: message, start: 0, end: 3 });
            for (const field of ['name', 'email', 'phone'] as const)
              expect(await textIn(page, `dialog[open] input[name="${field}"]`)).toBe(person[field]);
            await page.keyboard.type('Three');
            expect(await textIn(page, requirements)).toBe(`Three${message.slice(3)}`);
          },
          expected,
        ));

      test('the order form keeps the caret in the email field, whose selection scripts cannot read', () =>
        beforeScripts(
          kind,
          path,
          async (page, release) => {
            const field = 'dialog[open] input[name="email"]';
            await page.type(field, 'abcd');
            await change(page);
            await release();
            await page.waitForSelector('dialog:modal');
            await page.keyboard.type('efgh');
            expect(await textIn(page, field)).toBe('abcdefgh');
          },
          expected,
        ));

      test('the contact form keeps every text, the focus and the selection', () =>
        beforeScripts(
          kind,
          '/contact',
          async (page, release) => {
            await page.type('main [name="email"]', person.email);
            await page.type('main [name="message"]', 'Our file server is old.');
            await page.type('main [name="name"]', person.name);
            await select(page, 'main [name="name"]', 3, 5);
            await change(page);
            await release();
            expect(await focused(page)).toEqual({ name: 'name', value: person.name, start: 3, end: 5 });
            expect(await textIn(page, 'main [name="email"]')).toBe(person.email);
            expect(await textIn(page, 'main [name="message"]')).toBe('Our file server is old.');
          },
          expected,
        ));
    },
  );

  test.each([
    ['the pre-filled requirements', requirements, 'And a second one. '],
    ...(kind === 'firefox' ? [] : [['a text field', 'dialog[open] [name="name"]', 'Thandiwe Nkosi'] as const]),
  ] as const)('hydration loses no keystroke in %s, which keeps the focus', (_name, field, text) => {
    const gate = Promise.withResolvers<void>();
    const prepare = (page: Page) => holdBack(page, isScript, () => gate.promise);
    return visit({ kind, url: site.url, path, atOnce: true, prepare }, async (page) => {
      await page.click(field);
      await page.evaluate((selector) => {
        document
          .querySelector(selector)
          ?.addEventListener('blur', () => document.documentElement.classList.add('left'));
      }, field);
      const before = await page.$eval(field, (element) => {
        (element as HTMLTextAreaElement).setSelectionRange(0, 0);
        return (element as HTMLTextAreaElement).value;
      });
      const [first = '', ...rest] = text;
      await page.keyboard.type(first);
      gate.resolve();
      for (const letter of rest) await page.keyboard.type(letter, { delay: 40 });
      await hydrated(page);
      await page.waitForSelector('dialog:modal');
      await page.keyboard.type('!');
      expect(await textIn(page, field)).toBe(`${text}!${before}`);
      expect(await page.$('html.left')).toBeNull();
    });
  });

  if (kind === 'firefox') return;

  test('focus that moves to another field during hydration stays there', () =>
    beforeScripts(kind, path, async (page, release) => {
      await page.type('dialog[open] [name="name"]', person.name);
      await page.evaluate(() => {
        // React adds its `change` listener when hydration begins; hydration lasts beyond the next task.
        const { addEventListener } = document;
        const leave = () => document.querySelector<HTMLElement>('dialog[open] [name="email"]')?.focus();
        document.addEventListener = (type: string, ...rest: [EventListener]) => {
          addEventListener.call(document, type, ...rest);
          if (type !== 'change') return;
          Object.assign(document, { addEventListener });
          setTimeout(leave);
        };
      });
      await release();
      await page.waitForSelector('dialog:modal');
      expect(await focused(page)).toMatchObject({ name: 'email' });
      await page.keyboard.type(person.email);
      expect(await textIn(page, 'dialog[open] [name="email"]')).toBe(person.email);
      expect(await textIn(page, 'dialog[open] [name="name"]')).toBe(person.name);
    }));

  describe.each([
    ['translated', translate],
    ['changed by extensions', addExtensions],
  ] as const)('a page %s after hydration', (_name, change) => {
    const type = async (page: Page) => {
      for (const field of ['name', 'email', 'phone'] as const)
        await page.type(`dialog[open] input[name="${field}"]`, person[field]);
    };

    test('validation errors show, a failed order keeps its text, and it is then stored once', () =>
      visit(
        { kind, url: site.url, path, expected: [/Failed to submit order/, /ERR_FAILED|NS_ERROR_ABORT/] },
        async (page) => {
          await page.waitForSelector('dialog:modal');
          await readyToSubmit(page);
          const before = storedIn(site.dataDirectory).length;
          await change(page);
          await page.click(submitOrder);
          await page.waitForSelector('dialog[open] [aria-invalid="true"]');
          await type(page);
          await change(page);
          let isLineDown = true;
          await page.setRequestInterception(true);
          page.on('request', (request) => {
            if (isLineDown && request.method() === 'POST') void request.abort('failed');
            else void request.continue();
          });
          await page.click(submitOrder);
          await page.waitForSelector('[role="alert"]');
          expect(await textIn(page, 'dialog[open] [name="email"]')).toBe(person.email);
          isLineDown = false;
          await change(page);
          await page.click(submitOrder);
          await page.waitForSelector('[aria-live] [role="status"]');
          expect(await page.$eval('[aria-live] [role="status"]', (toast) => toast.textContent)).toContain(
            'Order Submitted!',
          );
          await page.waitForFunction(() => !document.querySelector('dialog[open]'));
          expect(storedIn(site.dataDirectory)).toHaveLength(before + 1);
          // The page still works.
          await page.locator('#plan-CXN4 button').click();
          await page.waitForSelector('dialog:modal');
        },
      ));

    test('a message is stored, and its result is shown', () =>
      visit({ kind, url: site.url, path: '/contact' }, async (page) => {
        await page.type('main [name="name"]', person.name);
        await page.type('main [name="email"]', person.email);
        await page.type('main [name="message"]', 'Our file server is old.');
        await page.waitForSelector('main input[type="checkbox"]');
        await change(page);
        await page.click('main input[type="checkbox"]');
        await page.waitForSelector('main form button[type="submit"]:not(:disabled)');
        await change(page);
        await page.click('main form button[type="submit"]');
        await page.waitForSelector('[aria-live] [role="status"]');
        await page.waitForFunction(() => {
          const texts = [...document.querySelectorAll<HTMLTextAreaElement>('main [name="message"]')];
          return texts.length === 1 && texts[0]?.value === '';
        });
      }));

    test('navigation works', () =>
      visit({ kind, url: site.url, path: '/services' }, async (page) => {
        await change(page);
        await page.locator('footer a[href="/about"]').click();
        await page.waitForFunction(() => location.pathname === '/about');
        await page.waitForFunction(() => document.title.startsWith('About'));
        await change(page);
        await page.goBack();
        await page.waitForFunction(() => document.title.includes('Services'));
      }));
  });

  test('text that a program fills in without input events is kept, before hydration and after', () =>
    beforeScripts(kind, '/contact', async (page, release) => {
      const fill = (name: string, event?: string) =>
        page.$eval(
          `main [name="${name}"]`,
          (field, text, type) => {
            (field as HTMLInputElement).value = text;
            if (type) field.dispatchEvent(new Event(type, { bubbles: true }));
          },
          person.name,
          event,
        );
      await fill('name');
      await release();
      await fill('message', 'change');
      await page.locator('footer a[href="/about"]').click();
      await page.waitForFunction(() => !document.querySelector('main [name="name"]'));
      await page.locator('footer a[href="/contact"]').click();
      await page.waitForSelector('main [name="name"]');
      expect(await textIn(page, 'main [name="name"]')).toBe(person.name);
      expect(await textIn(page, 'main [name="message"]')).toBe(person.name);
    }));

  test('a page from the back-forward cache shows drafts that are newer than the page', () =>
    visit({ kind, url: site.url, path: '/contact' }, async (page) => {
      await page.type('main [name="name"]', 'Thandi');
      await page.evaluate((name) => {
        // As another document of the tab would store it.
        sessionStorage.setItem('draft:contact.name', name);
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      }, person.name);
      expect(await textIn(page, 'main [name="name"]')).toBe(person.name);
    }));

  describe('a page whose elements were moved is mounted again, and the error is reported', () => {
    const moved = [/NotFoundError/, /Failed to (submit order|send message)/, /ERR_FAILED|NS_ERROR_ABORT/];
    const reports = () =>
      site.log.filter(({ msg, message }) => msg === 'client error' && /NotFoundError/.test(`${message}`));

    test('a failed order keeps its text and can be sent again', () =>
      visit({ kind, url: site.url, path, expected: moved }, async (page) => {
        await page.waitForSelector('dialog:modal');
        await readyToSubmit(page);
        for (const field of ['name', 'email', 'phone'] as const)
          await page.type(`dialog[open] input[name="${field}"]`, person[field]);
        await page.type('dialog[open] input[name="company"]', 'Rearranged');
        const before = reports().length;
        await rearrange(page);
        await page.evaluate(() => {
          const { fetch } = globalThis;
          Object.assign(globalThis, {
            fetch: (...given: Parameters<typeof fetch>) =>
              given[1]?.method === 'POST' ? Promise.reject(new TypeError('no line')) : fetch(...given),
            lineIsBack: () => Object.assign(globalThis, { fetch }),
          });
        });
        await page.click(submitOrder);
        await page.waitForSelector('dialog:modal ul a[href^="mailto:"]');
        expect(await page.$('extension-wrapper')).toBeNull();
        expect(await textIn(page, 'dialog[open] [name="email"]')).toBe(person.email);
        await site.waitForLog(() => reports().length > before);
        await page.evaluate(() => (globalThis as unknown as { lineIsBack: () => void }).lineIsBack());
        await rearrange(page);
        await page.click(submitOrder);
        await page.waitForFunction(() => !document.querySelector('dialog[open]'));
        await page.waitForSelector('[aria-live] [role="status"]');
        expect(storedIn(site.dataDirectory).filter(({ company }) => company === 'Rearranged')).toHaveLength(1);
      }));

    test('typed text and focus on the home page are kept while the captcha loads', () =>
      visit({ kind, url: site.url, expected: moved }, async (page) => {
        await page.waitForSelector('main form [name="message"]');
        await rearrange(page);
        await page.focus('main form [name="message"]');
        await page.keyboard.type('Our file');
        await page.waitForFunction(() => !document.querySelector('extension-wrapper'));
        await page.keyboard.type(' server is old.');
        expect(await focused(page)).toMatchObject({ name: 'message', value: 'Our file server is old.' });
      }));

    test('a message from a rearranged form is stored once, and the form is reset', () =>
      visit({ kind, url: site.url, path: '/contact', expected: moved }, async (page) => {
        await page.type('main [name="name"]', person.name);
        await page.type('main [name="email"]', person.email);
        await page.type('main [name="message"]', 'Rearranged: our file server is old.');
        await page.waitForSelector('main input[type="checkbox"]');
        await rearrange(page);
        await page.click('main input[type="checkbox"]');
        // Whether or not React mounts the form again, the typed text is kept.
        await page.waitForSelector('main form button[type="submit"]:not(:disabled)');
        expect(await textIn(page, 'main [name="email"]')).toBe(person.email);
        await rearrange(page);
        await page.click('main form button[type="submit"]');
        await page.waitForSelector('[aria-live] [role="status"]');
        await page.waitForFunction(
          () => document.querySelector<HTMLTextAreaElement>('main [name="message"]')?.value === '',
        );
        expect(storedIn(site.dataDirectory).filter(({ message }) => message.startsWith('Rearranged'))).toHaveLength(1);
      }));
  });
});
