import { describe, expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { visitBeforeScripts } from '../helpers/browser/beforeScripts.ts';
import { type BrowserKind, hydrated, isHydrated, nextFrame } from '../helpers/browser/browser.ts';
import { hydrationFault, translate } from '../helpers/browser/changedPage.ts';
import { scriptsOf } from '../helpers/browser/chunks.ts';
import { inEachBrowser } from '../helpers/browser/inEachBrowser.ts';
import { readyToSubmit } from '../helpers/browser/readyToSubmit.ts';
import { type VisitOptions, visit } from '../helpers/browser/visit.ts';
import { type Relay, startProxy } from '../helpers/network/proxy.ts';
import { startSite } from '../helpers/site/site.ts';
import { storedIn } from '../helpers/store/stored.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { person } from '../helpers/visitor/visitor.ts';

const site = await untilEnd(startSite({ SUBMISSION_LIMIT: '100' }));

const path = '/server-hosting';
const orderButton = '#plan-CXN3 button';
const name = 'dialog[open] [name="name"]';
const submit = 'dialog[open] form[method="post"] button:not([form])';
const fields = ['name', 'email', 'phone'] as const;

type Visit = Omit<VisitOptions, 'url'>;

function beforeScripts(
  kind: BrowserKind,
  options: Visit,
  act: (page: Page, release: () => Promise<void>) => Promise<void>,
): Promise<void> {
  return visitBeforeScripts({ kind, url: site.url, path, ...options }, act);
}
/** Opens the dialog by a press that requests nothing. */
async function press(page: Page, button = orderButton): Promise<void> {
  const documents: string[] = [];
  const note = (request: HTTPRequest) => request.isNavigationRequest() && documents.push(request.url());
  page.on('request', note);
  await page.click(button);
  await page.waitForSelector('dialog:modal');
  page.off('request', note);
  expect(documents).toEqual([]);
}
async function type(page: Page, company: string): Promise<void> {
  for (const field of fields) await page.type(`dialog[open] [name="${field}"]`, person[field]);
  await page.type('dialog[open] [name="company"]', company);
}
function textIn(page: Page, selector: string): Promise<string> {
  return page.$eval(selector, (field) => (field as HTMLInputElement).value);
}
/** Marks the open dialog, to tell it from one that is rendered in its place. */
function mark(page: Page): Promise<void> {
  return page.$eval('dialog:modal', (dialog) => {
    dialog.classList.add('marked');
  });
}
function focusedName(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.getAttribute('name'));
}
function closed(page: Page) {
  return page.waitForFunction(() => !document.querySelector('dialog[open]'));
}
function stored(company: string) {
  return storedIn(site.dataDirectory).filter((row) => row.company === company);
}
const moments = ['before the click', 'with the click', 'before typing', 'while typing', 'before Submit'] as const;

/** Orders a plan while the scripts arrive at a moment: the order is stored once, and the dialog stays the same element. */
function orderWhile(
  moment: (typeof moments)[number],
  kind: BrowserKind,
  hostingPage: string,
  planId: string,
): Promise<void> {
  return beforeScripts(kind, { path: hostingPage }, async (page, release) => {
    const company = `${kind} ${planId} ${moment}`;
    if (moment === 'before the click') await release();
    const arriving = moment === 'with the click' ? release() : undefined;
    await press(page, `#plan-${planId} button`);
    await arriving;
    await mark(page);
    if (moment === 'before typing') await release();
    expect(await focusedName(page)).toBe('name');
    await page.type(name, person.name.slice(0, 4));
    if (moment === 'while typing') {
      const arrived = release();
      await page.keyboard.type(person.name.slice(4), { delay: 20 });
      await arrived;
    } else await page.keyboard.type(person.name.slice(4));
    for (const field of ['email', 'phone'] as const) await page.type(`dialog[open] [name="${field}"]`, person[field]);
    await page.type('dialog[open] [name="company"]', company);
    if (moment === 'before Submit') await release();
    expect(await textIn(page, name)).toBe(person.name);
    expect(await focusedName(page)).toBe('company');
    expect(await page.$('dialog.marked:modal')).not.toBeNull();
    await readyToSubmit(page);
    await page.click(submit);
    await closed(page);
    expect(await page.$eval(`#plan-${planId} button`, (button) => button === document.activeElement)).toBe(true);
    await page.waitForSelector('[aria-live] [role="status"]');
    // The document is still the same: the order was posted by script.
    expect(await page.$('dialog.marked')).not.toBeNull();
    expect(stored(company)).toEqual([expect.objectContaining({ plan_id: planId, name: person.name })]);
    // The form is empty, also after a reload.
    for (const reload of [false, true]) {
      if (reload) await page.reload();
      await press(page, `#plan-${planId} button`);
      for (const field of [...fields, 'company'])
        expect([reload, await textIn(page, `dialog[open] [name="${field}"]`)]).toEqual([reload, '']);
      expect(await textIn(page, 'dialog[open] textarea')).toContain('I would like to order the');
    }
  });
}

