import { describe } from '@jest/globals';
import { type BrowserKind, foundBrowsers } from './browser.ts';

const names: Record<BrowserKind, string> = { chromium: 'Chromium', firefox: 'Firefox' };

/** Declares tests in which engines differ, once for each. If the machine lacks a browser, its tests are skipped with the reason. */
export function inEachBrowser(declareTests: (kind: BrowserKind) => void): void {
  for (const kind of ['chromium', 'firefox'] as const) {
    const isThere = foundBrowsers()[kind] !== null;
    const title = `in ${names[kind]}${isThere ? '' : ', which this machine lacks'}`;
    (isThere ? describe : describe.skip)(title, () => declareTests(kind));
  }
}
