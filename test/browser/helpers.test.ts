import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { holdBack, hydrated, isScript, nextFrame } from '../helpers/browser/browser.ts';
import { inEachBrowser } from '../helpers/browser/inEachBrowser.ts';
import { visit } from '../helpers/browser/visit.ts';
import { type Site, startSite } from '../helpers/site/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

inEachBrowser((kind) => {
  test('a page is usable while its scripts are held back, and hydrates when they are released', () => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const hold = () => {
      asked.resolve();
      return release.promise;
    };
    return visit(
      { kind, url: site.url, width: 360, atOnce: true, prepare: (page) => holdBack(page, isScript, hold) },
      async (page) => {
        await asked.promise;
        expect(await page.$eval('h1', ({ textContent }) => textContent)).toBeTruthy();
        await page.click('button[popovertarget="mobile-menu"]');
        await page.waitForSelector('#mobile-menu:popover-open');
        release.resolve();
        await hydrated(page);
        expect(await page.evaluate(() => innerWidth)).toBe(360);
      },
    );
  });

  test.each([
    ['a console error', 'console error: oh', () => console.error('oh')],
    ['a console warning', 'console warn: oh', () => console.warn('oh')],
    ['an uncaught error', 'uncaught', () => void setTimeout(() => Promise.reject(new Error('oh')))],
    [
      'a foreign request',
      'http://elsewhere.example/',
      () => void new Image().setAttribute('src', 'http://elsewhere.example/'),
    ],
    ['a breach of the policy', 'policy violated: style-src', () => document.body.setAttribute('style', 'color: red')],
  ])('a visit fails for %s', async (_what, complaint, misbehave) => {
    const misbehaving = visit({ kind, url: site.url }, async (page) => {
      await page.evaluate(misbehave);
      // The browser reports the event before it answers this call.
      await nextFrame(page);
    });
    await expect(misbehaving).rejects.toThrow(complaint);
  });
});