inEachBrowser((kind) => {
  test('on ?order=, a dialog that is closed and pressed again opens and stays; Back closes it', () =>
    visit({ kind, url: site.url, path }, async (page) => {
      for (const delay of kind === 'firefox' ? [0, 60] : [0, 16, 60, 150]) {
        await page.goto(`${site.url}${path}?order=CXN3`);
        await hydrated(page);
        await page.evaluate(
          (selector, later) =>
            new Promise<void>((resolve) => {
              document.querySelector<HTMLDialogElement>('dialog[open]')?.requestClose();
              setTimeout(() => {
                document.querySelector<HTMLElement>(selector)?.click();
                resolve();
              }, later);
            }),
          orderButton,
          delay,
        );
        // Closing and opening at once can be a single change for React: then the address stays.
        await page.waitForFunction(() => location.search === '' || document.querySelector('dialog:modal'));
        await nextFrame(page);
        await nextFrame(page);
        expect(await page.$('dialog:modal')).not.toBeNull();
      }
      await page.evaluate(() => history.pushState(null, '', '#plans'));
      await page.evaluate(() => history.back());
      await closed(page);
    }));

  test.each(kind === 'firefox' ? (['while typing'] as const) : moments)(
    'if the scripts arrive %s, the order is stored once, and the dialog stays',
    (moment) => orderWhile(moment, kind, path, 'CXN3'),
  );

  test.each(kind === 'firefox' ? ['Escape'] : ['Escape', 'a close request'])(
    '%s before hydration closes an early dialog; it opens again after it',
    (way) =>
      beforeScripts(kind, {}, async (page, release) => {
        await press(page);
        await page.type(name, person.name);
        if (way === 'Escape') await page.keyboard.press('Escape');
        // As Android's back gesture does.
        else await page.$eval('dialog[open]', (dialog) => (dialog as HTMLDialogElement).requestClose());
        await closed(page);
        expect(await page.$eval(orderButton, (button) => button === document.activeElement)).toBe(true);
        // Opened again, the dialog holds its text.
        await press(page);
        expect(await textIn(page, name)).toBe(person.name);
        await page.keyboard.press('Escape');
        await closed(page);
        await release();
        expect(await page.$('dialog[open]')).toBeNull();
        await press(page);
        expect(await textIn(page, name)).toBe(person.name);
        await page.keyboard.press('Escape');
        await closed(page);
        await press(page, '#plan-CXN4 button');
        expect(await page.$eval('dialog:modal h2', (title) => title.textContent)).toBe('Order CXN4');
        expect(await textIn(page, name)).toBe('');
      }),
  );

  test('a draft survives a reload, also if its dialog is opened before scripts', () =>
    beforeScripts(kind, {}, async (page, release) => {
      await press(page);
      await page.type(name, person.name);
      await page.type('dialog[open] textarea', 'Two of them. ');
      await page.goto(page.url(), { waitUntil: 'domcontentloaded' });
      await press(page);
      expect(await textIn(page, name)).toBe(person.name);
      expect(await textIn(page, 'dialog[open] textarea')).toMatch(/^Two of them\. I would like/);
      await release();
      expect(await textIn(page, name)).toBe(person.name);
      expect(await textIn(page, 'dialog[open] textarea')).toMatch(/^Two of them\. I would like/);
    }));

  if (kind === 'firefox') return;

  test('?order= of one plan, closed before hydration, does not come back over the dialog of another', () =>
    beforeScripts(kind, { path: `${path}?order=CXN3` }, async (page, release) => {
      await page.waitForSelector('dialog:modal');
      await page.keyboard.press('Escape');
      await closed(page);
      await press(page, '#plan-CXN4 button');
      await release();
      await readyToSubmit(page);
      expect(await page.$$eval('dialog[open]', (open) => open.map(({ id }) => id))).toEqual(['order-CXN4']);
      expect(page.url()).toBe(site.url + path);
      await page.keyboard.press('Escape');
      await closed(page);
    }));

  test('a submit event without submitter is no error before hydration', () =>
    beforeScripts(kind, {}, async (page) => {
      await page.evaluate(() => {
        addEventListener('submit', (event) => event.preventDefault(), { once: true });
        document.querySelector<HTMLFormElement>('form[action="/server-hosting"]')?.requestSubmit();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
      });
      await press(page);
    }));

  test('where session storage is blocked, text survives closing and hydration', () => {
    const prepare = async (page: Page) => {
      await page.evaluateOnNewDocument(() => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      });
    };
    return beforeScripts(kind, { prepare }, async (page, release) => {
      await press(page);
      await page.type(name, person.name);
      await page.keyboard.press('Escape');
      await closed(page);
      await press(page);
      expect(await textIn(page, name)).toBe(person.name);
      await release();
      expect(await textIn(page, name)).toBe(person.name);
    });
  });

  test.each(['before', 'after'] as const)(
    'a page from the back-forward cache, typed in and restored %s hydration, shows no text that was sent meanwhile',
    (moment) =>
      beforeScripts(kind, {}, async (page, release) => {
        await press(page);
        await page.type(name, person.name);
        if (moment === 'after') await release();
        await page.evaluate(() => {
          // As the result of a plain post does.
          for (const key of Object.keys(sessionStorage)) sessionStorage.removeItem(key);
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
        });
        if (moment === 'before') await release();
        expect(await textIn(page, name)).toBe('');
        expect(await textIn(page, 'dialog[open] textarea')).toContain('the CXN3 plan');
        expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain(person.name);
      }),
  );

  test('a message beside a field survives hydration', () =>
    beforeScripts(kind, { expected: [/status of 400/] }, async (page, release) => {
      await press(page);
      await page.type(name, person.name);
      await Promise.all([page.waitForNavigation({ waitUntil: 'domcontentloaded' }), page.click(submit)]);
      const messages = () =>
        page.$$eval('dialog:modal [aria-invalid="true"]', (invalid) =>
          invalid.map((field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent),
        );
      const before = await messages();
      expect(before).toContain('Invalid email address');
      await mark(page);
      await release();
      expect(await messages()).toEqual(before);
      expect(await textIn(page, name)).toBe(person.name);
      expect(await page.$('dialog.marked:modal')).not.toBeNull();
      expect(page.url()).toBe(`${site.url}${path}?order=CXN3`);
    }));

  test('the result of a plain order erases its draft before scripts', () =>
    beforeScripts(kind, {}, async (page) => {
      await press(page);
      await type(page, `${kind} plain`);
      await Promise.all([page.waitForNavigation({ waitUntil: 'domcontentloaded' }), page.click(submit)]);
      expect(await page.$('#order-result')).not.toBeNull();
      await press(page);
      expect(await textIn(page, name)).toBe('');
      expect(await isHydrated(page)).toBe(false);
    }));

  test('on a translated page, an early dialog stays open at hydration with its text and the focus', () =>
    beforeScripts(kind, { expected: [hydrationFault] }, async (page, release) => {
      await press(page);
      await page.type(name, person.name);
      await page.type('dialog[open] [name="email"]', person.email);
      await translate(page);
      await release();
      await page.waitForSelector('dialog:modal');
      expect(await textIn(page, name)).toBe(person.name);
      expect(await focusedName(page)).toBe('email');
      await page.keyboard.press('Escape');
      await closed(page);
      expect(await page.$eval(orderButton, (button) => button === document.activeElement)).toBe(true);
      await press(page, '#plan-CXN4 button');
    }));

  test('Tab reaches no closed dialog, and ids are unique', () =>
    beforeScripts(kind, {}, async (page, release) => {
      for (const isReleased of [false, true]) {
        if (isReleased) await release();
        const ids = await page.$$eval('[id]', (elements) => elements.map(({ id }) => id));
        expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
        expect(await page.$$eval('dialog', (all) => all.every((dialog) => dialog.closest('[data-nosnippet]')))).toBe(
          true,
        );
        expect(await page.$$eval('dialog', (all) => all.filter((dialog) => dialog.checkVisibility()).length)).toBe(0);
        await page.focus('#plan-CXN14 button');
        await page.keyboard.press('Tab');
        expect(await page.evaluate(() => document.activeElement?.closest('dialog'))).toBeNull();
      }
    }));
});

