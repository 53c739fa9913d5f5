import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { questions } from '../../shared/hosting/questions.ts';
import { messages } from '../../shared/messages.ts';
import { endpoints, hostingPath, paths, servicePath } from '../../shared/paths.ts';
import { services } from '../../shared/services/list.ts';
import { faceLoaded } from '../helpers/browser/browser.ts';
import { scriptsOf } from '../helpers/browser/chunks.ts';
import { visit } from '../helpers/browser/visit.ts';
import { startSite } from '../helpers/site/site.ts';
import { untilEnd } from '../helpers/untilEnd.ts';

const site = await untilEnd(startSite());

const toasts = 'section[aria-label=Notifications] [role]';
function toast(page: Page, text: string) {
  return page.waitForFunction(
    (selector, wanted) => [...document.querySelectorAll(selector)].some((box) => box.textContent?.includes(wanted)),
    {},
    toasts,
    text,
  );
}

test.each([
  ['with', true],
  ['without', false],
])('the heading font and the manifest load %s scripts', (_with, javaScript) =>
  visit({ url: site.url, javaScript }, async (page) => {
    await faceLoaded(page);
    await page.evaluate(() => document.fonts.load('700 16px Headings'));
    expect(await page.evaluate(() => [...document.fonts].find(({ family }) => family === 'Headings')?.status)).toBe(
      'loaded',
    );
    expect(await page.$eval('link[rel=manifest]', (link) => link.getAttribute('href'))).toBe(endpoints.manifest);
  }),
);

test('the inline SVG icon is a valid image', () =>
  visit({ url: site.url }, async (page) => {
    const width = await page.$eval('link[rel=icon][type="image/svg+xml"]', async (link) => {
      const picture = new Image();
      picture.src = (link as HTMLLinkElement).href;
      await picture.decode();
      return picture.naturalWidth;
    });
    expect(width).toBeGreaterThan(0);
  }));

test('on a phone, three plans of the VPS page are on a screen, with labels for screen readers', () =>
  visit({ url: site.url, path: `${hostingPath('server-hosting')}#plan-CXN2`, width: 360 }, async (page) => {
    await page.setViewport({ width: 360, height: 740 });
    await page.$eval('#plan-CXN2', (card) => card.scrollIntoView({ behavior: 'instant' }));
    const cards = await page.$$eval('main article', (articles) => {
      const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      return articles
        .filter((card) => {
          const box = card.getBoundingClientRect();
          return box.top >= top && box.bottom <= innerHeight;
        })
        .map(({ id }) => id);
    });
    expect(cards).toEqual(['plan-CXN2', 'plan-CXN3', 'plan-CXN4']);
    const specs = await page.$('#plan-CXN3 dl');
    const tree = specs && (await page.accessibility.snapshot({ root: specs, interestingOnly: false }));
    expect(JSON.stringify(tree)).toMatch(/CPU.*4 cores.*RAM.*8 GB.*Storage.*120 GB NVMe.*Locations.*Cape Town/);
  }));

test('questions stand in a page from the server, and load with a page that the visitor opens from there', () => {
  const loads: string[] = [];
  const prepare = async (page: Page) => {
    page.on('request', (request) => loads.push(new URL(request.url()).pathname));
  };
  const path = hostingPath('server-hosting');
  return visit({ url: site.url, path, prepare }, async (page) => {
    const asked = () =>
      page.$$eval('[id$=-details] section:last-of-type li h3', (headings) =>
        headings.map(({ textContent }) => textContent),
      );
    const ofFamily = (id: string) => questions[id]?.map(({ question }) => question);
    expect(await asked()).toEqual(ofFamily('server-hosting'));
    await page.waitForNetworkIdle({ idleTime: 50 });
    const parts = scriptsOf('hosting-parts');
    const loaded = () => loads.filter((load) => parts.includes(load));
    expect(loaded()).toEqual([]);
    await page.locator('footer a[href="/pastel-hosting"]').click();
    await page.waitForSelector('#pastel-hosting-details');
    expect(await asked()).toEqual(ofFamily('pastel-hosting'));
    expect(loaded()).toEqual(parts);
    await page.locator('footer a[href="/server-hosting"]').click();
    await page.waitForSelector('#server-hosting-details');
    expect(await asked()).toEqual(ofFamily('server-hosting'));
  });
});

test("a service page's answers open by a click without scripts, and are all open on paper", () =>
  visit({ url: site.url, path: servicePath('telecoms'), javaScript: false }, async (page) => {
    const open = () =>
      page.$$eval('main details p', (answers) => answers.filter((answer) => answer.checkVisibility()).length);
    expect(await open()).toBe(0);
    await page.click('main summary');
    expect(await open()).toBe(1);
    await page.emulateMediaType('print');
    expect(await open()).toBe(await page.$$eval('main details', ({ length }) => length));
  }));

