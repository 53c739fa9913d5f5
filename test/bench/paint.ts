import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import { hang } from '../helpers/hang.ts';
import { firstVisits, type Version } from './firstVisit.ts';
import { median, type Section } from './measurement.ts';

const orderButton = '#plan-CXN3 button';
/** A slow network, as a setting of Chromium's DevTools: 400 kbit/s with 400 ms of latency. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const runs = 5;

/** Milliseconds from the navigation's start until the connection is open, the first content is painted, or the dialog is drawn. */
type Moments = { readonly connected: number; readonly picture: number; readonly dialog: number };

/** Records the moments of a page that is opened later. A moment that has not come yet is `Infinity`. */
async function noteMoments(page: Page): Promise<Moments> {
  const never = Number.POSITIVE_INFINITY;
  const moments = { connected: never, picture: never, dialog: never };
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

/** Visits a page on the slow line. Of the site, clicks the order button at the first paint and waits for the dialog. */
async function visitSlowly(page: Page, url: string, version: Version) {
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  const moments = await noteMoments(page);
  const arrived = page.goto(url, { waitUntil: 'domcontentloaded' });
  await reached(moments, 'picture');
  if (version === 'site') {
    await page.waitForSelector(orderButton);
    await page.click(orderButton);
    await reached(moments, 'dialog');
  }
  await arrived.catch(() => {});
  const { connected, picture, dialog } = moments;
  return { fromConnection: picture - connected, dialogToPicture: dialog / picture };
}

/** Measures the first paint, and the dialog after one click, on a slow line with an empty cache. */
export const paint: Section = async (report, untilEnd) => {
  const { site, before, 'without scripts': plain } = await firstVisits(untilEnd, runs, visitSlowly);
  const pictureOf = (visits: typeof site) => median(visits.map(({ fromConnection }) => fromConnection));
  const picture = pictureOf(site);
  report('first picture', picture / 1000, 's');
  report('first picture to that without scripts', picture / pictureOf(plain), 'ratio', { atMost: 1.1 });
  if (before.length > 0)
    report('first picture to that of the version before', picture / pictureOf(before), 'ratio', { atMost: 1.02 });
  const dialog = median(site.map(({ dialogToPicture }) => dialogToPicture));
  report('dialog after one click to the first picture', dialog, 'ratio', { atMost: 1.3 });
};
