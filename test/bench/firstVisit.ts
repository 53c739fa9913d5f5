import type { Browser, CDPSession, Page } from 'puppeteer';
import { type BrowserKind, openBrowser } from '../helpers/browser/browser.ts';

export type Loaded = { readonly url: string; readonly type: string; readonly bytes: number };

/** Opens a browser of the section's own. */
export async function launch(kind: BrowserKind = 'chromium') {
  const { browser, close } = await openBrowser({ kind });
  return { browser, stop: close };
}

/** Runs `act` on a page in a new browser profile with an empty cache. */
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

/** Records the type and size of each answer to the page: bytes on the wire, with the header section. */
export async function noteLoads(session: CDPSession): Promise<readonly Loaded[]> {
  const loads: Loaded[] = [];
  const open = new Map<string, { readonly url: string; readonly type: string }>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    open.set(requestId, { url: response.url, type });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = open.get(requestId);
    if (answer) loads.push({ ...answer, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return loads;
}