test('hydration inserts no style rule that came with the page', () =>
  visit({ url: site.url, path: hostingPath('server-hosting') }, async (page) => {
    const [sent, inserted] = await page.evaluate(() =>
      [true, false].map((isSent) =>
        Array.from(document.querySelectorAll('style'))
          .filter(({ textContent }) => Boolean(textContent) === isSent)
          .flatMap(({ sheet }) => Array.from(sheet?.cssRules ?? [], ({ cssText }) => cssText)),
      ),
    );
    expect(sent?.length).toBeGreaterThan(100);
    expect(inserted?.filter((rule) => sent?.includes(rule))).toEqual([]);
  }));

describe('content protection', () => {
  /** Whether the page cancels an event. */
  const prevents = (page: Page, kind: string, keys: object = {}) =>
    page.evaluate(
      (name, init) => {
        const options = { bubbles: true, cancelable: true, ...init };
        const event = name === 'keydown' ? new KeyboardEvent(name, options) : new Event(name, options);
        return !document.querySelector('main p')?.dispatchEvent(event);
      },
      kind,
      keys,
    );

  test('right-click, copy, cut and their keys are blocked with one toast; other keys are not', () =>
    visit({ url: site.url }, async (page) => {
      for (const kind of ['contextmenu', 'copy', 'cut'])
        expect([kind, await prevents(page, kind)]).toEqual([kind, true]);
      for (const key of ['c', 'C', 'x', 'u'])
        for (const held of ['ctrlKey', 'metaKey'])
          expect([key, held, await prevents(page, 'keydown', { key, [held]: true })]).toEqual([key, held, true]);
      expect(await prevents(page, 'paste')).toBe(false);
      expect(await prevents(page, 'selectstart')).toBe(false);
      for (const blocked of [
        { key: 'Insert', code: 'Insert', ctrlKey: true },
        // View Source on a Mac, with the key's name in different browsers.
        { key: 'u', code: 'KeyU', metaKey: true, altKey: true },
        { key: '¨', code: 'KeyU', metaKey: true, altKey: true },
        { key: 'Dead', code: 'KeyU', metaKey: true, altKey: true },
        // If a keyboard has no Latin letters, browsers use the position of the key.
        { key: 'г', code: 'KeyU', ctrlKey: true },
      ])
        expect([blocked, await prevents(page, 'keydown', blocked)]).toEqual([blocked, true]);
      for (const free of [
        { key: 'c' },
        { key: 'a', ctrlKey: true },
        { key: 'v', ctrlKey: true },
        { key: 'Tab' },
        // AltGr, which types letters such as the Polish ć on Windows.
        { key: 'ć', code: 'KeyC', ctrlKey: true, altKey: true },
        { key: 'u', code: 'KeyU', ctrlKey: true, altKey: true },
        { key: 'Delete', code: 'Delete' },
      ])
        expect([free, await prevents(page, 'keydown', free)]).toEqual([free, false]);
      await toast(page, messages.contentProtected.description);
      expect(await page.$$(toasts)).toHaveLength(1);
    }));
});

test('service cards appear one after the other, and are visible without motion or scripts', async () => {
  await visit({ url: site.url, path: paths.services }, async (page) => {
    const delays = await page.$$eval('main article', (cards) =>
      cards.map((card) => getComputedStyle(card).animationDelay),
    );
    expect(delays).toEqual(services.map((_, index) => `${(index * 150) / 1000}s`));
  });
  await visit(
    {
      url: site.url,
      path: paths.services,
      javaScript: false,
      prepare: (page) => page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]),
    },
    async (page) => {
      const opacities = await page.$$eval('main article', (cards) =>
        cards.map((card) => getComputedStyle(card).opacity),
      );
      expect(opacities).toEqual(services.map(() => '1'));
    },
  );
});

test('without a live chat its button links to WhatsApp', () =>
  visit({ url: site.url, path: paths.support }, async (page) => {
    const chat = '::-p-xpath(//article[.//h2="Live Chat"]//a)';
    expect(await page.$eval(chat, (link) => link.getAttribute('href'))).toMatch(/^https:\/\/wa\.me\//);
  }));

test("a click in a service card's corner, outside the text of its link, opens the service", () =>
  visit({ url: site.url, path: paths.services }, async (page) => {
    const link = 'main article a[href^="/services/"]';
    const address = await page.$eval(link, (anchor) => anchor.getAttribute('href'));
    const corner = await page.$eval(link, (anchor) => {
      const card = anchor.closest('article');
      card?.scrollIntoView({ block: 'center' });
      const { left, top } = card?.getBoundingClientRect() ?? { left: 0, top: 0 };
      return { x: left + 6, y: top + 6 };
    });
    await page.mouse.click(corner.x, corner.y);
    await page.waitForFunction((path) => location.pathname === path, {}, address);
  }));

test.each([
  [true, 3],
  [false, 0],
])('controls that need scripts are shown only where these are allowed (%s)', (javaScript, shown) =>
  visit({ url: site.url, path: paths.about, javaScript }, async (page) => {
    const controls = '[aria-label="Toggle theme"], footer fieldset, [aria-label="Scroll to top"]';
    expect(await page.$$eval(controls, (all) => all.filter((one) => one.checkVisibility()).length)).toBe(shown);
  }),
);