describe('while the document arrives', () => {
  /** Opens the page through a proxy that sends it up to its dialogs; `finish` sends the rest, `breakOff` closes. */
  async function arriving(
    act: (page: Page, finish: () => void, breakOff: () => void, asked: readonly string[]) => Promise<void>,
  ) {
    let finish = () => {};
    let breakOff = () => {};
    const relay: Relay = (body, response) => {
      const parts: Buffer[] = [];
      body.on('data', (part: Buffer) => parts.push(part));
      body.on('end', () => {
        const html = Buffer.concat(parts).toString();
        const dialogs = html.indexOf('<dialog');
        finish = () => response.end(html.slice(dialogs));
        breakOff = () => response.destroy();
        response.write(html.slice(0, dialogs));
      });
    };
    let isFirst = true;
    const proxy = await startProxy(site, {
      change: (address, headers) => {
        if (!address.startsWith(path)) return headers;
        const { 'content-length': _length, ...others } = headers;
        return others;
      },
      relay: (address) => {
        if (address !== path || !isFirst) return;
        isFirst = false;
        return relay;
      },
    });
    const prepare = async (page: Page) => page.setExtraHTTPHeaders({ 'Accept-Encoding': 'identity' });
    try {
      const expected = [/ERR_INCOMPLETE_CHUNKED_ENCODING/];
      await visit({ url: proxy.url, path: '/about', prepare, expected }, async (page) => {
        await page.evaluate((address) => void setTimeout(() => location.assign(address)), path);
        await page.waitForSelector(orderButton);
        await act(
          page,
          () => finish(),
          () => breakOff(),
          proxy.asked,
        );
      });
    } finally {
      await proxy.stop();
    }
  }

  test('a press opens the dialog as soon as it is there, without a request', () =>
    arriving(async (page, finish, _breakOff, asked) => {
      await page.click(orderButton);
      finish();
      await page.waitForSelector('dialog:modal');
      expect(await page.$eval('dialog:modal h2', (title) => title.textContent)).toBe('Order CXN3');
      expect(asked.filter((address) => address.includes('order='))).toEqual([]);
    }));

  test('if it breaks off, the press loads the page with the dialog open', () =>
    arriving(async (page, _finish, breakOff, asked) => {
      await page.click(orderButton);
      breakOff();
      await page.waitForSelector('dialog:modal');
      expect(await page.$eval('dialog:modal h2', (title) => title.textContent)).toBe('Order CXN3');
      expect(asked.filter((address) => address.includes('order='))).toEqual([`${path}?order=CXN3`]);
    }));
});

