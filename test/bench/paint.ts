import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'puppeteer';
import { hang } from '../helpers/hang.ts';
import { firstVisit, launch } from './firstVisit.ts';
import { median, type Section } from './measurement.ts';
import { startBareServer, startSiteBefore, startWarmSite } from './processes.ts';
import { pagesWithoutScripts } from './withoutScripts.ts';

const orderPath = '/server-hosting';
const orderButton = '#plan-CXN3 button';
/** A slow network, as a setting of Chromium's DevTools: 400 kbit/s with 400 ms of latency. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const runs = 5;

/** Milliseconds from the navigation's start until the connection is open, the first content is painted, or the dialog is drawn. */
type Moments = { readonly connected: number; readonly picture: number; readonly dialog: number };

/** Records the moments of a page that is opened later. A moment that has not come yet is `Infinity`. */
async function noteMoments(page: Page): Promise<Moments> {
  const moments = {
    connected: Number.POSITIVE_INFINITY,
    picture: Number.POSITIVE_INFINITY,
    dialog: Number.POSITIVE_INFINITY,
  };
  await page.exposeFunction('note', (found: Partial<Moments>) => Object.assign(moments, found));
  await page.evaluateOnNewDocument(() => {
    const { note } = window as unknown as { readonly note: (found: object) => void };
    new PerformanceObserver((list) => {
      const [picture] = list.getEntriesByName('first-contentful-paint');
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      if (picture) note({ connected: navigation?.connectEnd ?? 0, picture: picture.startTime });
    }).observe({ type: 'paint', buffered: true });
    const look = () => {
      if (!document.querySelector('dialog:modal')?.checkVisibility()) requestAnimationFrame(look);
      // `look` runs just before the dialog is drawn. The next task runs after that.
      else setTimeout(() => note({ dialog: performance.now() }));
    };
    requestAnimationFrame(look);
  });
  return moments;
}

async function reached(moments: Moments, moment: keyof Moments): Promise<void> {
  const deadline = performance.now() + hang;
  while (moments[moment] === Number.POSITIVE_INFINITY && performance.now() < deadline) await sleep(5);
}

/** Visits a page on the slow line. With `clicks`, clicks the order button at the first paint and waits for the dialog. */
function visitSlowly(browser: Browser, url: string, clicks = false) {
  return firstVisit(browser, async (page) => {
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    const moments = await noteMoments(page);
    const arrived = page.goto(url, { waitUntil: 'domcontentloaded' });
    await reached(moments, 'picture');
    if (clicks) {
      await page.waitForSelector(orderButton);
      await page.click(orderButton);
      await reached(moments, 'dialog');
    }
    await arrived.catch(() => {});
    const { connected, picture, dialog } = moments;
    return { picture, fromConnection: picture - connected, dialog };
  });
}

/** Measures the first paint, and the dialog after one click, on a slow line with an empty cache. */
export const paint: Section = async (report, untilEnd) => {
  const site = await untilEnd(startWarmSite());
  const bare = await untilEnd(startBareServer(await pagesWithoutScripts(site.url, [orderPath])));
  const before = await startSiteBefore(untilEnd);
  const { browser } = await untilEnd(launch());

  const ours: Awaited<ReturnType<typeof visitSlowly>>[] = [];
  const plain: number[] = [];
  const earlier: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push(await visitSlowly(browser, site.url + orderPath, true));
    plain.push((await visitSlowly(browser, bare.url + orderPath)).fromConnection);
    if (before) earlier.push((await visitSlowly(browser, before.url + orderPath)).fromConnection);
  }
  const picture = median(ours.map(({ fromConnection }) => fromConnection));
  report('first picture', picture / 1000, 's');
  report('first picture to that without scripts', picture / median(plain), 'ratio', { atMost: 1.1 });
  if (before)
    report('first picture to that of the version before', picture / median(earlier), 'ratio', { atMost: 1.02 });
  const toPicture = median(ours.map((visit) => visit.dialog / visit.picture));
  report('dialog after one click to the first picture', toPicture, 'ratio', { atMost: 1.3 });
};
