import { expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { mailLink, phoneLink } from '../../shared/contactLinks.ts';
import { downloadStarted, messages } from '../../shared/messages.ts';
import { documentPath, hostingPath, legalPath, orderAddress, paths, servicePath } from '../../shared/paths.ts';
import { holdBack, hydrated, intercept, isSubmission, nextFrame, pass } from '../helpers/browser/browser.ts';
import { contactField } from '../helpers/browser/contactForm.ts';
import { orderDialog } from '../helpers/browser/orderDialog.ts';
import { arrivedAt, clickOn, toasts, until } from '../helpers/browser/page.ts';
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

test('each button beside a phone number, an email address or a registration number copies what it is beside', () =>
  visit({ url, path: paths.contact }, async (page) => {
    await page.evaluate('navigator.clipboard.writeText = async (text) => { window.copied = text; }');
    for (const [link, text] of [
      [phoneLink, company.phone.display],
      [mailLink(), company.email],
    ] as const) {
      await page.locator(`main a[href="${link}"] + button`).click();
      await until(page, `window.copied === '${text}'`);
    }
    await clickOn(page, `footer a[href="${paths.about}"]`);
    await page.locator('main data + button').click();
    await until(page, `window.copied === '${company.registrationNumber}'`);
  }));

test("a link to a service's card moves the focus to the card, and a click in its corner opens the service", () =>
  visit({ url, still: true }, async (page) => {
    await clickOn(page, 'main a[href="/services#it-health"]');
    await page.waitForSelector('article#it-health:focus');
    const { x, y } = await page.$eval(':focus', (card) => {
      card.scrollIntoView({ block: 'center' });
      return card.getBoundingClientRect().toJSON() as DOMRect;
    });
    await page.mouse.click(x + 6, y + 6);
    await arrivedAt(page, servicePath('it-health'));
  }));

test('a click on a link with Ctrl, Cmd, Shift or Alt, by which browsers open another tab or window, is left to the browser', () =>
  visit({ url, path: paths.about }, async (page) => {
    const taken = await page.$eval(`footer a[href="${paths.contact}"]`, (link) => {
      const clicks: [string, boolean][] = [];
      for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey', 'none']) {
        const note = (event: Event) => {
          clicks.push([key, event.defaultPrevented]);
          event.preventDefault();
        };
        addEventListener('click', note, { once: true });
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true }));
      }
      return Object.fromEntries(clicks);
    });
    expect(taken).toEqual({ ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, none: true });
  }));

test('on paper a page is black on white, without controls and dialogs, its answers are open, and its links show their addresses', () =>
  visit({ url, width: 700, expected: [unknownPathMissing] }, async (page) => {
    let links = 0;
    for (const path of isLong
      ? pageKinds
      : [
          servicePath('telecoms'),
          paths.contact,
          legalPath('security-policy'),
          orderAddress(hostingPath('server-hosting'), 'CXN3'),
        ]) {
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
          // Where a page ends within a grid, Chromium would print text over text.
          grids: shown('section:has(> h2), section:has(> h2) ol').filter(
            (one) => getComputedStyle(one).display === 'grid',
          ).length,
          closed: answers.filter((answer) => !answer.checkVisibility()).length,
          colours: [backgroundColor, color],
        };
      }, company.website);
      links += count;
      const none = { silent: [], dialogs: 0, controls: [], cramped: 0, grids: 0, closed: 0 };
      const blackOnWhite = ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'];
      expect([path, rest]).toEqual([path, { ...none, colours: blackOnWhite }]);
    }
    expect(links).toBeGreaterThan(4);
  }));

test('the links to policies beside a form open in a tab of their own, so that the form stays', () =>
  visit({ url, path: '/contact' }, async (page) => {
    for (const id of ['privacy-policy', 'terms-of-service']) {
      const isFollowed = await page.$eval(`form [href="/legal/${id}"][target=_blank]`, (link) =>
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
      );
      expect([id, isFollowed, new URL(page.url()).pathname]).toEqual([id, true, '/contact']);
    }
  }));

test('Download PDF is a link that the browser itself follows, and a toast tells of the start, or of a failure of server or connection', () =>
  visit({ url, path: paths.legal, expected: [/Failed to download document/, /ERR_|500/] }, async (page) => {
    const filename = 'privacy-policy.pdf';
    const link = '#document-privacy-policy ~ * a[download]';
    // The two links of each document have the same texts as those of the others. So its title describes them.
    expect(await page.$$('article a[aria-describedby^=document-]')).toHaveLength(16);
    const failures = [
      (request: HTTPRequest) => request.respond({ status: 500 }),
      (request: HTTPRequest) => request.abort('internetdisconnected'),
    ];
    await intercept(page, (request) => {
      const fail = request.method() === 'HEAD' ? failures.shift() : undefined;
      return fail ? fail(request) : pass(request);
    });
    while (failures.length > 0) {
      await page.click(link);
      await toasts(page).appears('alert', messages.downloadFailed.description);
      await page.click('[aria-label=Dismiss]');
      await toasts(page).become();
    }
    const begun = Promise.withResolvers<{ readonly url: string; readonly suggestedFilename: string }>();
    const client = await page.createCDPSession();
    await client.send('Browser.setDownloadBehavior', {
      behavior: 'deny',
      eventsEnabled: true,
      browserContextId: page.browserContext().id ?? '',
    });
    client.on('Browser.downloadWillBegin', begun.resolve);
    await page.click(link);
    await toasts(page).appears('status', downloadStarted(filename).description);
    // Browsers inside apps ignore the `blob:` addresses of downloads that a script makes.
    expect(await begun.promise).toMatchObject({ url: url + documentPath(filename), suggestedFilename: filename });
  }));

