import type { Browser, CDPSession, Page } from 'puppeteer';

export type Loaded = { readonly url: string; readonly type: string; readonly bytes: number };

/** A page in a browser profile of its own, with nothing cached. */
export async function firstVisit<Result>(
  browser: Browser,
  act: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 360, height: 740, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
    return await act(page, await page.createCDPSession());
  } finally {
    await context.close();
  }
}

/** Notes every answer that comes to the page: its type and its bytes on the wire, head included. */
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
