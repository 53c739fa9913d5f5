import { expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { company } from '../../shared/company.ts';
import { messages } from '../../shared/messages.ts';
import { hostingPath, paths, servicePath } from '../../shared/paths.ts';
import { services } from '../../shared/services/list.ts';
import { hydrated } from '../helpers/browser/browser.ts';
import { pageKinds, unknownPathMissing } from '../helpers/browser/pageKinds.ts';
import { toasts } from '../helpers/browser/toasts.ts';
import { visit } from '../helpers/browser/visit.ts';
import { arrivedAt, says } from '../helpers/browser/waits.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { isLong } from '../helpers/run/tier.ts';

const url = await readOnlySite();

test('right-click, copy, cut and their keys are blocked with one toast; other keys are not', () =>
  visit({ url }, async (page) => {
    /** Whether the page cancels an event. */
    const prevents = (kind: string, keys: object = {}) =>
      page.evaluate(
        (name, init) => {
          const options = { bubbles: true, cancelable: true, ...init };
          const event = name === 'keydown' ? new KeyboardEvent(name, options) : new Event(name, options);
          return !document.querySelector('main p')?.dispatchEvent(event);
        },
        kind,
        keys,
      );
    for (const kind of ['contextmenu', 'copy', 'cut', 'paste', 'selectstart'])
      expect([kind, await prevents(kind)]).toEqual([kind, !['paste', 'selectstart'].includes(kind)]);
    for (const blocked of [
      { key: 'c', ctrlKey: true },
      { key: 'x', metaKey: true },
      // View Source on a Mac, where the key has another name.
      { key: '¨', code: 'KeyU', metaKey: true, altKey: true },
      // If a keyboard has no Latin letters, browsers use the position of the key.
      { key: 'г', code: 'KeyU', ctrlKey: true },
    ])
      expect([blocked, await prevents('keydown', blocked)]).toEqual([blocked, true]);
    for (const free of [
      { key: 'c' },
      { key: 'v', ctrlKey: true },
      // AltGr, which types letters such as the Polish ć on Windows.
      { key: 'ć', code: 'KeyC', ctrlKey: true, altKey: true },
    ])
      expect([free, await prevents('keydown', free)]).toEqual([free, false]);
    await toasts(page).become(messages.contentProtected.description);
  }));

test("service cards appear one after the other, and a click in a card's corner opens the service", () =>
  visit({ url, path: paths.services }, async (page) => {
    const delays = await page.$$eval('main article', (all) => all.map((card) => getComputedStyle(card).animationDelay));
    expect(delays).toEqual(services.map((_, index) => `${(index * 150) / 1000}s`));

    const link = 'main article a[href^="/services/"]';
    const address = await page.$eval(link, (anchor) => anchor.getAttribute('href'));
    const corner = await page.$eval(link, (anchor) => {
      const card = anchor.closest('article');
      card?.scrollIntoView({ block: 'center' });
      const { left, top } = card?.getBoundingClientRect() ?? { left: 0, top: 0 };
      return { x: left + 6, y: top + 6 };
    });
    await page.mouse.click(corner.x, corner.y);
    await arrivedAt(page, address ?? '');
  }));

test('Learn More on the home page leads to the marked card of that service, and so does its address', async () => {
  const { id, title } = services[4] as (typeof services)[number];
  const address = `${paths.services}#${id}`;
  /** The cards that differ from the first one, and how far the card is below the header. */
  const seen = (page: Page) =>
    page.$$eval('main article', (cards) => {
      const ground = cards.map((card) => getComputedStyle(card).backgroundImage);
      const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
      const marked = cards.filter((_, index) => ground[index] !== ground[0]);
      return marked.map((card) => [card.id, card.getBoundingClientRect().top >= bar]);
    });
  await visit({ url, still: true }, async (page) => {
    await page.locator(`a[href="${address}"]`).click();
    await says(page, 'h1', 'Our IT Services');
    expect(await seen(page)).toEqual([[id, true]]);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(`Learn More about ${title}`);
  });
  await visit({ url, path: address, still: true, javaScript: false }, async (page) =>
    expect(await seen(page)).toEqual([[id, true]]),
  );
});

test('a card that is a link rises under the pointer and its arrow moves on', () =>
  visit({ url }, async (page) => {
    const card = 'main article:has(a)';
    await page.hover(card);
    const moved = await page.$eval(card, async (element) => {
      const arrow = [...element.querySelectorAll('svg')].at(-1) as SVGElement;
      await Promise.all([element, arrow].flatMap((one) => one.getAnimations().map(({ finished }) => finished)));
      return [element, arrow].map((one) => getComputedStyle(one).transform);
    });
    expect(moved).toEqual(['matrix(1, 0, 0, 1, 0, -2)', 'matrix(1, 0, 0, 1, 4, 0)']);
  }));

test('without motion and scripts the service cards are visible; without a live chat its button links to WhatsApp', () =>
  visit({ url, path: paths.services, javaScript: false, still: true }, async (page) => {
    const opacities = await page.$$eval('main article', (all) => all.map((card) => getComputedStyle(card).opacity));
    expect(opacities).toEqual(services.map(() => '1'));
    await page.goto(url + paths.support);
    const chat = '::-p-xpath(//article[.//h2="Live Chat"]//a)';
    expect(await page.$eval(chat, (link) => link.getAttribute('href'))).toMatch(/^https:\/\/wa\.me\//);
  }));

test('on paper a page is black on white, without controls, its answers are open, and its links show their addresses', () =>
  visit({ url, expected: [unknownPathMissing] }, async (page) => {
    let links = 0;
    for (const path of isLong ? pageKinds : [servicePath('telecoms'), hostingPath('server-hosting')]) {
      await page.emulateMediaType('screen');
      await page.goto(url + path);
      await hydrated(page);
      await page.emulateMediaType('print');
      const printed = await page.evaluate((origin) => {
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
        return {
          links: leading.length,
          silent: silent.map(({ outerHTML }) => outerHTML),
          controls: shown('nav, search, button, fieldset, [role=status]').map(({ outerHTML }) => outerHTML),
          closed: [...document.querySelectorAll('main details:not(form details) p')].filter(
            (answer) => !answer.checkVisibility(),
          ).length,
          colours: [backgroundColor, color],
        };
      }, company.website);
      const { links: count, ...rest } = printed;
      links += count;
      expect([path, rest]).toEqual([
        path,
        { silent: [], controls: [], closed: 0, colours: ['rgb(255, 255, 255)', 'rgb(0, 0, 0)'] },
      ]);
    }
    expect(links).toBeGreaterThan(4);
  }));
