import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'puppeteer';
import { openBrowser } from '../helpers/browser.ts';
import { firstVisit } from './firstVisit.ts';
import { median, type Section } from './measurement.ts';
import { plainPage } from './plainPage.ts';
import { startBareServer, startQuietSite } from './processes.ts';

const path = '/server-hosting';
const button = '#plan-CXN3 button';
/** 400 kbit/s and 400 ms away. */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const runs = 5;
const patience = 20_000;
/** When the click falls after the first picture, in milliseconds: before, while and after the scripts arrive. */
const clicksAfter = [0, 200, 400, 700, 1000, 1300, 1600, 2000, 2500, 4000];

type Visit = {
  /** From when the connection was there to the first contentful paint. */
  readonly picture: number;
  /** From the navigation's start to the click, and to the dialog being shown; undefined: the click was lost. */
  readonly clicked: number;
  readonly dialog: number | undefined;
};

function visitSlowly(browser: Browser, url: string, clickAfter: number): Promise<Visit> {
  return firstVisit(browser, async (page, session) => {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
    const seen = new Map<string, number>();
    // Moments are absolute, since a click may lead through another document.
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
        const dialog = document.querySelector('dialog');
        if (dialog?.checkVisibility() && dialog.getBoundingClientRect().height > 0) note('dialog', performance.now());
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
    await page.waitForSelector(button);
    await sleep(clickAfter);
    const clicked = performance.timeOrigin + performance.now();
    await page.click(button);
    await until(() => seen.has('dialog'));
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

/** The first picture, and an answer to the first click, on a slow line from a cold cache. */
export const paint: Section = async (report) => {
  const site = await startQuietSite();
  await site.logged('response cache compressed');
  const body = brotliCompressSync(plainPage());
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Encoding': 'br' };
  const bare = await startBareServer(new Map([['/', { status: 200, headers, body }]]));
  const { browser, close } = await openBrowser();

  const several = async (url: string): Promise<readonly Visit[]> => {
    const visits: Visit[] = [];
    for (let run = 0; run < runs; run += 1) visits.push(await visitSlowly(browser, url, 0));
    return visits;
  };
  const seconds = (visits: readonly Visit[], read: (visit: Visit) => number | undefined) =>
    median(visits.map((visit) => read(visit) ?? Number.POSITIVE_INFINITY)) / 1000;

  const unit = 's';
  const ours = await several(site.url + path);
  const plain = await several(`${bare.url}/`);
  report({
    name: 'first picture',
    value: seconds(ours, ({ picture }) => picture),
    unit,
    limit: { atMost: 0.6 },
    kept: true,
  });
  report({ name: 'first picture, plain page', value: seconds(plain, ({ picture }) => picture), unit });
  report({
    name: 'dialog after the first click',
    value: seconds(ours, ({ dialog }) => dialog),
    unit,
    limit: { atMost: 1.5 },
    kept: true,
  });
  report({ name: 'dialog after the first click, plain page', value: seconds(plain, ({ dialog }) => dialog), unit });

  let answered = 0;
  for (const clickAfter of clicksAfter) {
    const { clicked, dialog } = await visitSlowly(browser, site.url + path, clickAfter);
    if (dialog !== undefined) answered += 1;
    console.log(
      `  clicked at ${(clicked / 1000).toFixed(2)} s: ${dialog === undefined ? 'LOST' : `dialog ${((dialog - clicked) / 1000).toFixed(2)} s later`}`,
    );
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
