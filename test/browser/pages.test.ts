import { expect, test } from '@jest/globals';
import { company } from '../../shared/company.ts';
import { mailLink, phoneLink } from '../../shared/contactLinks.ts';
import { downloadStarted, messages } from '../../shared/messages.ts';
import { documentPath, hostingPath, orderAddress, paths, servicePath } from '../../shared/paths.ts';
import { services } from '../../shared/services/list.ts';
import { hydrated, intercept, pass } from '../helpers/browser/browser.ts';
import { contactField } from '../helpers/browser/contactForm.ts';
import { arrivedAt, toasts, until } from '../helpers/browser/page.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { visit } from '../helpers/browser/visit.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { isLong } from '../helpers/run/tier.ts';

const url = await readOnlySite();

test('right-click, copy, cut and their keys are blocked with one toast; other keys, autofill and a long press in a field are not', () =>
  visit({ url, path: paths.contact }, async (page) => {
    for (const [isBlocked, selector, eventClass, type, init] of [
      [true, 'main p', 'PointerEvent', 'contextmenu', { pointerType: 'touch' }],
      [true, 'main p', 'ClipboardEvent', 'copy', {}],
      [true, 'main p', 'ClipboardEvent', 'cut', {}],
      [false, 'main p', 'ClipboardEvent', 'paste', {}],
      [true, 'main p', 'KeyboardEvent', 'keydown', { key: 'c', ctrlKey: true }],
      [true, 'main p', 'KeyboardEvent', 'keydown', { key: 'x', metaKey: true }],
      // On a Mac, the keys for View Source cause this event.
      [true, 'main p', 'KeyboardEvent', 'keydown', { key: '¨', code: 'KeyU', metaKey: true, altKey: true }],
      // On a keyboard without Latin letters, the position of a key says which shortcut is meant.
      [true, 'main p', 'KeyboardEvent', 'keydown', { key: 'г', code: 'KeyU', ctrlKey: true }],
      [false, 'main p', 'KeyboardEvent', 'keydown', { key: 'c' }],
      [false, 'main p', 'KeyboardEvent', 'keydown', { key: 'v', ctrlKey: true }],
      // On Windows, AltGr counts as Ctrl and Alt. AltGr types letters such as the Polish ć, so it must not be blocked.
      [false, 'main p', 'KeyboardEvent', 'keydown', { key: 'ć', code: 'KeyC', ctrlKey: true, altKey: true }],
      [true, contactField('email'), 'PointerEvent', 'contextmenu', { pointerType: 'mouse' }],
      [false, contactField('email'), 'PointerEvent', 'contextmenu', { pointerType: 'pen' }],
      [false, contactField('message'), 'PointerEvent', 'contextmenu', { pointerType: 'touch' }],
      // Chromium's autofill fires this event at each field.
      [false, contactField('email'), 'Event', 'keydown', {}],
    ] as const) {
      const isPrevented = await page.$eval(
        selector,
        (element, name, kind, given) =>
          !element.dispatchEvent(new globalThis[name](kind, { bubbles: true, cancelable: true, ...given })),
        eventClass,
        type,
        init,
      );
      expect([selector, type, init, isPrevented]).toEqual([selector, type, init, isBlocked]);
    }
    await toasts(page).become(messages.contentProtected.description);
  }));

test('each button beside a phone number or an email address copies what it is beside', () =>
  visit({ url, path: paths.contact }, async (page) => {
    await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
    for (const [link, text] of [
      [phoneLink, company.phone.display],
      [mailLink(), company.email],
    ] as const) {
      await page.locator(`main a[href="${link}"] + button`).click();
      await until(page, `window.copied === '${text}'`);
    }
  }));

