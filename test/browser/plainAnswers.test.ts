import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { healthPath } from '../../shared/paths.ts';
import { limits } from '../../shared/submission.ts';
import { holdBack, hydrated, isScript } from '../helpers/browser/browser.ts';
import { hydrationFault, translate } from '../helpers/browser/changedPage.ts';
import { scriptsOf } from '../helpers/browser/chunks.ts';
import { inEachBrowser } from '../helpers/browser/inEachBrowser.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startProxy } from '../helpers/network/proxy.ts';
import { type Site, startSite } from '../helpers/site/site.ts';
import { storedIn, withFullDisk } from '../helpers/store/stored.ts';
import { person } from '../helpers/visitor/visitor.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ SUBMISSION_LIMIT: '100' });
});
afterAll(() => site.stop());

const path = '/server-hosting?order=CXN3';
const submit = 'dialog[open] form[method="post"] button[type="submit"]:not([form])';
const failure = 'Failed to submit order. Please try again or contact us directly.';
const mistakes = { name: 'Thandiwe Nkosi', email: 'thandiwe@visitor', phone: '12345', company: '' };
const mistaken = ['Invalid email address', 'Phone number must be at least 10 digits'];

type Texts = { readonly [field: string]: string };

function arrival(page: Page) {
  return page.waitForNavigation({ waitUntil: 'domcontentloaded' });
}
async function fillIn(page: Page, texts: Texts) {
  for (const [field, text] of Object.entries(texts))
    await page.$eval(
      `dialog[open] [name="${field}"]`,
      (control, value) => {
        (control as HTMLInputElement).value = value;
        control.dispatchEvent(new Event('input', { bubbles: true }));
      },
      text,
    );
}
function textsIn(page: Page): Promise<Texts> {
  return page.$$eval(
    'dialog[open] form input:not([type="hidden"]):not([tabindex="-1"]), dialog[open] form textarea',
    (controls) =>
      Object.fromEntries(
        controls.map((control) => [control.getAttribute('name'), (control as HTMLInputElement).value]),
      ),
  );
}
function dialogText(page: Page) {
  return page.$eval('dialog[open]', (dialog) => dialog.textContent ?? '');
}
async function isDialogOf(page: Page, texts: Texts, shown: readonly string[]) {
  expect(await page.$eval('dialog[open] h2', (title) => title.textContent)).toBe('Order CXN3');
  expect(await textsIn(page)).toMatchObject(texts);
  const text = await dialogText(page);
  for (const message of shown) expect(text).toContain(message);
}
async function reachDialog(page: Page) {
  await hydrated(page);
  await page.waitForSelector('dialog:modal');
}

/**
 * The refusals of a form that is posted before hydration; those with other statuses look like 503
 * (test/http/plainForm.test.ts).
 */
const refusals: readonly {
  readonly status: number;
  readonly texts: Texts;
  readonly shown: readonly string[];
  readonly during?: (post: () => Promise<void>) => Promise<void>;
}[] = [
  { status: 400, texts: mistakes, shown: mistaken },
  {
    status: 413,
    texts: { ...person, message: 'A long story. '.repeat(1400) },
    shown: [`Requirements must be at most ${limits.requirements.max} characters`],
  },
  {
    status: 503,
    texts: { ...person, company: 'Unlucky' },
    shown: [failure],
    during: (post) => withFullDisk(site.dataDirectory, post),
  },
];

