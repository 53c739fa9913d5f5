import { afterAll, beforeAll, describe } from '@jest/globals';
import { type BrowserKind, foundBrowsers, openBrowser, type TestBrowser } from './browser.ts';

const names: Record<BrowserKind, string> = { chromium: 'Chromium', firefox: 'Firefox' };

/**
 * Declares the tests once for each browser. If the machine lacks a browser, its tests are skipped with the reason. Where
 * Chromium's tests are enough, `kind` leaves out Firefox, which is slower.
 */
export function inEachBrowser(declareTests: (browser: () => TestBrowser, kind: BrowserKind) => void): void {
  for (const kind of ['chromium', 'firefox'] as const) {
    const isThere = foundBrowsers()[kind] !== null;
    const title = `in ${names[kind]}${isThere ? '' : ', which this machine lacks'}`;
    (isThere ? describe : describe.skip)(title, () => {
      let browser: TestBrowser;
      beforeAll(async () => {
        browser = await openBrowser(kind);
      });
      afterAll(() => browser.close());
      declareTests(() => browser, kind);
    });
  }
}
