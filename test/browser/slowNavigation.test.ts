import { describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { pageNotLoaded } from '../../shared/messages.ts';
import { longWait } from '../../shared/waits.ts';
import { holdBack, hydrated, nextFrame, scriptOf } from '../helpers/browser/browser.ts';
import { consultation, contactField, contactForm, robotBox } from '../helpers/browser/contactForm.ts';
import { arrivedAt, clickOn, focused, says, textOf, until, valueIn } from '../helpers/browser/page.ts';
import { endLongWaits, type VisitOptions, visit } from '../helpers/browser/visit.ts';
import { type SiteProxy, startProxy } from '../helpers/network/proxy.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage } from '../helpers/visitor/visitor.ts';

const url = await readOnlySite();
const aboutScript = scriptOf('about');
const about = 'footer a[href="/about"]';
const menuButton = 'button[popovertarget="mobile-menu"]';
const notLoaded = [/status of 404|ChunkLoadError|Loading chunk|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/];
const progress = '[data-progress]';

function closes(page: Page) {
  return page.waitForSelector('#mobile-menu:not(:popover-open)');
}
async function shows(page: Page, path: string, title: string): Promise<void> {
  await arrivedAt(page, path);
  await says(page, 'head title', title);
}
/** A visit in which the script of the About page does not arrive before `release` is called. */
function visitSlowly(
  options: Omit<VisitOptions, 'url'>,
  act: (page: Page, release: () => void) => Promise<void>,
): Promise<void> {
  const gate = Promise.withResolvers<void>();
  const prepare = (page: Page) =>
    holdBack(
      page,
      (request) => request.url() === url + aboutScript,
      () => gate.promise,
    );
  return visit({ url, width: 360, ...options, prepare }, (page) => act(page, gate.resolve));
}

describe('a page that loads very slowly or fails to load', () => {
  const notice = 'header + div:has([role=alert])';
  const tryAgain = `${notice} button`;
  const isTold = (page: Page) => says(page, `${notice} [role=alert]`, pageNotLoaded);
  const isGone = (page: Page) => page.waitForSelector(notice, { hidden: true });
  /** Follows a link to the About page, whose script is held back. Calls `act` when the page says that loading takes long. */
  const visitWaiting = (act: (page: Page, release: () => void) => Promise<void>) =>
    visitSlowly({ path: '/services' }, async (page, release) => {
      await page.click(menuButton);
      await page.click('#mobile-menu a[href="/about"]');
      await closes(page);
      await page.waitForSelector(progress);
      await page.waitForSelector('main[aria-busy=true]');
      expect(await page.$(notice)).toBeNull();
      await endLongWaits(page);
      await isTold(page);
      await page.waitForSelector('main:not([aria-busy])');
      expect(await page.$(progress)).toBeNull();
      expect(await textOf(page, 'h1')).toBe('Our IT Services');
      await act(page, release);
    });

  test('closes the menu at once, shows a progress bar, then a message while the previous page stays usable, and is shown if it loads later', () =>
    visitWaiting(async (page, release) => {
      await page.click(menuButton);
      await page.waitForSelector('#mobile-menu:popover-open');
      await page.keyboard.press('Escape');
      await closes(page);
      release();
      await shows(page, '/about', 'About Us');
      await isGone(page);
      expect(await focused(page)).toBe('main');
      expect(await page.evaluate(() => scrollY)).toBe(0);
    }));

  test('causes no message and is not shown if the visitor goes elsewhere, until the visitor asks for it again', () =>
    visitWaiting(async (page, release) => {
      await clickOn(page, 'footer a[href="/contact"]');
      await isGone(page);
      await shows(page, '/contact', 'Get In Touch');
      release();
      await until(page, (file) => performance.getEntriesByName(file).length > 0, url + aboutScript);
      await nextFrame(page);
      expect(await page.evaluate(`endWaits(${longWait})`)).toBe(false);
      expect(new URL(page.url()).pathname).toBe('/contact');
      expect(await page.$(notice)).toBeNull();
      await clickOn(page, about);
      await shows(page, '/about', 'About Us');
    }));

  test('is loaded from the server by Try Again while its script hangs', () =>
    visitWaiting(async (page) => {
      await page.click(tryAgain);
      await shows(page, '/about', 'About Us');
    }));

  test.each([
    ['at once while offline', undefined, []],
    ['while the server answers with 503', 503, [2_000]],
  ])(
    'causes a message %s, Try Again keeps typed text, and loads it when the fault is gone',
    async (_when, status, hurried) => {
      let isFaulty = false;
      const statuses = new Map([
        [aboutScript, 404],
        ['/about', status],
      ]);
      const refuse = (address: string) => (isFaulty ? statuses.get(address) : undefined);
      const proxy = await untilEnd(startProxy({ port: Number(new URL(url).port) }, { refuse }));
      const expected = [...notLoaded, /status of 503/];
      await visit({ url: proxy.url, path: '/contact', expected, hurried }, async (page) => {
        const setFault = (to: boolean) => {
          isFaulty = to;
          return page.setOfflineMode(to && !status);
        };
        await page.type(contactField('message'), 'Our file server is old.');
        await page.waitForSelector(robotBox);
        await setFault(true);
        await clickOn(page, about);
        await isTold(page);
        await page.click(tryAgain);
        await isTold(page);
        expect(await valueIn(page, contactField('message'))).toBe('Our file server is old.');
        await setFault(false);
        await page.click(tryAgain);
        await shows(page, '/about', 'About Us');
        await isGone(page);
      });
    },
  );
});

/** Starts a proxy that plays an upgraded site. It refuses the scripts that are gone, until a second document is requested. */
function startUpgraded(isGone: (address: string) => boolean, port = Number(new URL(url).port)): Promise<SiteProxy> {
  let documents = 0;
  const refuse = (address: string) => {
    if (!address.includes('.')) documents += 1;
    return documents < 2 && isGone(address) ? 404 : undefined;
  };
  return untilEnd(startProxy({ port }, { refuse }));
}

test('after an upgrade a link whose script is gone requests the script twice, then loads the page from the server', async () => {
  const proxy = await startUpgraded((address) => address === aboutScript);
  await visit({ url: proxy.url, expected: notLoaded, hurried: [2_000] }, async (page) => {
    await clickOn(page, about);
    await arrivedAt(page, '/about');
    await says(page, 'h1', 'About');
    const tries = proxy.asked.filter((address) => address === aboutScript).length;
    expect([2, 3]).toContain(tries);
    // With the first request the page asks whether the server answers. The second request loads the document.
    expect(proxy.asked.filter((address) => address === '/about')).toHaveLength(2);
    await hydrated(page);
  });
});

test("after an upgrade Try Again in hCaptcha's place reloads the page, and typed text stays", async () => {
  const hCaptchaSite = await untilEnd(startApp({ HCAPTCHA_SITE_KEY: 'site-key', HCAPTCHA_SECRET: 'secret' }));
  const proxy = await startUpgraded((address) => address.includes('/hcaptcha.'), hCaptchaSite.port);
  await visit({ url: proxy.url, path: '/contact', expected: notLoaded, hurried: [300, 1_000] }, async (page) => {
    await page.type(contactField('message'), contactMessage.message);
    await says(page, consultation, 'The spam check could not be loaded.');
    await Promise.all([page.waitForNavigation(), contactForm(page).press('Try Again')]);
    await hydrated(page);
    expect(await contactForm(page).textIn('message')).toBe(contactMessage.message);
  });
});