inEachBrowser((kind) => {
  describe.each(refusals.filter(({ status }) => kind === 'chromium' || status === 400))(
    'a plain order answered $status',
    ({ status, texts, shown, during = (post) => post() }) => {
      const expected = [new RegExp(`status of ${status}`)];
      /** Posts an order that is refused. The scripts are held back until `release` is called. */
      const refused = (act: (page: Page, send: () => Promise<void>, release: () => void) => Promise<void>) => {
        const gate = Promise.withResolvers<void>();
        const prepare = (page: Page) => holdBack(page, isScript, () => gate.promise);
        return visit({ kind, url: site.url, path, atOnce: true, prepare, expected }, async (page) => {
          await fillIn(page, texts);
          const send = () =>
            during(async () => {
              const [answer] = await Promise.all([arrival(page), page.click(submit)]);
              expect(answer?.status()).toBe(status);
            });
          await act(page, send, gate.resolve);
        });
      };
      const staysDialog = async (page: Page, messages: readonly string[]) => {
        await reachDialog(page);
        await isDialogOf(page, texts, messages);
        expect(page.url()).toBe(site.url + path);
      };

      test('stays after hydration, Reload and Back', () =>
        refused(async (page, send, release) => {
          await send();
          await isDialogOf(page, texts, shown);
          release();
          await staysDialog(page, shown);
          const mended = { ...texts, email: 'mended@visitor.example' };
          await fillIn(page, { email: mended.email });
          await page.reload();
          await reachDialog(page);
          await isDialogOf(page, mended, []);
          expect(page.url()).toBe(site.url + path);
          // In Firefox the answer replaces the history entry of a page that is still loading.
          if (kind === 'firefox') return;
          // The browser restores the fields' text from before the correction.
          await page.goBack();
          await reachDialog(page);
          await isDialogOf(page, mended, []);
        }));

      if (kind === 'firefox') return;
      test('is shown completely if the scripts arrive with it', () =>
        refused(async (page, send, release) => {
          const sent = page.waitForRequest((request) => request.method() === 'POST').then(release);
          await send();
          await sent;
          await staysDialog(page, shown);
        }));
    },
  );

  test.each([
    ['as it was sent', async () => {}],
    ...(kind === 'firefox' ? [] : [['that is translated', translate] as const]),
  ] as const)(
    'the dialog of a refused order stays closed if it is closed before hydration, on a page %s',
    (_page, change) => {
      const gate = Promise.withResolvers<void>();
      const prepare = (page: Page) => holdBack(page, isScript, () => gate.promise);
      const expected = [/status of 400/, hydrationFault];
      return visit({ kind, url: site.url, path, atOnce: true, prepare, expected }, async (page) => {
        await fillIn(page, mistakes);
        await Promise.all([arrival(page), page.click(submit)]);
        await change(page);
        await page.click('dialog[open] button[aria-label="Close"]');
        gate.resolve();
        await hydrated(page);
        await page.locator('#plan-CXN3 button').click();
        await page.waitForSelector('dialog:modal');
        expect(await textsIn(page)).toMatchObject(mistakes);
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => !document.querySelector('dialog[open]'));
        expect(page.url()).toBe(site.url + path.split('?')[0]);
      });
    },
  );

  describe.each(
    kind === 'firefox'
      ? (['with the messages'] as const)
      : (['at once', 'with the messages', 'with the result'] as const),
  )('if scripts arrive %s', (moment) => {
    test('validation errors are shown, and the corrected order is stored once', () => {
      const gate = Promise.withResolvers<void>();
      if (moment === 'at once') gate.resolve();
      const prepare = (page: Page) => holdBack(page, isScript, () => gate.promise);
      const expected = [/status of 400/];
      return visit({ kind, url: site.url, path, atOnce: true, prepare, expected }, async (page) => {
        const before = storedIn(site.dataDirectory).length;
        for (const [field, text] of Object.entries(mistakes)) await page.type(`dialog[open] [name="${field}"]`, text);
        await page.click(submit);
        await page.waitForSelector('dialog[open] [aria-invalid="true"]');
        if (moment === 'with the messages') gate.resolve();
        await isDialogOf(page, mistakes, mistaken);
        const company = `${kind}, ${moment}`;
        await fillIn(page, { ...person, company });
        await page.click(submit);
        await page.waitForFunction(() => document.body.textContent?.includes('Order Submitted!'));
        gate.resolve();
        await hydrated(page);
        expect(await page.$('dialog[open]')).toBeNull();
        const stored = storedIn(site.dataDirectory).slice(before);
        expect(stored.map(({ name, email, company: of }) => ({ name, email, of }))).toEqual([
          { name: person.name, email: person.email, of: company },
        ]);
        // A form that was sent is reset.
        await page.locator('#plan-CXN3 button').click();
        await page.waitForSelector('dialog:modal');
        expect(await textsIn(page)).toMatchObject({ name: '', email: '', phone: '', company: '' });
      });
    });
  });
});

test('a page whose form was sent does not hydrate while it waits for the answer', async () => {
  const isPost = (address: string) => address.includes('send-contact-email');
  const [pageChunk = ''] = scriptsOf('hosting-server-hosting-ts');
  const [toastsChunk = ''] = scriptsOf('toasts');
  const isPageChunk = (address: string) => address === pageChunk;
  const isOfToasts = (address: string) => address === toastsChunk;
  const posted = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const chunkHeld = Promise.withResolvers<void>();
  const idle = Promise.withResolvers<void>();
  let chunks = 0;
  const proxy = await startProxy(site, {
    hold: (address) => {
      if (address === healthPath) idle.resolve();
      if (!isPost(address)) return;
      posted.resolve();
      return released.promise;
    },
    relay: (address) => {
      if (!isPageChunk(address)) return;
      chunks += 1;
      chunkHeld.resolve();
      // The first one never finishes: sending the form aborts it.
      return chunks === 1 ? () => {} : (body, response) => void body.pipe(response);
    },
  });
  const prepare = async (page: Page) => {
    await page.evaluateOnNewDocument((awaited) => {
      const note = ({ target }: Event) => {
        if (!(target instanceof HTMLScriptElement)) return;
        if (target.src.includes('/assets/main.')) document.documentElement.classList.add('begun');
        // If the page's chunk started hydration, the browser is idle after it.
        if (target.src.endsWith(awaited)) requestIdleCallback(() => fetch('/healthz'));
      };
      document.addEventListener('load', note, { capture: true });
    }, pageChunk);
  };
  try {
    await visit({ url: proxy.url, path, atOnce: true, prepare }, async (page) => {
      page.setDefaultTimeout(20_000);
      await fillIn(page, { ...person, company: 'Impatient' });
      await page.waitForSelector('html.begun');
      await chunkHeld.promise;
      const arrived = arrival(page);
      // From here on the page is navigating and does not answer the test.
      await page.$eval(submit, (button) => void setTimeout(() => (button as HTMLElement).click()));
      await posted.promise;
      await idle.promise;
      const asked = [...proxy.asked];
      released.resolve();
      await arrived;
      await page.waitForSelector('[aria-labelledby="order-result"] button');
      await page.waitForFunction(
        (chunk) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(chunk)),
        {},
        toastsChunk,
      );
      expect([asked.some(isOfToasts), proxy.asked.some(isOfToasts)]).toEqual([false, true]);
      expect(proxy.asked.filter(isPost)).toHaveLength(1);
      expect(storedIn(site.dataDirectory).filter(({ company }) => company === 'Impatient')).toHaveLength(1);
    });
  } finally {
    released.resolve();
    await proxy.stop();
  }
});