/**
 * The faults of the element with the focus. The middle of its part in the window must be in sight, and it
 * must have an outline of at least 2 px. Null if no element has the focus, or if the element with the focus has had it before.
 */
function faultsOfStop(page: Page): Promise<readonly string[] | null> {
  return page.evaluate(() => {
    const stop = document.activeElement as HTMLElement | null;
    if (!stop || stop === document.body || 'tabStop' in stop.dataset) return null;
    stop.dataset.tabStop = '';
    const faults: string[] = [];

    // A radio button itself is hidden. The visitor sees the element after it, so that element is measured.
    const beside = stop.nextElementSibling;
    const shown = stop instanceof HTMLInputElement && stop.type === 'radio' && beside ? beside : stop;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const middle = (start: number, end: number, size: number) => (Math.max(start, 0) + Math.min(end, size)) / 2;
    const hit = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
    const isShowing = hit && (stop.contains(hit) || shown.contains(hit) || hit.contains(stop));
    if (!isShowing) faults.push(`is out of sight or under ${hit?.outerHTML.slice(0, 80)}`);

    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) faults.push('has no outline');
    return faults.map((fault) => `${stop.outerHTML.slice(0, 120)} ${fault}`);
  });
}

/** Presses Tab, or Shift+Tab, until each element has had the focus. Resolves with the faults of all these elements. */
async function tabThrough(page: Page, isBackwards = false): Promise<readonly string[]> {
  const found: string[] = [];
  if (isBackwards) await page.keyboard.down('Shift');
  for (;;) {
    await page.keyboard.press('Tab');
    const faults = await faultsOfStop(page);
    if (!faults) break;
    found.push(...faults);
  }
  if (isBackwards) await page.keyboard.up('Shift');
  return found;
}

// At 400 % zoom, a window of 1280 × 1024 px has only 320 × 256 px: https://www.w3.org/WAI/WCAG22/Understanding/reflow
test('at 400 % zoom the focused element is visible', () =>
  visit({ url, expected: [unknownPathMissing] }, async (page) => {
    await page.setViewport({ width: 320, height: 256 });
    for (const path of isLong ? pageKinds : [paths.contact]) {
      await page.goto(url + path);
      await hydrated(page);
      // With Shift+Tab the browser scrolls upwards. Then the sticky header could cover the focused element.
      expect([path, await tabThrough(page, true)]).toEqual([path, []]);
    }
  }));

test('in forced colours a line marks what is current, chosen, popular or focused, and the system draws the checkboxes', () =>
  visit({ url, path: hostingPath('shared-hosting') }, async (page) => {
    const session = await page.createCDPSession();
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    const lines = (selector: string) =>
      page.$eval(selector, (element) => {
        const { borderBottomStyle, borderBottomWidth, outlineStyle, textDecorationLine } = getComputedStyle(element);
        return [borderBottomStyle, borderBottomWidth, outlineStyle, textDecorationLine].join(' ');
      });
    for (const [marked, other] of [
      ['button[popovertarget="hosting-menu"]', 'header nav > ul > li > a'],
      ['#hosting-menu a[aria-current]', '#hosting-menu a:not([aria-current])'],
      ['#mobile-menu a[aria-current]', '#mobile-menu details a:not([aria-current])'],
      ['footer input:checked + span', 'footer input:not(:checked) + span'],
    ] as const)
      expect([marked, await lines(marked)]).not.toEqual([marked, await lines(other)]);
    expect(await lines('::-p-xpath(//article//span[.="Most Popular"])')).toMatch(/^solid/);
    expect(await page.$eval('[type=checkbox]', (box) => getComputedStyle(box).appearance)).toBe('auto');
    expect(await tabThrough(page)).toEqual([]);
  }));

test('with reduced motion cards, dialogs and spinners do not move', () => {
  const prepare = (page: Page) => holdBack(page, isSubmission, () => new Promise(() => {}));
  return visit({ url, path: paths.services, still: true, prepare }, async (page) => {
    const isStill = async () => {
      await nextFrame(page);
      const running = await page.evaluate(() =>
        document.getAnimations().flatMap(({ playState, effect }) => (playState === 'running' ? String(effect) : [])),
      );
      expect(running).toEqual([]);
    };
    await isStill();
    await page.goto(url + orderAddress(hostingPath('server-hosting'), 'CXN3'));
    await hydrated(page);
    await orderDialog(page).fillIn();
    await orderDialog(page).submit();
    await page.waitForSelector('dialog:modal [data-spinner]');
    await isStill();
  });
});
