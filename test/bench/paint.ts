import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'puppeteer';
import { openBrowser } from '../helpers/browser.ts';
import { firstVisit } from './firstVisit.ts';
import { median, type Section } from './measurement.ts';
import { startBareServer, startQuietSite } from './processes.ts';
import { pagesWithoutScripts } from './withoutScripts.ts';

const path = '/server-hosting';
const button = '#plan-CXN3 button:not(dialog *)';
/** 400 kbit/s with 400 ms of latency. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const runs = 5;
const patience = 20_000;
/** Milliseconds from first paint to the click: before, while and after the scripts arrive. */
const clicksAfter = [0, 200, 400, 700, 1000, 1300, 1600, 2000, 2500, 4000];

type Visit = {
  /** Milliseconds from the connection to the first contentful paint. */
  readonly picture: number;
  /** From the navigation's start to the click and to the open dialog; undefined: no click, or a lost one. */
  readonly clicked: number;
  readonly dialog: number | undefined;
};

/** `clickAfter`: milliseconds from first paint to the click on the order button; undefined: no click. */
function visitSlowly(browser: Browser, url: string, clickAfter?: number): Promise<Visit> {
  return firstVisit(browser, async (page, session) => {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    const seen = new Map<string, number>();
    // Absolute times, since a click may load another document.
    await page.exposeFunction('note', (what: string, moment: number) => {
      if (!seen.has(what)) seen.set(what, moment);
    });
    await page.evaluateOnNewDocument(() => {
      const note = (what: string, at: number) =>
        (window as unknown as { note: (what: string, moment: number) => void }).note(what, performance.timeOrigin + at);
      new PerformanceObserver((list) => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        for (const { name, startTime } of list.getEntries()) {
          if (name !== 'first-contentful-paint') continue;
          note('start', 0);
          note('connected', navigation?.connectEnd ?? 0);
          note('picture', startTime);
        }
      }).observe({ type: 'paint', buffered: true });
      const look = () => {
        if (document.querySelector('dialog[open]')?.checkVisibility()) note('dialog', performance.now());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const until = async (done: () => boolean) => {
      const deadline = performance.now() + patience;
      while (!done() && performance.now() < deadline) await sleep(5);
    };

    const arrived = page.goto(url, { waitUntil: 'domcontentloaded' });
    await until(() => seen.has('picture'));
    let clicked = Number.NaN;
    if (clickAfter !== undefined) {
      await page.waitForSelector(button);
      await sleep(clickAfter);
      clicked = performance.timeOrigin + performance.now();
      await page.click(button);
      await until(() => seen.has('dialog'));
    }
    await arrived.catch(() => {});
    const start = seen.get('start') ?? Number.NaN;
    const dialog = seen.get('dialog');
    return {
      picture: (seen.get('picture') ?? Number.NaN) - (seen.get('connected') ?? Number.NaN),
      clicked: clicked - start,
      dialog: dialog === undefined ? undefined : dialog - start,
    };
  });
}

/** First paint, and the dialog after one click, on a slow line with an empty cache. */
export const paint: Section = async (report) => {
  const site = await startQuietSite();
  await site.logged('response cache compressed');
  const bare = await startBareServer(await pagesWithoutScripts(site.url, [path]));
  const { browser, close } = await openBrowser();

  const ours: Visit[] = [];
  const plain: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push(await visitSlowly(browser, site.url + path, 0));
    plain.push((await visitSlowly(browser, bare.url + path)).picture);
  }
  const picture = median(ours.map((visit) => visit.picture)) / 1000;
  const plainPicture = median(plain) / 1000;
  const dialog = median(ours.map((visit) => visit.dialog ?? Number.POSITIVE_INFINITY)) / 1000;
  report({ name: 'first picture', value: picture, unit: 's', kept: true });
  report({ name: 'first picture without scripts', value: plainPicture, unit: 's' });
  report({
    name: 'first picture to that without scripts',
    value: picture / plainPicture,
    unit: 'ratio',
    limit: { atMost: 1.1 },
    kept: true,
  });
  report({ name: 'dialog after one click', value: dialog, unit: 's', limit: { atMost: 1.9 }, kept: true });

  let answered = 0;
  for (const clickAfter of clicksAfter) {
    const visit = await visitSlowly(browser, site.url + path, clickAfter);
    if (visit.dialog !== undefined) answered += 1;
    const outcome =
      visit.dialog === undefined ? 'LOST' : `dialog ${((visit.dialog - visit.clicked) / 1000).toFixed(2)} s later`;
    console.log(`  clicked at ${(visit.clicked / 1000).toFixed(2)} s: ${outcome}`);
  }
  report({
    name: `clicks answered of ${clicksAfter.length}`,
    value: answered,
    unit: 'clicks',
    limit: { atLeast: clicksAfter.length },
    kept: true,
  });
  await close();
  await bare.stop();
  await site.stop();
};