describe('in Chromium', () => {
  test('before the validation rules have come, Submit Order posts plainly, also twice: one order is stored', async () => {
    const company = `chromium impatient`;
    const rules = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const posted = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let posts = 0;
    const proxy = await startProxy(site, {
      hold: (address) => {
        if (scriptsOf('submission').includes(address)) return rules.promise;
        if (!address.includes('send-contact-email')) return;
        posted[posts]?.resolve();
        posts += 1;
        return answer.promise;
      },
    });
    try {
      await visit({ url: proxy.url, path }, async (page) => {
        await press(page);
        await type(page, company);
        const arrived = page.waitForNavigation({ waitUntil: 'domcontentloaded' });
        // From here on the page is navigating and does not answer the test. It sends again when the rules have come: the
        // next request after them is the challenge.
        await page.$eval(submit, (button) => {
          const send = () => void setTimeout(() => (button as HTMLElement).click());
          new PerformanceObserver((list) => {
            if (list.getEntries().some(({ name: address }) => address.includes('/captcha/challenge'))) send();
          }).observe({ type: 'resource' });
          send();
        });
        await posted[0]?.promise;
        rules.resolve();
        await posted[1]?.promise;
        answer.resolve();
        await arrived;
        await page.waitForSelector('#order-result');
        expect(posts).toBe(2);
        expect(stored(company)).toHaveLength(1);
      });
    } finally {
      answer.resolve();
      rules.resolve();
      await proxy.stop();
    }
  });

  test('closed dialogs are not printed and not in the accessibility tree', () =>
    visit({ url: site.url, path }, async (page) => {
      await page.emulateMediaType('print');
      expect(await page.$$eval('dialog', (all) => all.filter((dialog) => dialog.checkVisibility()).length)).toBe(0);
      await page.emulateMediaType();
      const texts = async () => JSON.stringify(await page.accessibility.snapshot());
      expect(await texts()).not.toContain('Full Name');
      await press(page);
      expect(await texts()).toContain('Full Name');
    }));

  describe.each([
    ['/pastel-hosting', 'pastel-sme-standard'],
    ['/microsoft-365', 'microsoft-365-business-basic'],
  ])('%s', (hostingPage, planId) => {
    test.each(['with the click', 'while typing'] as const)(
      'if the scripts arrive %s, the order is stored once, and the dialog stays',
      (moment) => orderWhile(moment, 'chromium', hostingPage, planId),
    );
  });

  test('before scripts a tap opens the dialog', () =>
    beforeScripts('chromium', { width: 360 }, async (page, release) => {
      await page.setViewport({ width: 360, height: 740, isMobile: true, hasTouch: true });
      await page.$eval(orderButton, (button) => button.scrollIntoView({ block: 'center' }));
      await page.tap(orderButton);
      await page.waitForSelector('dialog:modal');
      await mark(page);
      await release();
      expect(await page.$('dialog.marked:modal')).not.toBeNull();
    }));

  test('Submit Order can be reached when a keyboard covers half of the screen', () =>
    visit({ url: site.url, path }, async (page) => {
      await page.setViewport({ width: 360, height: 300, isMobile: true, hasTouch: true });
      await press(page);
      await page.$eval(submit, (button) => button.scrollIntoView());
      const isHit = await page.$eval(submit, (button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const isInView = top >= 0 && top + height <= innerHeight && left >= 0 && left + width <= innerWidth;
        return isInView && button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isHit).toBe(true);
    }));

  test('after a navigation in the document, a dialog is rendered when it is asked for', () =>
    visit({ url: site.url, path: '/services' }, async (page) => {
      await page.evaluate(() =>
        document.querySelector<HTMLElement>('#hosting-menu a[href="/server-hosting"]')?.click(),
      );
      await page.waitForSelector(orderButton);
      expect(await page.$('dialog')).toBeNull();
      await press(page);
      expect(await page.$$eval('dialog', (all) => all.length)).toBe(1);
      expect(await focusedName(page)).toBe('name');
      await page.keyboard.press('Escape');
      await closed(page);
      expect(await page.$eval(orderButton, (button) => button === document.activeElement)).toBe(true);
    }));
});