test("a click in the corner of a service's card opens the service", () =>
  visit({ url, path: paths.services }, async (page) => {
    const { x, y } = await page.$eval('main article', (card) => {
      card.scrollIntoView({ block: 'center' });
      return card.getBoundingClientRect().toJSON() as DOMRect;
    });
    await page.mouse.click(x + 6, y + 6);
    await arrivedAt(page, servicePath(services[0]?.id ?? ''));
  }));

test('on paper a page is black on white, without controls and dialogs, its answers are open, and its links show their addresses', () =>
  visit({ url, width: 700, expected: [unknownPathMissing] }, async (page) => {
    let links = 0;
    for (const path of isLong
      ? pageKinds
      : [servicePath('telecoms'), orderAddress(hostingPath('server-hosting'), 'CXN3')]) {
      await page.emulateMediaType('screen');
      await page.goto(url + path);
      await hydrated(page);
      await page.emulateMediaType('print');
      const { links: count, ...rest } = await page.evaluate((origin) => {
        const isShown = (element: Element) => element.checkVisibility() && !element.closest('dialog');
        const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
        const { backgroundColor, color } = getComputedStyle(document.body);
        const leading = shown('main a:is([href^="/"], [href^="http"])');
        const silent = leading.filter((link) => {
          const href = link.getAttribute('href') ?? '';
          const { content, position } = getComputedStyle(link, '::after');
          const text = content.replaceAll(/^"|" "|"$/g, '');
          return text !== ` (${href.startsWith('/') ? origin : ''}${href})` || position !== 'static';
        });
        const answers = [...document.querySelectorAll('main details:not(form details) p')];
        return {
          links: leading.length,
          silent: silent.map(({ outerHTML }) => outerHTML),
          dialogs: [...document.querySelectorAll('dialog')].filter((dialog) => dialog.checkVisibility()).length,
          controls: shown('nav, search, button, fieldset, [role=status]').map(({ outerHTML }) => outerHTML),
          cramped: shown('header a').filter((link) => link.scrollWidth > link.clientWidth).length,
          closed: answers.filter((answer) => !answer.checkVisibility()).length,
          colours: [backgroundColor, color],
        };
      }, company.website);
      links += count;
      const none = { silent: [], dialogs: 0, controls: [], cramped: 0, closed: 0 };
      const blackOnWhite = ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'];
      expect([path, rest]).toEqual([path, { ...none, colours: blackOnWhite }]);
    }
    expect(links).toBeGreaterThan(4);
  }));

const filename = 'privacy-policy.pdf';
const link = '#document-privacy-policy ~ * a[download]';
const started = downloadStarted(filename).description;
const failed = messages.downloadFailed.description;

test('Download PDF is a link that the browser itself follows, and a toast says that the download has started', () =>
  visit({ url, path: paths.legal }, async (page) => {
    const begun = Promise.withResolvers<{ readonly url: string; readonly suggestedFilename: string }>();
    const client = await page.createCDPSession();
    await client.send('Browser.setDownloadBehavior', {
      behavior: 'deny',
      eventsEnabled: true,
      browserContextId: page.browserContext().id ?? '',
    });
    client.on('Browser.downloadWillBegin', begun.resolve);
    await page.click(link);
    await toasts(page).appears('status', started);
    // Browsers inside apps ignore the `blob:` addresses of downloads that a script makes.
    expect(await begun.promise).toMatchObject({ url: url + documentPath(filename), suggestedFilename: filename });
  }));

test.each([
  ['that the server cannot send', 500],
  ['without a connection', undefined],
] as const)('a document %s shows the failure toast', (_case, status) =>
  visit({ url, path: paths.legal, expected: [/Failed to download document/, /ERR_|500/] }, async (page) => {
    await intercept(page, (request) => {
      if (request.method() !== 'HEAD') return pass(request);
      return status ? request.respond({ status }) : request.abort('internetdisconnected');
    });
    await page.click(link);
    await toasts(page).appears('alert', failed);
    expect(await page.$$(`a[download][href="${documentPath(filename)}"]`)).not.toHaveLength(0);
  }),
);
