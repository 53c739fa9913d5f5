import { expect, test } from '@jest/globals';
import { hydrated } from '../helpers/browser/browser.ts';
import { scriptsOf } from '../helpers/browser/chunks.ts';
import { consultation, contactField, contactForm } from '../helpers/browser/contactForm.ts';
import { visit } from '../helpers/browser/visit.ts';
import { arrivedAt, says } from '../helpers/browser/waits.ts';
import { startProxy } from '../helpers/network/proxy.ts';
import { readOnlySite } from '../helpers/run/shared.ts';
import { startApp } from '../helpers/site/app.ts';
import { untilEnd } from '../helpers/untilEnd.ts';
import { contactMessage } from '../helpers/visitor/visitor.ts';

const url = await readOnlySite();
const hCaptchaSite = await untilEnd(startApp({ HCAPTCHA_SITE_KEY: 'site-key', HCAPTCHA_SECRET: 'secret' }));
const [aboutChunk = ''] = scriptsOf('AboutPage-tsx');
const about = 'footer a[href="/about"]';
const notLoaded = [/status of 404|ChunkLoadError|Loading chunk|ERR_INTERNET_DISCONNECTED|Failed to fetch/];

/** A site that has replaced its scripts since: it lacks those of `isGone` until the document is loaded again. */
async function behindUpgrade(
  site: string,
  isGone: (address: string) => boolean,
  act: (proxied: string, asked: readonly string[]) => Promise<void>,
): Promise<void> {
  let documents = 0;
  const proxy = await startProxy(
    { port: Number(new URL(site).port) },
    {
      refuse: (address) => {
        if (!address.includes('.')) documents += 1;
        return documents < 2 && isGone(address) ? 404 : undefined;
      },
    },
  );
  try {
    await act(proxy.url, proxy.asked);
  } finally {
    await proxy.stop();
  }
}

test('after an upgrade a link loads its page from the server, and asks twice for a script that is gone', () =>
  behindUpgrade(
    url,
    (address) => address === aboutChunk,
    (proxied, asked) =>
      visit({ url: proxied, expected: notLoaded, hurried: [2_000] }, async (page) => {
        await page.$eval(about, (link) => (link as HTMLElement).click());
        await arrivedAt(page, '/about');
        await says(page, 'h1', 'About');
        const tries = asked.filter((address) => address === aboutChunk).length;
        expect([2, 3]).toContain(tries);
        // Whether the server is there, and then the document.
        expect(asked.filter((address) => address === '/about')).toHaveLength(2);
        await hydrated(page);
      }),
  ));

test("after an upgrade Try Again of hCaptcha's place loads the page anew, and what is typed stays", () =>
  behindUpgrade(
    hCaptchaSite.url,
    (address) => address.includes('/hcaptcha.'),
    (proxied) =>
      visit({ url: proxied, path: '/contact', expected: notLoaded, hurried: [300, 1_000] }, async (page) => {
        await page.type(contactField('message'), contactMessage.message);
        await says(page, consultation, 'The spam check could not be loaded.');
        await contactForm(page).press('Try Again');
        await page.waitForFunction(() =>
          performance
            .getEntriesByType('navigation')
            .some((one) => (one as PerformanceNavigationTiming).type === 'reload'),
        );
        await hydrated(page);
        expect(await contactForm(page).textIn('message')).toBe(contactMessage.message);
      }),
  ));
