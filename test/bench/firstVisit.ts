import type { Browser, Page } from 'puppeteer';
import { openBrowser } from '../helpers/browser/browser.ts';

export async function launch() {
  const { browser, close } = await openBrowser();
  return { browser, stop: close };
}

/** Runs `act` on a page as large as a phone, in a new browser profile with an empty cache. */
export async function firstVisit<Result>(browser: Browser, act: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
    return await act(page);
  } finally {
    await context.close();
  }
}
